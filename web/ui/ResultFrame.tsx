// The region "Result": its state, what is known of the answer, tabs over its views, and a failure in its place.
import type { ReactNode } from 'react'
import { hasPeerData } from '#mcp/errors.ts'
import type { Json } from '#mcp/json.ts'
import { Button } from './Button.tsx'
import type { ClockReading, LateAnswer, Limits, StrayAnswer } from '#mcp/session-types.ts'
import { useProgressSaid } from './announce.ts'
import { AskedWait } from './AskedWait.tsx'
import { Freshness, type Fresh } from './Freshness.tsx'
import { LateNote } from './LateNote.tsx'
import { LimitClock } from './LimitClock.tsx'
import { JsonView } from './JsonView.tsx'
import { LastLines } from './LastLines.tsx'
import { LongerButton } from './LongerButton.tsx'
import { Note } from './Note.tsx'
import { StrayNote } from './StrayNote.tsx'
import { Tabs, type Tab } from './Tabs.tsx'
import { duration, reveal, size } from './format.ts'
import { ranFor } from './run-time.ts'
import { useArrival } from './use-arrival.ts'
import { useFocusAfter } from './use-focus-after.ts'
import { useNow } from './use-now.ts'
import pane from './Pane.module.css'
import style from './ResultFrame.module.css'

export type ResultState = 'idle' | 'running' | 'done' | 'tool-error' | 'failed' | 'cancelled'

export interface ResultFrameProps {
  state: ResultState
  /** Milliseconds since the epoch; for the seconds that a running call takes. */
  startedAt?: number
  progress?: { progress: number; total?: number; message?: string }
  /** How long it may take yet; `more` gives it longer. */
  clock?: { reading: ClockReading; more: () => void }
  /** An answer that came after the request was given up; it is drawn as the children are. */
  late?: LateAnswer
  /** An answer came meanwhile that answers nothing. */
  stray?: StrayAnswer
  answer?: { ms: number; bytes: number; answerSeq: number }
  /** How long a copy of the answer counts as fresh, where the server says it. */
  fresh?: Fresh
  error?: FailureFacts
  /** What the process said last, when its end is what failed: in place of the error's data. */
  words?: { seq: number; lines: readonly string[] }
  /** Address of a row in the traffic. */
  linkToRow: (seq: number) => string
  /** Row of the request. */
  seq?: number
  tabs: Tab[]
  tab: string
  onTab: (id: string) => void
  onCancel: () => void
  /** The button that asks once more, by its name. */
  again: string
  /** Asks for the same once more. */
  onAgain?: (limits?: Partial<Limits>) => void
  /** What can be done about the failure besides. */
  remedy?: { says: string; enable?: () => void }
  /** Between the tabs and the facts: copying. */
  acts?: ReactNode
  /** The answer; shown beneath a failure or a running call as well, when there is an older one. */
  children?: ReactNode
  /** What stands there when nothing was asked yet. */
  idle: ReactNode
}

export interface FailureFacts {
  /** 'silent': its data is our own. */
  kind?: string
  retryAt?: number
  message: string
  code?: number
  data?: Json
  advice?: string
}

export function ResultFrame(props: ResultFrameProps) {
  const { state, answer, error, seq, tabs, tab, onTab, onCancel, acts, children, idle, linkToRow } = props
  const box = useArrival<HTMLElement>(
    state === 'idle' ? undefined : `${state} ${seq ?? ''} ${answer?.answerSeq ?? ''}`,
    // A failure's own note is read out as it comes.
    state === 'idle' || state === 'running' || (state === 'failed' && error !== undefined)
      ? undefined
      : `${props.again}: ${state}${state === 'done' && answer !== undefined ? `, ${duration(answer.ms)}, ${size(answer.bytes)}` : ''}`,
  )
  return (
    <section ref={box} className={pane.pane} aria-label="Result" data-state={state} data-work="" aria-busy={state === 'running'}>
      <div className={`${pane.bar} ${style.bar}`}>
        {answer === undefined ? <h2>Result</h2> : <Tabs label="Result shown as" tabs={tabs} selected={tab} onSelect={onTab} />}
        <span className={pane.end}>
          {state === 'done' && <Freshness fresh={props.fresh} />}
          {acts}
          <span className={style.facts}>
            {state === 'running' && <Elapsed {...props} />}
            {state === 'failed' && <span className={style.bad}>failed</span>}
            {state === 'cancelled' && <span className={style.warn}>cancelled</span>}
            {state === 'done' && answer !== undefined && (
              <>
                <span className={style.ok}>done</span> · {duration(answer.ms)} · {size(answer.bytes)}
              </>
            )}
          </span>
          {(state === 'done' ? answer?.answerSeq : seq) !== undefined && (
            <a className="mono" href={linkToRow((state === 'done' ? answer?.answerSeq : seq)!)} title="In the traffic">
              #{state === 'done' ? answer?.answerSeq : seq}
            </a>
          )}
          {state === 'running' && <Cancel onCancel={onCancel} />}
        </span>
      </div>
      <div className={pane.body}>
        {state === 'running' && <Progress {...props} />}
        {props.stray !== undefined && (state === 'running' || state === 'failed') && (
          <StrayNote stray={props.stray} linkToRow={linkToRow} />
        )}
        {state === 'failed' && error !== undefined && <Failure {...props} error={error} />}
        {props.late !== undefined && state !== 'running' && <LateNote late={props.late} linkToRow={linkToRow} />}
        {state === 'cancelled' && (
          <p className={style.line}>Cancelled by you. {answer !== undefined && props.late === undefined && 'Below is what came before.'}</p>
        )}
        {answer === undefined ? (
          state === 'idle' ? (
            idle
          ) : null
        ) : (
          <div className={state === 'failed' ? style.old : undefined}>{children}</div>
        )}
      </div>
    </section>
  )
}

/** It goes when the answer comes. */
function Cancel({ onCancel }: Pick<ResultFrameProps, 'onCancel'>) {
  return (
    <span ref={useFocusAfter<HTMLSpanElement>()}>
      <Button onClick={onCancel}>Cancel</Button>
    </span>
  )
}

function Failure({ error, words, linkToRow, onAgain, ...props }: ResultFrameProps & { error: FailureFacts }) {
  return (
    <div className={style.failure}>
      <Note
        tone="bad"
        role="alert"
        title={`${error.message}${error.code === undefined ? '' : ` (${error.code})`}`}
        actions={onAgain !== undefined && <Remedies {...props} error={error} onAgain={onAgain} />}
      >
        {props.remedy?.says ?? (error.retryAt === undefined ? error.advice : undefined)}
      </Note>
      {error.retryAt !== undefined && <AskedWait until={error.retryAt} act={props.again} />}
      {words !== undefined ? (
        <LastLines lines={words.lines} href={linkToRow(words.seq)} />
      ) : (
        hasPeerData(error) && <JsonView value={error.data!} label="Data of the error" bare />
      )}
    </div>
  )
}

type RemediesProps = Pick<ResultFrameProps, 'again' | 'clock' | 'error' | 'remedy'> & { onAgain: NonNullable<ResultFrameProps['onAgain']> }

function Remedies({ again, clock, error, remedy, onAgain }: RemediesProps) {
  return (
    <span ref={useFocusAfter<HTMLSpanElement>()} className={style.remedies}>
      <LongerButton error={error} clock={clock?.reading} label={`${again} again`} onAgain={onAgain} />
      {remedy?.enable !== undefined && (
        <Button
          onClick={() => {
            remedy.enable?.()
            onAgain()
          }}
        >
          Enable and retry
        </Button>
      )}
    </span>
  )
}

function Elapsed({ startedAt, clock }: ResultFrameProps) {
  const now = useNow(250)
  return <>{startedAt === undefined ? '' : duration(ranFor({ startedAt, ...(clock === undefined ? {} : { clock }) }, now))}</>
}

function Progress({ progress, clock }: ResultFrameProps) {
  return (
    <>
      {progress !== undefined && <Steps {...progress} />}
      {clock !== undefined && <LimitClock padded clock={clock.reading} onMore={clock.more} />}
    </>
  )
}

function Steps(progress: NonNullable<ResultFrameProps['progress']>) {
  const { total, message } = progress
  const says = `${progress.progress}${total === undefined ? '' : ` of ${total}`}${message === undefined ? '' : ` · ${reveal(message)}`}`
  useProgressSaid(says)
  return (
    <div className={style.progress}>
      <progress aria-label="Progress" value={total === undefined ? undefined : progress.progress} max={total} />
      <span>{says}</span>
    </div>
  )
}
