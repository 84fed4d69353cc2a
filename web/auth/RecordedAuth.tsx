// The last authorization that a saved record tells of: its steps and its picture, to be read; nothing can be sent.
import { useQuery } from '@tanstack/react-query'
import { go, useRoute } from '../route/route.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { call } from '../session/engine.ts'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Note } from '../ui/Note.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { SequencePicture } from './SequencePicture.tsx'
import { Steps } from './Steps.tsx'
import style from './Auth.module.css'

const VIEWS = [
  { id: 'steps', title: 'Steps' },
  { id: 'picture', title: 'Picture' },
]

/** Milliseconds between two looks into a record that grows. */
const GROWS = 2000

export function RecordedAuth({ connection: { id, record } }: { connection: ConnectionState }) {
  const { query } = useRoute()
  const { data: flow, isPending } = useQuery({
    queryKey: ['recorded authorization', id],
    queryFn: () => call('auth', [id]),
    staleTime: 0,
    refetchInterval: record?.live === true ? GROWS : false,
  })
  if (isPending) return <p className={style.none}>Reading…</p>
  if (flow === null || flow === undefined)
    return (
      <EmptyState title="This record tells of no authorization">
        It holds no request to an authorization server: none was needed, or the token was there before.
      </EmptyState>
    )
  const view = query.view === 'picture' ? 'picture' : 'steps'
  return (
    <>
      <div className={style.now}>
        <Note tone="info" title="As it was recorded">
          The last authorization of this record, by what crossed the wire. Nothing can be run here; secrets are masked.
        </Note>
      </div>
      <div className={style.tabs}>
        <Tabs
          label="Views of the authorization"
          panelId="auth-view"
          tabs={VIEWS}
          selected={view}
          onSelect={(view) => go({ query: { ...query, view } }, 'replace')}
        />
      </div>
      <div id="auth-view" role="tabpanel" aria-label={VIEWS.find((one) => one.id === view)?.title}>
        {view === 'steps' ? <Steps connection={id} flow={flow} recorded /> : <SequencePicture flow={flow} />}
      </div>
    </>
  )
}
