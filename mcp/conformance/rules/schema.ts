// Every message of the server against the structural schema of its revision. The work is bounded: of what a server says over
// and over, a sample is taken, and the verdict says so.
import { isObject, type Json } from '../../json.ts'
import type { Revision } from '../../dialect/revisions.ts'
import { ALL } from '../revision.ts'
import type { Rule, Verdict } from '../rule.ts'
import { NOTIFICATIONS, REQUESTS, RESULTS, SCHEMAS } from '../schemas.ts'
import type { Message } from '../seen.ts'
import { definitionsOf, faultsOf, type Fault } from '../structure.ts'

/** Messages of one kind that are looked at one by one; after them, each hundredth. */
const WHOLE = 500
const SAMPLE = 100
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
      const counts = new Map<string, number>()
      let long = 0
      return {
        *see(seen) {
          const message = seen as Message
          const definition = definitionFor(message)
          // What a greeting that lacks a part brings is looked at elsewhere.
          if (definition === undefined || String(message.asked?.id).startsWith('loupe-lacks')) return
          const key = `${message.kind} ${definition}`
          const count = (counts.get(key) ?? 0) + 1
          counts.set(key, count)
          if (count > WHOLE && count % SAMPLE !== 0) return
          if (message.text.length > LONG && (long += 1) > LONG_ONES) return
          const sampled = count > WHOLE ? ' (a sample: each hundredth of such messages is looked at)' : ''
          yield* told(message, definition, sampled)
        },
      }
    },
  },
]

function* told(message: Message, definition: string, sampled: string): Generator<Verdict> {
  const { seq, kind, value } = message
  const root = SCHEMAS[message.revision as Revision]
  const result = kind === 'result'
  const whole: Json | undefined = result && isObject(value) ? value.result : value
  const faults: Fault[] = faultsOf(root, definition, whole)
  if (faults.length === 0) return yield { outcome: 'pass', seq }
  // What only follows from the specification is noted elsewhere, and would go unseen among messages: one of a wrong shape is to be seen there.
  for (const { pointer, says } of faults)
    yield {
      outcome: 'warn',
      says: `${definition}${placeOf(whole, pointer)}: ${says}${sampled}`,
      seq,
      pointer: `${result ? '/result' : ''}${pointer}`,
    }
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
