// Every message of the server against the structural schema of its revision. Nearly all fit, and that is found out fast; of those of many
// megabytes, the first.
import { isObject, type Json } from '../../json.ts'
import type { Revision } from '../../dialect/revisions.ts'
import { ALL } from '../revision.ts'
import type { Rule, Verdict } from '../rule.ts'
import { NOTIFICATIONS, REQUESTS, RESULTS, SCHEMAS } from '../schemas.ts'
import type { Message } from '../seen.ts'
import { fittingOf, type Fits } from '../fitting.ts'
import { definitionsOf, faultsOf } from '../structure.ts'

/** Texts longer than this are looked at in the first ten only. */
const LONG = 1_000_000
const LONG_ONES = 10

export const SCHEMA_RULES: readonly Rule[] = [
  {
    id: 'JR-28',
    level: 'derived',
    revisions: ALL,
    spec: ['schema/2026-07-28/schema.ts'],
    says: 'Every message fits the schema of its revision.',
    looksAt: 'message',
    yields: 'all',
    mend: 'Bring the message into the form that the schema has for it; the pointer says where.',
    on: ['result', 'notification', 'request'],
    judge() {
      let long = 0
      return {
        see(seen) {
          const message = seen as Message
          const definition = definitionFor(message)
          // What a greeting that lacks a part brings is looked at elsewhere.
          if (definition === undefined || String(message.asked?.id).startsWith('loupe-lacks')) return []
          const { seq, text } = message
          if (text.length > LONG && (long += 1) > LONG_ONES)
            return [{ outcome: 'inconclusive', says: 'Of messages of more than 1,000,000 characters, the first ten are looked at', seq }]
          const whole = wholeOf(message)
          return fitting(message.revision as Revision, definition)(whole) ? [{ outcome: 'pass', seq }] : told(message, definition, whole)
        },
      }
    },
  },
]

const fittings = new Map<string, Fits>()

function fitting(revision: Revision, definition: string): Fits {
  const key = `${revision} ${definition}`
  let found = fittings.get(key)
  if (found === undefined) fittings.set(key, (found = fittingOf(SCHEMAS[revision], definition)))
  return found
}

/** What the definition is of: of an answer, its result. */
function wholeOf({ kind, value }: Message): Json | undefined {
  return kind === 'result' && isObject(value) ? value.result : value
}

function told({ seq, kind, revision }: Message, definition: string, whole: Json | undefined): Verdict[] {
  // What only follows from the specification is noted elsewhere, and would go unseen among messages: one of a wrong shape is to be seen there.
  return faultsOf(SCHEMAS[revision as Revision], definition, whole).map(({ pointer, says }) => ({
    outcome: 'warn',
    says: `${definition}${placeOf(whole, pointer)}: ${says}`,
    seq,
    pointer: `${kind === 'result' ? '/result' : ''}${pointer}`,
  }))
}

/** The member at the end of a pointer, and the name of the item of a list that it is in: `, "description" of "add"`. */
function placeOf(whole: Json | undefined, pointer: string): string {
  let at = whole
  let named: string | undefined
  const path = pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
  for (const part of path) {
    at = Array.isArray(at) ? at[Number(part)] : isObject(at) ? at[part] : undefined
    if (isObject(at)) named = [at.name, at.uri, at.uriTemplate, named].find((one) => typeof one === 'string')
  }
  const last = path.findLast((part) => !/^\d+$/.test(part))
  if (last === undefined) return ''
  return `, ${JSON.stringify(last)}${named === undefined ? '' : ` of ${JSON.stringify(shortened(named))}`}`
}

const shortened = (text: string): string => (text.length > 80 ? `${text.slice(0, 80)}…` : text)

/** Undefined where the schema has none for it, or where the answer is of a form that the request does not tell. */
function definitionFor({ kind, method, result, revision, asked }: Message): string | undefined {
  if (revision === undefined) return undefined
  let name: string | undefined
  // Of one that the revision does not know, what holds for all.
  if (kind === 'notification') name = NOTIFICATIONS[method] ?? 'JSONRPCNotification'
  else if (kind === 'request') name = REQUESTS[method] ?? 'JSONRPCRequest'
  else if (result.resultType !== undefined && result.resultType !== 'complete')
    name = result.resultType === 'input_required' ? 'InputRequiredResult' : undefined
  else if (asked?.params.task !== undefined && isObject(result.task)) name = 'CreateTaskResult'
  else name = RESULTS[method]
  return name !== undefined && definitionsOf(SCHEMAS[revision])[name] !== undefined ? name : undefined
}
