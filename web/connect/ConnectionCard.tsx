// A connection that is not up: what is tried and for how long, or what failed, why, and what to do about it; what
// is connected to can be changed in place.
import { maskUrl } from '#mcp/traffic/secret-names.ts'
import { useEffect, useState } from 'react'
import type { ConnectionState } from '../session/connection-state.ts'
import { call } from '../session/engine.ts'
import { openDoctor } from '../session/doctor.ts'
import { closeServer, openedServer, reopenServer } from '../session/opening.ts'
import { go, linkTo } from '../route/route.ts'
import { storeAuthSettings } from '../session/auth-settings.ts'
import { useAuth } from '../session/auth-state.ts'
import { AskedWait } from '../ui/AskedWait.tsx'
import { Button } from '../ui/Button.tsx'
import { deferred } from '../ui/deferred.tsx'
import { duration, reveal, running, timeLeft } from '../ui/format.ts'
import { LimitClock } from '../ui/LimitClock.tsx'
import { Note } from '../ui/Note.tsx'
import { RouteTable } from '../ui/RouteTable.tsx'
import { Status } from '../ui/Status.tsx'
import { Tail } from '../ui/Tail.tsx'
import { useNow } from '../ui/use-now.ts'
import { wholeDraftOf } from './auth-draft.ts'
import { mayDownload } from './command-line.ts'
import { stopOf, ToStep } from './AuthStopped.tsx'
import { faultsOf, meantDraft, targetOf, type Draft } from './draft.ts'
import { HttpFields } from './HttpFields.tsx'
import { MaskedFault } from './MaskedFault.tsx'
import { StdioFields } from './StdioFields.tsx'
import { useRemembered } from './remembered.ts'
import type { AuthNeededProps } from './AuthNeeded.tsx'
import { bringingBack } from './bringing-back.ts'
import style from './ConnectionCard.module.css'

const AuthNeeded = deferred<AuthNeededProps>(async () => (await import('./AuthNeeded.tsx')).AuthNeeded)

export function ConnectionCard({ connection }: { connection: ConnectionState }) {
  const { status, waiting, problem, process, route } = connection
  const state = waiting !== undefined ? 'waiting' : status
  const flow = useAuth(connection.id)
  // One failure is told once: authorization knows why, the connection what came of it.
  const stopped = problem?.authorization === true && flow?.status === 'failed' && state !== 'connecting' ? flow : undefined
  const stop = stopped && stopOf(stopped)
  const todo = stop?.mend === undefined ? (problem?.todo ?? []).map(reveal) : [stop.mend]
  return (
    <section className={style.card} aria-label="Connection" key={connection.id}>
      <div className={style.story}>
        {state === 'connecting' && <Connecting connection={connection} />}
        {flow !== undefined && stopped === undefined && <AuthNeeded connection={connection.id} />}
        {state === 'waiting' && <Waiting connection={connection} />}
        {state !== 'connecting' && problem === undefined && state !== 'waiting' && (
          <h2 className={style.title}>
            <Status status={state} /> Disconnected from {reveal(connection.name)}
          </h2>
        )}
        {state !== 'connecting' && problem !== undefined && (
          <div className={style.problem}>
            <h2 className={style.title}>
              <Status status="failed" /> {stop?.title ?? reveal(problem.title)}
            </h2>
            <dl className={style.facts}>
              <dt>Tried</dt>
              <dd>{reveal(problem.tried)}</dd>
              <dt>Happened</dt>
              <dd>{reveal(problem.happened)}</dd>
              {stop !== undefined && (
                <>
                  <dt>Why</dt>
                  <dd>{stop.why}</dd>
                </>
              )}
            </dl>
            {problem.retryAt !== undefined && state !== 'waiting' && <AskedWait until={problem.retryAt} act="Reconnect" />}
            {todo.length > 0 && (
              <>
                <h3>What to do</h3>
                <ul className={style.todo}>
                  {todo.map((one) => (
                    <li key={one}>{one}</li>
                  ))}
                </ul>
              </>
            )}
            {stopped !== undefined && (
              <div className={style.acts}>
                <ToStep flow={stopped} />
              </div>
            )}
          </div>
        )}
        {process !== undefined && <Said connection={connection} live={state === 'connecting'} />}
        {route !== undefined && state !== 'connecting' && (
          <details className={style.route}>
            <summary>Way to the server: {route.via === 'direct' ? 'straight from this page' : 'through the proxy'}</summary>
            <RouteTable {...route} />
          </details>
        )}
      </div>
      {state !== 'connecting' && <Again key={`${connection.id} ${connection.generation}`} connection={connection} />}
    </section>
  )
}

function Connecting({ connection }: { connection: ConnectionState }) {
  const now = useNow(100)
  const { target, since, id } = connection
  const held = useAuth(id)?.holds === true
  const elapsed = Math.max(0, now - since)
  return (
    <>
      <h2 className={style.title}>
        <Status status="connecting" /> Connecting to {reveal(connection.name)}
        {!held && <span className={style.clock}>{running(elapsed)}</span>}
      </h2>
      <p className={style.where}>{target.kind === 'stdio' ? (connection.process?.commandLine ?? target.command) : maskUrl(target.url)}</p>
      {connection.restoring !== undefined && (
        <p className={style.dim}>{bringingBack(connection.restoring)} It is connected to after that.</p>
      )}
      {elapsed > 3000 && !held && connection.restoring === undefined && (
        <p className={style.dim}>
          {target.kind === 'stdio'
            ? `${mayDownload(target.command) ? 'The first time, it downloads the server before it starts.' : 'It has not answered yet.'} What it says meanwhile stands below.`
            : 'The server has not answered yet.'}
        </p>
      )}
      {connection.clock !== undefined && (
        <LimitClock clock={connection.clock} onMore={() => void call('keepConnecting', [id]).catch(() => undefined)} />
      )}
      <div className={style.acts}>
        <Button onClick={() => void closeServer(id)}>Cancel</Button>
        {elapsed > 3000 && !held && <Button onClick={() => openDoctor(id)}>Find out why</Button>}
        <a href={linkTo({ panel: 'traffic' })}>See the traffic</a>
      </div>
    </>
  )
}

function Waiting({ connection }: { connection: ConnectionState }) {
  const now = useNow(250)
  const { waiting, id, name, problem } = connection
  if (waiting === undefined) return null
  const left = Math.max(0, waiting.nextAt - now)
  return (
    <>
      <h2 className={style.title}>
        <Status status="waiting" /> {reveal(name)} went away
      </h2>
      <p>
        Waiting for it to come back: attempt {waiting.attempt} {left > 0 ? `in ${timeLeft(left)}` : 'now'}.
        {problem?.retryAt !== undefined && left > 0 && ' So long it asks to be left alone.'}
      </p>
      <div className={style.acts}>
        <Button look="primary" data-arrive="" onClick={() => void reopenServer(id)}>
          Try now
        </Button>
        <Button onClick={() => void closeServer(id)}>Stop waiting</Button>
      </div>
    </>
  )
}

function Said({ connection, live }: { connection: ConnectionState; live: boolean }) {
  const { process, problem } = connection
  if (process === undefined) return null
  const { stderr, noise, exit, pid } = process
  // One that never ran, or that we ended ourselves, has no last words.
  const died = exit !== undefined && pid !== undefined && /exited|ended/i.test(problem?.happened ?? '')
  if (!live && stderr.length === 0 && noise.length === 0 && !died) return null
  return (
    <>
      {noise.length > 0 && (
        <div className={style.said}>
          {live && (
            <Note tone="warn" role="status" title="It prints text on stdout, where only messages belong">
              {reveal(noise[0]!)}
            </Note>
          )}
          {!live && (
            <>
              <h3>What it wrote to stdout</h3>
              <Tail lines={noise} aria-label="Lines of stdout" />
            </>
          )}
        </div>
      )}
      <div className={style.said}>
        <h3>
          {live ? 'What it says on stderr' : 'Its last lines on stderr'}
          {died && <span className={style.dim}> it lived for {duration(Math.max(0, exit.at - process.startedAt))}</span>}
        </h3>
        {stderr.length === 0 ? (
          <p className={style.dim}>{live ? 'Nothing yet.' : 'It said nothing there.'}</p>
        ) : (
          <Tail lines={stderr} role="log" aria-live="off" aria-label="Lines of stderr" />
        )}
      </div>
    </>
  )
}

/** A link to the row of the record where the failure is, once that is known. */
function ToTraffic({ connection }: { connection: ConnectionState }) {
  const { id, problem } = connection
  const { seq, exchange } = problem ?? {}
  const [row, setRow] = useState(seq)
  useEffect(() => {
    setRow(seq)
    if (seq !== undefined || exchange === undefined) return
    call('exchange', [id, exchange]).then(
      (detail) => setRow(detail?.rows.at(-1)?.seq),
      () => undefined,
    )
  }, [id, seq, exchange])
  return <a href={linkTo({ panel: 'traffic', item: row === undefined ? undefined : String(row) })}>See it in Traffic</a>
}

/** What is connected to, changeable, and the way to try again. */
function Again({ connection }: { connection: ConnectionState }) {
  const server = openedServer(connection.id)
  const { servers, keep } = useRemembered()
  const [draft, setDraft] = useState<Draft | undefined>(() => (server === undefined ? undefined : wholeDraftOf(server)))
  const [tried, setTried] = useState(false)
  if (server === undefined || draft === undefined) return null
  const meant = meantDraft(draft)
  const faults = faultsOf(meant)
  const Fields = draft.kind === 'stdio' ? StdioFields : HttpFields
  return (
    <form
      className={style.again}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (Object.keys(faults).length > 0) return
        const target = targetOf(meant)
        if (meant.kind === 'http') storeAuthSettings(server.name, meant.auth)
        if (servers.some(({ id }) => id === server.id)) keep({ ...server, target })
        void reopenServer(server.id, { target })
      }}
    >
      <div className={style.acts}>
        <Button look="primary" type="submit" data-arrive="">
          Reconnect
        </Button>
        {connection.problem !== undefined && <Button onClick={() => openDoctor(connection.id)}>Find out why</Button>}
        <Button onClick={() => go({ connection: '', panel: '' })}>Another server</Button>
        <ToTraffic connection={connection} />
      </div>
      {tried && Object.keys(faults).length > 0 && (
        <Note tone="bad" role="alert">
          {faults.masked === undefined ? Object.values(faults)[0] : <MaskedFault draft={meant} />}
        </Note>
      )}
      <details open={connection.problem !== undefined}>
        <summary>{draft.kind === 'stdio' ? 'Command, environment, folder' : 'URL, token, headers'}</summary>
        <div className={style.fields}>
          <Fields draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} faults={tried ? faults : {}} />
        </div>
      </details>
    </form>
  )
}
