// What is said of findings whose messages the record does not hold any more: it keeps within its memory, the findings stay.
import type { CheckFinding, CheckState } from '../session/check-state.ts'
import { grouped } from '../ui/format.ts'

/** Those that can be looked at before those that cannot, else in their order. */
export function leftFirst(findings: readonly CheckFinding[], gone: CheckState['gone']): CheckFinding[] {
  const isGone = ({ seq }: CheckFinding): boolean => gone?.seqs.includes(seq) === true
  return [...findings.filter((one) => !isGone(one)), ...findings.filter(isGone)]
}

/** Stands above the findings; undefined: all of their messages are there. */
export function goneWords(gone: CheckState['gone']): string | undefined {
  if (gone === undefined || gone.messages === 0) return undefined
  const many = gone.messages !== 1
  return `${many ? `${grouped(gone.messages)} messages` : 'One message'} that broke it ${many ? 'are' : 'is'} no more in the record, which keeps within its memory (Settings): what was found in ${many ? 'them' : 'it'} stays here, without a link.`
}

/** What a link to all messages that break it leads to. Undefined: to none, since no such message is left. */
export function leftWords({ broken, gone }: Pick<CheckState, 'broken' | 'gone'>): string | undefined {
  const lost = gone?.messages ?? 0
  if (lost === 0) return 'all of them in the traffic'
  return lost < broken ? 'those that are left, in the traffic' : undefined
}
