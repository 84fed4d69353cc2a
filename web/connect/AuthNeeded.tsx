// The server wants to know who is there: what is due, in place, and the way to every step of it.
import { mayOpen } from '#mcp/auth/urls.ts'
import { go } from '../route/route.ts'
import { decide, openLogin } from '../session/auth.ts'
import { useAuth, useStray } from '../session/auth-state.ts'
import { QUICK, waitsFor } from '../ui/auth-words.ts'
import { Button } from '../ui/Button.tsx'
import { reveal, timeLeft } from '../ui/format.ts'
import { LoginAddress } from '../ui/LoginAddress.tsx'
import { Note } from '../ui/Note.tsx'
import { useNow } from '../ui/use-now.ts'
import { stopOf, ToStep } from './AuthStopped.tsx'

export interface AuthNeededProps {
  connection: string
}

/** Nothing where nothing of it stands in the way. */
export function AuthNeeded({ connection }: AuthNeededProps) {
  const flow = useAuth(connection)
  const stray = useStray(flow?.open?.state)
  const runs = flow?.status === 'running' && flow.holds
  const now = useNow(500, runs)
  if (flow === undefined || (!runs && flow.status !== 'waiting' && flow.status !== 'failed')) return null
  const { open, at, steps, status } = flow
  const step = steps.find(({ id }) => id === at)
  const late = now - (step?.at ?? now) >= QUICK
  if (runs && !late) return null
  const show = <ToStep flow={flow} />
  if (runs) {
    const waits = step === undefined ? undefined : waitsFor(step)
    return (
      <Note
        tone="info"
        role="status"
        title={`Authorization is under way${step === undefined ? '' : `: ${step.title}`}`}
        actions={
          <>
            <Button onClick={() => void decide(connection, false).catch(() => go({ panel: 'auth' }))}>Give up</Button>
            {show}
          </>
        }
      >
        {waits === undefined ? reveal(step?.says ?? '') : `${reveal(waits)} has not answered yet.`}
        {waits !== undefined && step?.at !== undefined && (
          // What counts is not read out again and again.
          <span aria-hidden="true"> It has been {timeLeft(Math.max(0, now - step.at))}.</span>
        )}
      </Note>
    )
  }
  if (open === undefined || !mayOpen(open.url)) {
    const { title, why, mend } =
      status === 'failed'
        ? stopOf(flow)
        : { title: 'Authorization needed', why: reveal(step?.says ?? ''), mend: reveal(step?.flaws[0]?.mend ?? '') }
    return (
      <Note tone={status === 'failed' ? 'bad' : 'ask'} role="status" title={title} actions={show}>
        <div>{why}</div>
        <div>{mend}</div>
      </Note>
    )
  }
  const login = (how: 'popup' | 'page') => void openLogin(connection, how).catch(() => go({ panel: 'auth', item: 'authorization' }))
  return (
    <Note
      tone="ask"
      role="status"
      title="Authorization needed: log in to go on"
      actions={
        <>
          <Button look="primary" onClick={() => login('popup')}>
            Open login page
          </Button>
          <Button title="This page goes there and comes back: for browsers that block popups" onClick={() => login('page')}>
            Log in here
          </Button>
          {show}
        </>
      }
    >
      {stray !== undefined && <p role="alert">{stray}</p>}
      <LoginAddress url={open.url} />
    </Note>
  )
}
