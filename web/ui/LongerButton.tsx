// What a limit ended may be asked for once more with twice of it. Pressed by a person, never by itself.
import { limitPassed } from '#mcp/errors.ts'
import type { Json } from '#mcp/json.ts'
import type { ClockReading, Limits } from '#mcp/session-types.ts'
import { Button } from './Button.tsx'
import { timeLeft } from './format.ts'

export interface LongerButtonProps {
  error: { kind?: string; data?: Json } | undefined
  /** The clock as it was read last. */
  clock: ClockReading | undefined
  /** 'Call again', 'Read again'. */
  label: string
  onAgain: (limits: Partial<Limits>) => void
}

export function LongerButton({ error, clock, label, onAgain }: LongerButtonProps) {
  const passed = limitPassed(error)
  if (passed === undefined) return null
  const longer = passed.ms * 2
  const limits: Partial<Limits> = { ...clock?.limits, [passed.limit]: longer }
  // A silence that may last longer than the whole would be no longer limit.
  if (limits.total !== undefined && limits.total > 0) limits.total = Math.max(limits.total, limits.idle ?? 0)
  return (
    <Button onClick={() => onAgain(limits)}>
      {label}, with {timeLeft(longer)} {passed.limit === 'total' ? 'in all' : 'of silence'}
    </Button>
  )
}
