// How a call went, for who does not see it: each event once, whoever else tells of it.
import { duration, reveal, size } from '../ui/format.ts'
import type { ToolCall } from './calls.ts'

export const WORDS = { running: 'running', done: 'done', 'tool-error': 'tool error', failed: 'failed', cancelled: 'cancelled' }

/** `alerts`: a failure is in view, whose own note is read out as it comes. */
export function spoken({ tool, state, answer }: Pick<ToolCall, 'tool' | 'state' | 'answer'>, alerts: boolean): string | undefined {
  if (state === 'failed' && alerts) return undefined
  return `${reveal(tool)}: ${WORDS[state]}${answer === undefined ? '' : `, ${duration(answer.ms)}, ${size(answer.bytes)}`}`
}
