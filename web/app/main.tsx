// Starts the page: the launch token leaves the URL, the engine worker is tied in, React draws.
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import '../ui/tokens.css'
import { keptNow, onKeptElsewhere } from '../session/auth-kept.ts'
import { patientPort } from '#mcp/transport/patient-port.ts'
import { attachEngine, engineLost, prepareEngine, tellKept } from '../session/engine.ts'
import type { FromEngine, ToEngine } from '../session/engine-messages.ts'
import { refreshThrough } from '../session/notices.ts'
import { thisTab } from '../session/this-tab.ts'
import { boot, settingsNow } from './boot.ts'
import { takeToken } from './launch-token.ts'
import { followTheme } from './theme.ts'
import { App, preloadConnecting, preloadFirst } from './App.tsx'

preloadFirst()
followTheme()
const token = takeToken()
const queryClient = new QueryClient({
  // An inspector never sends what nobody asked for.
  defaultOptions: {
    queries: { structuralSharing: false, retry: false, refetchOnWindowFocus: false, networkMode: 'always' },
    mutations: { networkMode: 'always' },
  },
})
refreshThrough(queryClient)
const unasked = queryClient.getQueryCache().subscribe(({ type, query }) => {
  if (query.queryKey[0] !== 'mcp' || type !== 'updated') return
  unasked()
  void import('../session/after-first.ts').then(({ afterFirst }) => afterFirst(queryClient))
})

// This module is never replaced while it runs (a change to it reloads the page), so the worker outlives hot updates of all others.
const worker = new Worker(new URL('../session/engine.worker.ts', import.meta.url), { type: 'module', name: 'loupe-engine' })
worker.onerror = (event) =>
  engineLost(`The engine broke: ${event.message || 'its script did not load'}. Reload the page to start it again.`)
attachEngine(patientPort<ToEngine, FromEngine, Transferable, MessageEvent<FromEngine>>(worker), {
  token,
  origin: window.location.origin,
  proxy: true,
  memoryLimit: settingsNow().memoryLimit * 1024 * 1024,
  tab: thisTab(),
  kept: keptNow(),
})
onKeptElsewhere(tellKept)
boot(token)
// The first thing that a person does here is on the way to a connection; the second is too late to begin fetching.
const stirred = new AbortController()
for (const type of ['pointermove', 'pointerdown', 'keydown', 'input'])
  addEventListener(type, stir, { capture: true, signal: stirred.signal })
function stir(): void {
  stirred.abort()
  prepareEngine()
  preloadConnecting()
}

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <App />
    </QueryClientProvider>
  </StrictMode>,
)
