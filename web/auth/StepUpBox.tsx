// A call was refused for want of scopes: what it wants, what is had, what would be asked for; a person decides.
import type { ReactNode } from 'react'
import type { StepUp } from '#mcp/auth/flow-state.ts'
import { decide } from '../session/auth.ts'
import { Button } from '../ui/Button.tsx'
import { reveal } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { useAct } from './use-act.ts'
import style from './Auth.module.css'

export interface StepUpBoxProps {
  connection: string
  stepUp: StepUp
  /** Beside the buttons. */
  more?: ReactNode
}

export function StepUpBox({ connection, stepUp: { during, wants, had, asks, attempt }, more }: StepUpBoxProps) {
  const { fault, act } = useAct()
  return (
    <Note
      tone="ask"
      role="alert"
      title={`${reveal(during)} needs ${wants.length === 0 ? 'a login' : `more: ${wants.map(reveal).join(', ')}`}`}
      actions={
        <>
          <Button look="ask" onClick={() => act(decide(connection, true))}>
            Approve
          </Button>
          <Button onClick={() => act(decide(connection, false))}>Decline</Button>
          {more}
        </>
      }
    >
      {fault !== undefined && <p className={style.bad}>{reveal(fault)}</p>}
      <dl className={style.facts}>
        <dt>Had</dt>
        <dd>{listed(had)}</dd>
        <dt>Wanted</dt>
        <dd>{listed(wants)}</dd>
        <dt>Will be asked for</dt>
        <dd>
          {asks.length === 0
            ? 'none'
            : asks.map((scope) => (
                <code key={scope} className={had.includes(scope) ? style.scope : style.scopeNew}>
                  {had.includes(scope) ? '' : '+ '}
                  {reveal(scope)}
                </code>
              ))}
        </dd>
        {attempt > 0 && (
          <>
            <dt>Attempt</dt>
            <dd>{attempt + 1}</dd>
          </>
        )}
      </dl>
      <p className={style.dim}>
        Approved, you log in once more, and the call goes on by itself. Declined, it fails with what the server said.
      </p>
    </Note>
  )
}

function listed(scopes: readonly string[]): string {
  return scopes.length === 0 ? 'none' : scopes.map(reveal).join(' ')
}
