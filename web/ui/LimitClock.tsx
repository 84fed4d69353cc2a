// How long a request may take yet, and the way to give it longer. Quiet until a quarter of the limit is used.
import type { ClockReading, Limits } from '#mcp/session-types.ts'
import { Button } from './Button.tsx'
import { timeLeft } from './format.ts'
import { useNow } from './use-now.ts'
import style from './LimitClock.module.css'

export interface LimitClockProps {
  clock: ClockReading
  /** Both limits begin anew. */
  onMore: () => void
  /** It stands at the edge of a pane. */
  padded?: boolean
}

export function LimitClock({ clock, onMore, padded = false }: LimitClockProps) {
  const now = useNow(250, !clock.held)
  const says = limitWords(clock, now)
  if (says === undefined) return null
  return (
    <div className={padded ? `${style.clock} ${style.padded}` : style.clock}>
      <span role="timer">{says}</span>
      {!clock.held && (
        <Button aria-label="Keep waiting: both limits begin anew" title="Both limits begin anew" onClick={onMore}>
          Keep waiting
        </Button>
      )}
    </div>
  )
}

/** What the clock says at `now` (milliseconds since the epoch); undefined while nobody needs to know. */
export function limitWords({ at, held, limits, left }: ClockReading, now: number): string | undefined {
  const limited = (['idle', 'total'] as const).filter((limit) => limits[limit] > 0)
  if (limited.length === 0) return undefined
  if (held) return 'The clock stands still meanwhile.'
  const passed = Math.max(0, now - at)
  const remaining = (limit: keyof Limits) => Math.max(0, left[limit] - passed)
  const next = limited.reduce((a, b) => (remaining(b) < remaining(a) ? b : a))
  if (remaining(next) > limits[next] * 0.75) return undefined
  const time = timeLeft(remaining(next))
  return next === 'total' && limited.length > 1 ? `Gives up in ${time}, progress or not.` : `Gives up in ${time} if nothing comes.`
}
