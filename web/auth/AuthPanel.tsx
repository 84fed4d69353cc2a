// How authorization stands with a server: what is due now, the steps with all that was sent and said, a picture of them, the token,
// and what a person sets.
import { useEffect, useState } from 'react'
import type { FlowState } from '#mcp/auth/flow-state.ts'
import { go, useRoute } from '../route/route.ts'
import { authorize, runSteps, signOut } from '../session/auth.ts'
import { authSettingsOf } from '../session/auth-settings.ts'
import { useAuth } from '../session/auth-state.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { useConnection } from '../session/connections.ts'
import { Button } from '../ui/Button.tsx'
import { deferred } from '../ui/deferred.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { reveal } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import pane from '../ui/Pane.module.css'
import { Said } from '../ui/Said.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { Now } from './Now.tsx'
import { RecordedAuth } from './RecordedAuth.tsx'
import { SequencePicture } from './SequencePicture.tsx'
import { Setup } from './Setup.tsx'
import { Steps } from './Steps.tsx'
import { TokenView } from './TokenView.tsx'
import { isPlain, STATUS } from './step-words.ts'
import type { TraceDialogProps } from './TraceDialog.tsx'
import { useAct } from './use-act.ts'
import style from './Auth.module.css'

const TraceDialog = deferred<TraceDialogProps>(async () => (await import('./TraceDialog.tsx')).TraceDialog)

const VIEWS = [
  { id: 'steps', title: 'Steps' },
  { id: 'picture', title: 'Picture' },
  { id: 'token', title: 'Token' },
  { id: 'setup', title: 'Setup' },
] as const

export function AuthPanel() {
  const connection = useConnection()
  if (connection === undefined) return null
  const { target, record } = connection
  const none =
    target.kind === 'stdio'
      ? 'Authorization is for HTTP. A server that runs as a process takes its credentials from its environment: set variables in the form of the connection.'
      : /^wss?:/i.test(target.url)
        ? 'No revision says how a WebSocket is authorized. Headers of yours go with its handshake: set them in the form of the connection.'
        : undefined
  if (none === undefined && record === undefined) return <HttpAuth key={connection.id} connection={connection} />
  return (
    <section className={pane.pane} aria-labelledby="auth">
      <div className={pane.bar}>
        <h2 id="auth">Authorization</h2>
      </div>
      <div className={pane.body} data-testid="auth" data-status={none === undefined ? 'recorded' : 'none'} data-at="">
        {none === undefined ? <RecordedAuth connection={connection} /> : <EmptyState title="Nothing to authorize here">{none}</EmptyState>}
      </div>
    </section>
  )
}

function HttpAuth({ connection: { id, name, target } }: { connection: ConnectionState }) {
  const flow = useAuth(id)
  const { fault, act } = useAct()
  const { query } = useRoute()
  const [tracing, setTracing] = useState(false)
  useEffect(() => {
    // Shows the steps without sending anything.
    authorize(id, { do: 'settings', settings: authSettingsOf(name) }).catch(() => undefined)
  }, [id, name])
  const view = VIEWS.find(({ id }) => id === query.view)?.id ?? 'steps'
  const running = flow?.status === 'running'
  const plain = flow !== undefined && isPlain(flow.mode)
  const own =
    target.kind === 'http' && ((target.bearer ?? '') !== '' || target.headers.some(({ name }) => name.toLowerCase() === 'authorization'))
  return (
    <section className={pane.pane} aria-labelledby="auth">
      <div className={pane.bar}>
        <h2 id="auth">Authorization</h2>
        {flow !== undefined && <RulesOf flow={flow} />}
        <span className={pane.end}>
          {flow !== undefined && (
            <>
              <Button look="quiet" onClick={() => setTracing(true)}>
                Export…
              </Button>
              <Button
                look="quiet"
                disabled={plain}
                title="Forgets the token and what was found, and begins at the challenge"
                onClick={() => act(startOver(id, flow))}
              >
                Start over
              </Button>
              <Button look="primary" disabled={running || plain} onClick={() => act(runSteps(id))}>
                Run all
              </Button>
            </>
          )}
        </span>
      </div>
      <div className={pane.body} data-testid="auth" data-status={flow?.status ?? ''} data-at={flow?.at ?? ''}>
        {tracing && flow !== undefined && <TraceDialog connection={id} name={name} flow={flow} onClose={() => setTracing(false)} />}
        {fault !== undefined && <Note tone="bad" role="alert" title={reveal(fault)} />}
        {flow === undefined ? (
          <p className={style.none}>Looking…</p>
        ) : (
          <>
            <Said className="visually-hidden">{STATUS[flow.status]}</Said>
            <Now connection={id} flow={flow} own={own} />
            <div className={style.tabs}>
              <Tabs
                label="Views of the authorization"
                panelId="auth-view"
                tabs={VIEWS.map((one) => ({ ...one }))}
                selected={view}
                onSelect={(view) => go({ query: { ...query, view } }, 'replace')}
              />
            </div>
            <div id="auth-view" role="tabpanel" aria-label={VIEWS.find((one) => one.id === view)?.title}>
              {plain && (view === 'steps' || view === 'picture') && (
                <EmptyState title="There are no steps in this mode">What it sends goes with each request as it is.</EmptyState>
              )}
              {!plain && view === 'steps' && <Steps connection={id} flow={flow} />}
              {!plain && view === 'picture' && <SequencePicture flow={flow} />}
              {view === 'token' && <TokenView connection={id} flow={flow} />}
              {view === 'setup' && <Setup connection={id} name={name} flow={flow} />}
            </div>
          </>
        )}
      </div>
    </section>
  )
}

/** A request that waits goes on waiting: only a token is given up. */
async function startOver(connection: string, { token }: FlowState): Promise<void> {
  if (token !== undefined) await signOut(connection, false)
  await runSteps(connection, 'challenge')
}

function RulesOf({ flow: { revision, revisionWhy } }: { flow: FlowState }) {
  return (
    <span className={style.rulesOf} title={revisionWhy}>
      rules of {revision}
    </span>
  )
}
