// For tests: what proves a rule, a conversation that keeps it and one with the flaw.
import type { Revision } from '../../dialect/revisions.ts'
import { Talk } from '../../testing/record.ts'

export interface Proof {
  id: string
  keeps: () => Talk
  breaks: () => Talk
  /** Rules that the same flaw breaks of necessity. */
  also?: string[]
  /** The rule only ever notes something: its id. */
  silent?: string
  /** The flaw is another rule's to tell, always: its id. */
  by?: string
}

/** A conversation that has begun well. */
export function begun(revision: Revision = '2025-11-25', capabilities: Talk['capabilities'] = {}, pipe = false): Talk {
  return new Talk(revision, pipe).greet(capabilities)
}

/** The same conversation twice, with what makes the difference. */
export function proof<T>(
  id: string,
  make: (difference: T) => Talk,
  good: T,
  bad: T,
  more: Pick<Proof, 'also' | 'silent' | 'by'> = {},
): Proof {
  return { id, keeps: () => make(good), breaks: () => make(bad), ...more }
}
