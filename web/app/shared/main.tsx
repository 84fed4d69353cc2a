// Starts the page of a shared record. It is written into that page whole (shared-viewer.ts).
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import '../../ui/tokens.css'
import { go, currentRoute } from '../../route/route.ts'
import { attachEngine } from '../../session/engine.ts'
import { listenToKeys } from '../../session/shortcuts.ts'
import { heldComesFrom } from '../../ui/viewers/held-way.ts'
import { firstOf, readPage } from './read-page.ts'
import { Reader } from './Reader.tsx'
import { recordEngine } from './record-engine.ts'

const root = document.getElementById('root')!

async function start(): Promise<void> {
  const file = decodeURIComponent(window.location.pathname.split('/').at(-1) ?? '')
  const record = await readPage(file, (doing, share) => {
    root.textContent = `${doing === 'read' ? 'Reading the record' : 'Marking what was found'}… ${Math.floor(share * 100)} %`
  })
  const engine = recordEngine(record)
  attachEngine(engine, { token: '', origin: '', proxy: false, memoryLimit: 0 })
  heldComesFrom(() => import('../../session/held.ts'))
  const { connection } = currentRoute()
  const first = firstOf(record)
  // A link may lead to another message of it.
  if (connection !== record.state.id)
    go({ connection: record.state.id, panel: 'traffic', ...(first === undefined ? {} : { item: String(first) }) }, 'replace')
  listenToKeys(() => true)
  root.textContent = ''
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' } } })}>
        <Reader by={record.by} unjudged={record.unjudged} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

start().catch((error: Error) => {
  root.textContent = `This page could not be read: ${error.message}`
})
