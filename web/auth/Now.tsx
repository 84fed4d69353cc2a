// What is due: log in, decide about more scopes, look at what failed; or how things stand where nothing is.
import { useEffect, useRef } from 'react'
import type { FlowState, Step } from '#mcp/auth/flow-state.ts'
import { go } from '../route/route.ts'
import { decide, refreshToken, signOut } from '../session/auth.ts'
import { Button } from '../ui/Button.tsx'
import { MODES } from '../ui/auth-words.ts'
import { reveal, timeLeft } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { useNow } from '../ui/use-now.ts'
import { LoginBox } from './LoginBox.tsx'
import { RunningBox } from './RunningBox.tsx'
import { StepUpBox } from './StepUpBox.tsx'
import { cut, isPlain, stepInPoint } from './step-words.ts'
import { useAct } from './use-act.ts'
import style from './Auth.module.css'

export interface NowProps {
  connection: string
  flow: FlowState
  /** The connection brings a token or an Authorization header of its own. */
  own: boolean
}

export function Now({ connection, flow, own }: NowProps) {
  const { fault, act } = useAct()
  const { status, open, stepUp, token, holds } = flow
  const step = stepInPoint(flow)
  const mode = isPlain(flow.mode) ? MODES.find(({ id }) => id === flow.mode) : undefined
  const look = step !== undefined && <Button onClick={() => go({ item: step.id, query: {} })}>Show the step “{step.title}”</Button>
  const giveUp = holds && (
    <Button look="quiet" onClick={() => act(decide(connection, false))}>
      Give up
    </Button>
  )
  return (
    <div className={style.now}>
      {fault !== undefined && <Note tone="bad" role="alert" title={reveal(fault)} />}
      {stepUp !== undefined ? (
        <StepUpBox connection={connection} stepUp={stepUp} />
      ) : open !== undefined ? (
        <LoginBox connection={connection} flow={flow} open={open} more={giveUp} />
      ) : status === 'running' ? (
        <RunningBox connection={connection} flow={flow} />
      ) : status === 'waiting' ? (
        <Note
          tone="ask"
          role="status"
          title={reveal(step?.says ?? 'It waits for you')}
          actions={
            <>
              {look}
              {giveUp}
            </>
          }
        >
          {holds && <p>A request waits for this.</p>}
          <Flaws step={step} />
        </Note>
      ) : status === 'failed' ? (
        <Note tone="bad" role="alert" title={`It stopped at “${step?.title ?? '?'}”: ${reveal(step?.says ?? '')}`} actions={look}>
          <Flaws step={step} />
        </Note>
      ) : status === 'authorized' && token !== undefined && mode === undefined ? (
        <Note
          tone={isOver(token.expiresAt) ? 'warn' : 'ok'}
          title={<>Authorized by {reveal(hostOf(token.issuer))}</>}
          actions={
            <>
              <Button
                disabled={!token.refreshable}
                title={token.refreshable ? undefined : 'There is no refresh token'}
                onClick={() => act(refreshToken(connection))}
              >
                Refresh token
              </Button>
              <Button onClick={() => act(signOut(connection, false))}>Sign out</Button>
              <Button look="danger" onClick={() => act(signOut(connection, true))}>
                Sign out and revoke
              </Button>
            </>
          }
        >
          <Expiry at={token.expiresAt} />
          {token.scope !== undefined && (
            <>
              {' '}
              Scope: <code>{reveal(token.scope)}</code>
            </>
          )}
        </Note>
      ) : status === 'closed' && flow.gaveUp === true ? (
        <Note tone="info" role="status" title="Given up">
          What waited for it has failed with the answer of the server. “Run all” goes on from here; so does the next request.
        </Note>
      ) : status === 'closed' ? (
        <SignedOut flow={flow} />
      ) : (
        <Note
          tone="info"
          title={
            mode !== undefined
              ? `Mode: ${mode.title}`
              : own
                ? 'Your own credentials are sent'
                : flow.refused === true
                  ? 'The server asks for a token'
                  : 'The server has asked for no token'
          }
        >
          {mode !== undefined
            ? `${mode.says} Another mode is chosen in “Setup”.`
            : own
              ? 'OAuth does not begin by itself while the connection has a token or an Authorization header. “Run all” looks all the same.'
              : flow.refused === true
                ? '“Run all” finds out where one is to be had, step by step; so does the next request.'
                : 'Nothing is looked up unasked. “Run all” looks all the same, as if it had answered 401.'}
        </Note>
      )}
    </div>
  )
}

function SignedOut({ flow: { kept, server, steps } }: { flow: FlowState }) {
  const revoked = steps.find(({ id, state }) => id === 'revoke' && state !== 'waiting')
  const left = kept.filter((one) => one.server === server)
  return (
    <Note tone={revoked?.state === 'failed' ? 'warn' : 'info'} role="status" title="Signed out">
      {revoked !== undefined && (
        <p>
          {reveal(revoked.says)}. {reveal(revoked.flaws[0]?.mend ?? '')}
        </p>
      )}
      <p>
        {left.some((one) => one.token || one.refresh)
          ? 'A token is kept still: see “Token”.'
          : 'No token is kept for this server: the next request goes out without one.'}
        {left.length > 0 && ' We are still registered as a client; “Token” can forget that too.'}
      </p>
    </Note>
  )
}

/** Characters of a text that a server may have written; the step shows more of it, and Traffic all. */
const MOST = 300

function Flaws({ step }: { step: Step | undefined }) {
  const [first] = step?.flaws.filter(({ level }) => level === 'error' || step.state === 'needs-you') ?? []
  if (first === undefined) return null
  const { says, mend } = first
  return (
    <>
      {says.replace(/\.$/, '') !== step?.says && <p>{reveal(cut(says, MOST))}</p>}
      <p>{reveal(mend)}</p>
    </>
  )
}

export function Expiry({ at }: { at: number | undefined }) {
  const now = useNow(1000, at !== undefined)
  if (at === undefined) return <>It does not say when it expires.</>
  if (at <= now) return <span className={style.bad}>Expired {timeLeft(now - at)} ago.</span>
  return (
    <>
      Expires in <span className={style.figures}>{timeLeft(at - now)}</span>.
    </>
  )
}

function isOver(at: number | undefined): boolean {
  return at !== undefined && at <= Date.now()
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}

/** Brings an element into view when `wanted` becomes true. */
export function useIntoView<Kind extends HTMLElement>(wanted: boolean) {
  const ref = useRef<Kind>(null)
  useEffect(() => {
    if (wanted) ref.current?.scrollIntoView({ block: 'nearest' })
  }, [wanted])
  return ref
}
