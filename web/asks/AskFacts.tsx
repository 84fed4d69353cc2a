// Who asks, during which call, since when, how long it may wait, and where it stands in the record.
import { linkTo } from '../route/route.ts'
import type { PendingAsk } from '../session/engine-messages.ts'
import { clock, duration, reveal, timeLeft } from '../ui/format.ts'
import { useNow } from '../ui/use-now.ts'
import style from './Asks.module.css'

export function AskFacts({ ask }: { ask: PendingAsk }) {
  const waits = useWait(ask)
  return (
    <div className={style.facts}>
      <b>{reveal(ask.connectionName)}</b> asks
      {ask.during !== undefined && (
        <span>
          {ask.late === true ? 'after the answer to' : 'during'} {ask.during.method} <code>{reveal(ask.during.name)}</code>
        </span>
      )}
      {ask.task === true && <span title="It has a task of ours, and comes for the answer">as a task</span>}
      <Since at={ask.at} />
      <a
        href={linkTo({ connection: ask.connection, panel: 'traffic', item: String(ask.seq) })}
        className="mono"
        aria-label={`Message ${ask.seq} in Traffic`}
      >
        #{ask.seq}
      </a>
      {waits !== undefined && (
        <span className={style.hint} role="timer">
          {waits}
        </span>
      )}
    </div>
  )
}

function useWait(ask: PendingAsk): string | undefined {
  const now = useNow(1000, ask.deadline !== undefined)
  return waitWords(ask, now)
}

/** How long an ask may wait: until a time that its server named, or as long as our own clock stands still for it. */
export function waitWords({ deadline, clock: reading }: Pick<PendingAsk, 'deadline' | 'clock'>, now: number): string | undefined {
  if (deadline !== undefined)
    return deadline > now
      ? `the server waits until ${clock(deadline).slice(0, 8)}, ${timeLeft(deadline - now)} more`
      : 'the server waits no longer'
  if (reading === undefined) return undefined
  const left = (['idle', 'total'] as const).filter((limit) => reading.limits[limit] > 0).map((limit) => reading.left[limit])
  return left.length === 0 ? undefined : `the call’s clock stands still meanwhile, with ${timeLeft(Math.min(...left))} left`
}

/** "for 12 s", by the second. */
export function Since({ at }: { at: number }) {
  const now = useNow(1000, true)
  const seconds = Math.max(0, Math.floor((now - at) / 1000))
  return (
    <span className={style.since}>{seconds < 1 ? 'just now' : seconds < 60 ? `for ${seconds} s` : `for ${duration(seconds * 1000)}`}</span>
  )
}
