// What is known of a conversation while it is read.
import type { Era, Transport } from '../session-types.ts'
import type { Revision } from '../dialect/revisions.ts'
import type { Asked, Obj } from './seen.ts'

/** What is known of the conversation so far. */
export interface Facts {
  transport: Transport | undefined
  url: string
  era: Era | undefined
  revision: Revision | undefined
  /** What the server declared, and what we did. */
  capabilities: Obj
  offered: Obj
  greeted: boolean
  /** The session that HTTP carries. */
  sessionId: string | undefined
  /** Requests without an answer: key, see `keyOf`. */
  pending: ReadonlyMap<string, Asked[]>
  /** Ids that we sent with what is no request, as JSON: an answer may name them. */
  odd: ReadonlySet<string>
  /** Tokens of requests under way, and of finished ones. */
  tokens: ReadonlyMap<string, Asked>
  /** Where challenges say that the resource is described. */
  named: ReadonlySet<string>
  /** The revision that was tried last: what a server is judged by that lets nobody in. */
  tried: Revision | undefined
  /** Something of this conversation is not in the record: what seems to lack a cause may have had it there. */
  gap: boolean
  /** It has shown that it is one of the newer era, in this run or in one before. */
  everModern: boolean
}

/** Of a conversation of which nothing was read yet; the collections are those of its reader, which fills them. */
export function blankFacts(
  pending: Facts['pending'],
  odd: Facts['odd'],
  tokens: Facts['tokens'],
  named: Facts['named'],
  everModern: boolean,
): Facts {
  return {
    transport: undefined,
    url: '',
    era: undefined,
    revision: undefined,
    capabilities: {},
    offered: {},
    greeted: false,
    sessionId: undefined,
    pending,
    odd,
    tokens,
    named,
    tried: undefined,
    gap: false,
    everModern,
  }
}

/** Who answers any method with any object has not shown that it knows the newer era. */
export const isOfNewerEra = ({ supportedVersions, resultType }: Obj): boolean =>
  supportedVersions !== undefined || typeof resultType === 'string'
