// A step that waits for an answer: whose, since when and how long at most, and the way out of it.
import type { ReactNode } from 'react'
import type { FlowState } from '#mcp/auth/flow-state.ts'
import { PATIENCE } from '#mcp/auth/patience.ts'
import { decide } from '../session/auth.ts'
import { waitsFor } from '../ui/auth-words.ts'
import { Button } from '../ui/Button.tsx'
import { reveal, timeLeft } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { useNow } from '../ui/use-now.ts'
import { stepInPoint } from './step-words.ts'
import { useAct } from './use-act.ts'
import style from './Auth.module.css'

export interface RunningBoxProps {
  connection: string
  flow: FlowState
  /** Milliseconds before it is shown: what is quick needs no words. */
  after?: number
  /** Beside the buttons. */
  more?: ReactNode
}

export function RunningBox({ connection, flow, after = 0, more }: RunningBoxProps) {
  const { fault, act } = useAct()
  const now = useNow(250)
  const step = stepInPoint(flow)
  const ran = Math.max(0, now - (step?.at ?? now))
  const waits = step === undefined ? undefined : waitsFor(step)
  if (ran < after) return null
  return (
    <Note
      tone="info"
      role="status"
      title={`Running: ${step?.title ?? 'the steps'}`}
      actions={
        <>
          <Button look="quiet" onClick={() => act(decide(connection, false))}>
            Give up
          </Button>
          {more}
        </>
      }
    >
      {waits === undefined
        ? reveal(step?.says ?? '')
        : `${reveal(waits)} has not answered yet. An answer is waited for ${PATIENCE / 1000} seconds at most`}
      {waits !== undefined && ran >= 1000 && (
        // What counts is not read out again and again.
        <span aria-hidden="true">
          ; it has been <span className={style.figures}>{timeLeft(ran)}</span>
        </span>
      )}
      {waits !== undefined && '.'}
      {flow.holds && <p>A request waits for this, and its clock stands still.</p>}
      {fault !== undefined && <p className={style.bad}>{reveal(fault)}</p>}
    </Note>
  )
}
