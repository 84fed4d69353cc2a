// Arrays of messages, which one revision has, and what is sent that is no message at all.
import { isObject } from '../../json.ts'
import { readBoth } from '../read-both.ts'
import { heardOf, markOf, probed, refused } from '../probes.ts'
import { ALL, LEGACY, MODERN, between } from '../revision.ts'
import { each, quote, remembering, type Rule } from '../rule.ts'
import { eachTrip, isPipe, unread } from '../trips.ts'

const ONLY = between('2025-03-26', '2025-03-26')

export const BATCH_RULES: readonly Rule[] = [
  {
    id: 'BA-01',
    level: 'MUST',
    revisions: ONLY,
    spec: ['2025-03-26/basic/index', '2025-03-26/basic/transports'],
    says: 'Of an array of requests each is answered.',
    looksAt: 'array of two requests',
    mend: 'Answer each member, in an array or one by one on the stream.',
    ...probed('batch-two', 'MUST', ({ trip, status }) => {
      if (status !== undefined && status >= 400) return `it is answered with HTTP ${status}`
      return trip.answers === 2 ? undefined : `of two requests ${trip.answers} were answered`
    }),
  },
  {
    id: 'BA-02',
    level: 'MUST',
    revisions: ONLY,
    spec: ['2025-03-26/basic/transports'],
    says: 'An array of notifications is accepted with 202 and no body.',
    looksAt: 'array of notifications by POST',
    mend: 'Answer an array of notifications as you answer one: 202, and nothing in the body.',
    ...eachTrip('MUST', ({ body, status, reply }) => {
      if (!Array.isArray(body) || body.length === 0 || status === undefined) return null
      if (!body.every((one) => isObject(one) && typeof one.method === 'string' && one.id === undefined)) return null
      if (status !== 202) return `it is answered with HTTP ${status}`
      return (reply ?? '').trim() === '' ? undefined : 'the 202 has a body'
    }),
  },
  {
    id: 'BA-03',
    level: 'MUST',
    revisions: ONLY,
    spec: ['2025-03-26/basic/index'],
    says: 'Of an array with a request and a notification the request alone is answered.',
    looksAt: 'array of a request and a notification',
    mend: 'Answer the requests of an array, each once, and say nothing to its notifications.',
    ...probed('batch-mixed', 'MUST', ({ trip, status }) => {
      if (status !== undefined && status >= 400) return `it is answered with HTTP ${status}`
      return trip.answers === 1 ? undefined : `${trip.answers} answers came`
    }),
  },
  {
    id: 'BA-05',
    level: 'derived',
    revisions: ONLY,
    spec: ['2025-03-26/basic/lifecycle'],
    says: 'initialize within an array is refused.',
    looksAt: 'initialize within an array',
    mend: 'Refuse initialize within an array with -32600.',
    ...probed('batch-greeting', 'derived', (heard) => refused(heard)),
  },
  {
    id: 'JR-10',
    level: 'derived',
    revisions: ALL,
    spec: ['JSON-RPC 2.0', 'schema/2026-07-28/schema.ts'],
    says: 'What is no JSON is answered with -32700 or HTTP 400.',
    looksAt: 'text that is no JSON',
    mend: 'Catch the error of the parser, and answer with {"code": -32700}, without an id.',
    ...remembering(
      ['over', 'failure', 'exit'],
      'derived',
      () => ({ cut: false, ours: false }),
      ({ kind, trip, error }, memory) => {
        if ((kind as string) === 'exit') return memory.cut ? 'the process ended at it' : null
        if (trip === undefined || !markOf(trip).startsWith('loupe-cut')) return null
        memory.cut = true
        // A pipe owes no reply to it, but one that comes can be told.
        if (kind === 'failure') {
          if (trip.method === 'POST') return null
          return error?.code === -32700 ? undefined : { says: `the code is ${error?.code}`, at: '/error/code' }
        }
        const heard = heardOf(trip)
        if (heard.status !== undefined && heard.status >= 400 && heard.status < 500) return undefined
        if (heard.trip.over === 'failed') return 'the connection broke'
        return refused(heard, -32700)
      },
    ),
  },
  {
    id: 'JR-14',
    level: 'derived',
    revisions: ALL,
    spec: ['2024-11-05/basic/messages'],
    says: 'An id that is neither a string nor an integer is refused.',
    looksAt: 'request with such an id',
    mend: 'Check the id before anything else is done.',
    ...each(['over', 'garbled', 'result', 'failure', 'noise'], 'derived', ({ trip, kind, value, text }, { odd: ours }) => {
      // A line with such an id is no message.
      if ((kind as string) === 'noise') {
        const { value: said } = readBoth(text)
        if (!isObject(said) || said.method !== undefined || said.id === undefined || !ours.has(quote(said.id))) return null
        return said.result === undefined ? 'it is answered with an error that has the same id' : 'it is answered with a result'
      }
      const body = trip?.body
      if (trip === undefined || !isObject(body) || typeof body.method !== 'string' || body.id === undefined || body.id === null) return null
      const odd = isObject(body.id) || typeof body.id === 'boolean' || (typeof body.id === 'number' && !Number.isInteger(body.id))
      if (!odd) return null
      // An answer with such an id is no message itself.
      if (kind === 'garbled') return isObject(value) && value.result !== undefined ? 'it is answered with a result' : null
      // Over a pipe the answer comes by itself, later than the line went.
      if (kind === 'failure') return isPipe(trip) ? undefined : null
      if (kind === 'result') return isPipe(trip) ? 'it is answered with a result' : null
      return refused(heardOf(trip)) ?? (trip.messages > 0 || (trip.status ?? 0) >= 400 ? undefined : null)
    }),
  },
  {
    id: 'JR-18',
    level: 'derived',
    revisions: LEGACY,
    spec: ['2024-11-05/basic/messages'],
    says: 'An answer to what was never asked is ignored.',
    looksAt: 'answer to what was never asked',
    mend: 'Ignore answers to what you never asked: accept them (HTTP 202) and go on.',
    ...probed('never-asked', 'derived', ({ status }) =>
      status === undefined ? null : status < 500 ? undefined : `it is answered with HTTP ${status}`,
    ),
  },
  {
    id: 'JR-30',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index'],
    says: 'Every error names the request that it answers.',
    looksAt: 'error',
    mend: 'Copy the id of the request.',
    ...each(['failure'], 'MUST', ({ trip, id }) => {
      const [only, more] = trip?.asked ?? []
      if (only === undefined || more !== undefined || trip === undefined || trip.method !== 'POST') return null
      // What was not read, or came as an array, has no id that could be known.
      if (unread(trip) || Array.isArray(trip.body)) return null
      return id === undefined || id === null ? { says: 'it has no id', at: '/id' } : id === only.id ? undefined : null
    }),
  },
]
