// The envelope: what JSON-RPC 2.0, and what each revision makes of it, owe every message.
import { duplicateIn, mayRepeat, membersIn } from '../../json-duplicates.ts'
import { isObject, type Json } from '../../json.ts'
import { isModernError } from '../../dialect/revisions.ts'
import { idKey, isAsking, twinKey, type Id } from '../../jsonrpc.ts'
import { repeats } from '../../repeats.ts'
import { markOf } from '../probes.ts'
import { metaFaults, metasIn } from '../meta.ts'
import { toRubbish } from '../proper.ts'
import { ALL, LEGACY, MODERN, between, since } from '../revision.ts'
import { each, eachOf, quote, remembering, type Rule } from '../rule.ts'
import { keyOf, type Message } from '../seen.ts'
import { looksInternal } from '../words.ts'
import { newerThan, unknownNotification } from '../newer.ts'
import { unread, sse } from '../trips.ts'

const own = (seen: Message): { [key: string]: Json } | undefined => (isObject(seen.value) ? seen.value : undefined)

export const JSON_RPC_RULES: readonly Rule[] = [
  {
    id: 'JR-01',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/basic/messages', '2026-07-28/basic/index'],
    says: 'Every message is a JSON object with "jsonrpc": "2.0".',
    looksAt: 'message',
    yields: ['HS-01', 'HS-02', 'HT-22', 'JR-27', 'RS-05', 'WS-01'],
    mend: 'Write one JSON object a message, with the member "jsonrpc": "2.0".',
    ...remembering(
      ['message', 'note'],
      'MUST',
      () => ({ broken: -2 }),
      (seen, memory) => {
        if ((seen.kind as string) === 'note') {
          const { fact } = seen as unknown as { fact: { fault?: string } }
          if (fact.fault === 'broken-lines') memory.broken = seen.seq
          return null
        }
        if (seen.kind === 'batch') return null
        // The end of a message that was broken over lines: ST-02 looks at that.
        if (seen.kind === 'garbled' && seen.seq - memory.broken <= 2) return null
        // A GET that is answered with no stream: HT-01 looks at that.
        if (seen.trip?.method === 'GET' && seen.trip.status === 200 && !sse(seen.trip)) return null
        const value = own(seen)
        // What answers no request should not be there at all: HT-02 and HT-03 look at that.
        if (toRubbish(seen) && seen.trip !== undefined && isObject(seen.trip.body) && seen.kind === 'garbled') return null
        if (seen.value === undefined) return `${quote(seen.text)} is no JSON`
        if (value === undefined) return `is ${quote(seen.value)}, and no object`
        return value.jsonrpc === '2.0' ? undefined : { says: `"jsonrpc" is ${quote(value.jsonrpc)}`, at: '/jsonrpc' }
      },
    ),
  },
  {
    id: 'JR-02',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/basic/messages', '2026-07-28/basic/index'],
    says: 'An answer has the id of a request that waits for it, in value and JSON type, once.',
    looksAt: 'answer',
    yields: ['JR-15'],
    mend: 'Send back the id exactly as it came, and answer each request once.',
    ...each(['result', 'failure', 'garbled'], 'MUST', (seen, { pending, odd, transport }) => {
      if (seen.kind === 'garbled') {
        const value = own(seen)
        if (value === undefined || isAsking(value) || value.result === undefined || odd.has(quote(value.id))) return null
        // JR-03 looks at one with both.
        if (value.error !== undefined) return null
        const why = value.id === undefined || value.id === null ? '' : ', which is neither a string nor an integer'
        return { says: `a result with the id ${quote(value.id)}${why}`, at: '/id' }
      }
      const { id } = seen
      if (id === undefined || id === null) {
        // JR-19 looks at those of later revisions; before them HTTP alone may refuse without an id.
        const { asked, revision, trip } = seen
        if (asked === undefined || revision === undefined || revision >= '2025-11-25' || (trip?.status ?? 200) >= 400) return null
        return { says: `an error without an id, and ${asked.method} had the id ${quote(asked.id as Json)}`, at: '/id' }
      }
      // BA-03 looks at those.
      if (seen.again && seen.trip !== undefined && markOf(seen.trip).startsWith('loupe-batch-')) return null
      // An answer on the stream and in the reply to the POST as well: HS-02 looks at that.
      if (seen.again && transport === 'http+sse' && (seen.asked?.trip?.answers ?? 0) > 0) return null
      if (seen.again) return { says: 'the request with this id had its answer before', at: '/id' }
      if (seen.asked !== undefined) return undefined
      if (toRubbish(seen) || odd.has(quote(id as Json))) return null
      const twin = pending.get(twinOf(id))?.[0]
      if (twin !== undefined) return { says: `the id is ${quote(id as Json)}, and ${quote(twin.id as Json)} was asked with`, at: '/id' }
      return { says: `no request with the id ${quote(id as Json)} waits for an answer`, at: '/id' }
    }),
  },
  {
    id: 'JR-03',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/basic/messages', '2025-11-25/basic/index'],
    says: 'An answer has either a result or an error, and no method.',
    looksAt: 'answer',
    mend: 'Send "result" on success and "error" on failure, never both and never neither; leave "method" to requests.',
    ...each(['result', 'failure', 'garbled'], 'MUST', (seen) => {
      const value = own(seen)
      if (value === undefined || isAsking(value)) return null
      const both = value.result !== undefined && value.error !== undefined
      if (both) return 'it has both "result" and "error"'
      if (value.method !== undefined)
        return { says: `it has "method" (${quote(value.method)}) as well, which requests and notifications have`, at: '/method' }
      if (seen.kind !== 'garbled') return undefined
      return value.id !== undefined && value.result === undefined && value.error === undefined
        ? 'it has neither "result" nor "error"'
        : null
    }),
  },
  {
    id: 'JR-04',
    level: 'MUST',
    revisions: ALL,
    spec: ['2024-11-05/basic/messages', '2026-07-28/basic/index'],
    says: 'An error has an integer code and a message.',
    looksAt: 'error',
    mend: 'Send {"code": <integer>, "message": "<text>"} as the error.',
    ...each(['failure', 'garbled'], 'MUST', (seen) => {
      const value = own(seen)
      if (value === undefined || value.error === undefined || isAsking(value)) return null
      // JR-03 looks at one with both.
      if (value.error === null && value.result !== undefined) return null
      const { error } = value
      if (!isObject(error)) return { says: `the error is ${quote(error)}`, at: '/error' }
      if (typeof error.code !== 'bigint' && !Number.isInteger(error.code))
        return { says: `the code is ${quote(error.code)}`, at: '/error/code' }
      return typeof error.message === 'string' ? undefined : { says: `the message is ${quote(error.message)}`, at: '/error/message' }
    }),
  },
  {
    id: 'JR-05',
    level: 'SHOULD',
    revisions: ALL,
    spec: ['schema/2024-11-05/schema.ts', 'schema/2026-07-28/schema.ts'],
    says: 'The message of an error is one short sentence.',
    looksAt: 'error',
    mend: 'Say in a sentence what went wrong; put more into "data", and traces into the log.',
    ...each(['failure'], 'SHOULD', ({ error }) => {
      if (error === undefined || error.message === '') return null
      const { message } = error
      const at = '/error/message'
      if (/\n\s+at .+:\d+/.test(message) || /Traceback \(most recent call last\)/.test(message)) return { says: 'it is a stack trace', at }
      // Lists of faults in arguments are made for models, and useful.
      return message.length > 1000 ? { says: `it has ${message.length} characters`, at } : undefined
    }),
  },
  {
    id: 'JR-06',
    level: 'MUST',
    revisions: LEGACY,
    spec: ['2024-11-05/basic/messages'],
    says: 'A request of the server has a string or an integer as its id, and no id twice.',
    looksAt: 'request of the server',
    mend: 'Number the requests of a session, each with a number of its own.',
    ...remembering(
      ['request', 'garbled'],
      'MUST',
      () => new Set<string>(),
      (seen, used) => {
        const value = own(seen)
        // JR-07 looks at notifications.
        if (typeof value?.method === 'string' && value.method.startsWith('notifications/')) return null
        if (seen.kind === 'garbled') {
          if (value === undefined || typeof value.method !== 'string' || !isAsking(value) || value.id === undefined) return null
          return { says: `the id is ${quote(value.id)}`, at: '/id' }
        }
        const key = idKey(seen.id as Id)
        if (used.has(key)) return { says: `the id ${quote(seen.id as Json)} was used before`, at: '/id' }
        used.add(key)
        return undefined
      },
    ),
  },
  {
    id: 'JR-07',
    level: 'MUST NOT',
    revisions: ALL,
    spec: ['2024-11-05/basic/messages', '2026-07-28/basic/index'],
    says: 'A notification has no id.',
    looksAt: 'notification',
    mend: 'Leave "id" out of what wants no answer.',
    ...each(['notification', 'garbled', 'request'], 'MUST NOT', (seen) => {
      const value = own(seen)
      if (typeof value?.method !== 'string' || !value.method.startsWith('notifications/')) return null
      return value.id === undefined ? undefined : { says: `${value.method} has the id ${quote(value.id)}`, at: '/id' }
    }),
  },
  {
    id: 'JR-19',
    level: 'MUST',
    revisions: since('2025-11-25'),
    spec: ['2025-11-25/basic/index', '2026-07-28/basic/index'],
    says: 'An error without an id answers only what had no readable id.',
    looksAt: 'error without an id',
    yields: ['JR-30'],
    mend: 'Send the id of the request with its error.',
    ...each(['failure'], 'MUST', ({ id, trip, asked, revision }) => {
      if (id !== undefined && id !== null) return null
      // A pipe does not say what such an error answers.
      if (trip === undefined || trip.method === 'STDIN' || trip.method === 'WS')
        return asked === undefined ? null : { says: `${asked.method} had the id ${quote(asked.id as Json)}`, at: '/id' }
      // What was turned away was not read, and an array has no id.
      if (unread(trip) || Array.isArray(trip.body)) return null
      // The older era lets HTTP refuse with an error that has no id.
      if (revision !== '2026-07-28' && (trip.status ?? 200) >= 400) return trip.asked.length === 0 ? undefined : null
      const [first] = trip.asked
      return first === undefined ? undefined : { says: `the request ${first.method} had the id ${quote(first.id as Json)}`, at: '/id' }
    }),
  },
  {
    id: 'JR-20',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index'],
    says: 'Every result says its "resultType".',
    looksAt: 'result',
    mend: 'Add "resultType": "complete" to each result.',
    ...each(['result'], 'MUST', ({ result }) =>
      typeof result.resultType === 'string' ? undefined : { says: `"resultType" is ${quote(result.resultType)}`, at: '/result' },
    ),
  },
  {
    id: 'JR-21',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index'],
    says: 'A "resultType" is complete, input_required, or what an extension that both sides declared defines.',
    looksAt: 'result with a resultType',
    yields: ['XE-01'],
    whole: true,
    mend: 'Use "complete" or "input_required", and types of extensions only with clients that declared them.',
    ...each(['result'], 'MUST', ({ result }, { capabilities, offered }) => {
      const { resultType } = result
      if (typeof resultType !== 'string') return null
      if (resultType === 'complete' || resultType === 'input_required') return undefined
      const ours = isObject(offered.extensions) ? Object.keys(offered.extensions) : []
      const theirs = isObject(capabilities.extensions) ? capabilities.extensions : {}
      if (ours.some((name) => name in theirs)) return undefined
      return { says: `${quote(resultType)}, and both sides declared no extension in common`, at: '/result/resultType' }
    }),
  },
  {
    id: 'JR-22',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index'],
    says: 'The codes -32002 and -32042 are gone.',
    looksAt: 'error',
    mend: 'Answer with -32602 where a resource does not exist, and with an input_required result where a URL must be visited.',
    ...each(['failure'], 'MUST NOT', ({ error }) =>
      error?.code === -32002 || error?.code === -32042 ? { says: `the code is ${error.code}`, at: '/error/code' } : undefined,
    ),
  },
  {
    id: 'JR-23',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index'],
    says: 'From -32020 to -32099 only -32020, -32021 and -32022 are used.',
    looksAt: 'error',
    mend: 'Use -32602 for bad parameters, or a code of your own outside of -32768 to -32000.',
    ...each(['failure'], 'MUST NOT', ({ error }) => {
      const code = Number(error?.code)
      if (code > -32020 || code < -32099 || isModernError(code)) return undefined
      // JR-22 looks at this one.
      return code === -32042 ? null : { says: `the code is ${code}`, at: '/error/code' }
    }),
  },
  {
    id: 'JR-24',
    level: 'SHOULD NOT',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index'],
    says: 'Codes of the server itself lie outside of -32768 to -32000.',
    looksAt: 'error',
    mend: 'Choose codes outside of the reserved range.',
    ...each(['failure'], 'SHOULD NOT', ({ error }) => {
      const code = Number(error?.code)
      if (code === -32002) return null
      const standard = code === -32700 || (code <= -32600 && code >= -32603)
      const free = code < -32768 || code > -32000
      return standard || free || (code <= -32020 && code >= -32099) ? undefined : { says: `the code is ${code}`, at: '/error/code' }
    }),
  },
  {
    id: 'JR-25',
    level: 'MUST',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/basic/index', '2025-11-25/basic/index', '2026-07-28/basic/index'],
    says: 'The names in _meta follow its grammar.',
    looksAt: '_meta',
    mend: 'Write a prefix of labels with dots between, a slash, and a name: "example.com/my-key".',
    ...eachOf(['result', 'notification', 'request'], 'MUST', metasIn, (meta, seen) => metaFaults(meta, seen.revision, 'grammar')),
  },
  {
    id: 'JR-26',
    level: 'derived',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/basic/index', '2026-07-28/basic/index'],
    says: 'Prefixes that belong to the protocol hold only what it defines.',
    looksAt: '_meta',
    mend: 'Use a prefix with a domain of your own.',
    ...eachOf(['result', 'notification', 'request'], 'derived', metasIn, (meta, seen) => metaFaults(meta, seen.revision, 'reserved')),
  },
  {
    id: 'JR-27',
    level: 'MUST',
    revisions: since('2025-03-26'),
    spec: ['2025-03-26/basic/transports', '2026-07-28/basic/transports/index'],
    says: 'Everything is UTF-8.',
    looksAt: 'message',
    mend: 'Write UTF-8, without a byte order mark.',
    ...each(['message', 'note'], 'MUST', (seen) => {
      const { kind } = seen as { kind: string }
      if (kind !== 'note') {
        if (seen.text.startsWith('\uFEFF')) return 'it begins with a byte order mark (U+FEFF), which is not seen on a screen'
        return seen.text.includes('\uFFFD') ? null : undefined
      }
      const { fault, text, row } = (seen as unknown as { fact: { fault?: string; text: string; row?: number } }).fact
      if (fault !== 'not-utf-8' && fault !== 'byte-order-mark') return null
      return row === undefined ? text : { says: text, seq: row }
    }),
  },
  {
    id: 'JR-29',
    level: 'derived',
    revisions: ALL,
    spec: ['2025-06-18/basic/lifecycle', 'schema/2025-11-25/schema.ts'],
    says: 'Nothing comes that the revision that was agreed on does not have.',
    looksAt: 'message',
    mend: 'Leave out what the revision does not have; where it is an additional member, older clients ignore it. A notification of your own has a prefix of your own.',
    ...each(['result', 'notification', 'request'], 'derived', ({ kind, method, result, revision }) => {
      if (revision === undefined) return null
      const unknown = kind === 'notification' ? unknownNotification(method) : undefined
      if (unknown !== undefined) return { says: unknown.says, at: '/method', outcome: unknown.slip ? 'warn' : 'info' }
      return newerThan(kind, method, result, revision)
    }),
  },
  {
    id: 'JR-31',
    level: 'SHOULD',
    revisions: ALL,
    spec: ['RFC 8259 §4'],
    says: 'No object of a message has a member twice.',
    looksAt: 'message',
    mend: 'Write each name once in an object: of two that are alike some parsers take the last, some the first, and some refuse the text.',
    ...each(['message'], 'SHOULD', ({ batched, text, value }) => {
      // Of a batch the whole is looked at.
      if (batched || value === undefined) return null
      const twice = repeats.fits(text) || !mayRepeat(text, membersIn(value)) ? undefined : duplicateIn(text)
      return twice && { says: `${quote(twice.name)} stands twice in one object, and the last one was read`, at: twice.within }
    }),
  },
  {
    id: 'BA-07',
    level: 'MUST NOT',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/changelog', '2025-06-18/basic/transports'],
    says: 'The server sends no arrays of messages.',
    looksAt: 'message',
    whole: true,
    mend: 'Send each message by itself: batches are gone.',
    ...each(['message'], 'MUST NOT', ({ kind, batched }) => (kind === 'batch' ? 'it is an array of messages' : batched ? null : undefined)),
  },
  {
    id: 'BA-08',
    level: 'MAY',
    revisions: between('2025-03-26', '2025-03-26'),
    spec: ['2025-03-26/basic/transports'],
    says: 'A batch holds requests and notifications, or answers, and not both.',
    looksAt: 'batch',
    mend: 'Send answers in an array of their own.',
    ...each(['batch'], 'MAY', ({ reading }) => {
      if (reading.kind !== 'batch') return null
      const answers = reading.members.filter(({ kind }) => kind === 'result' || kind === 'failure').length
      return answers === 0 || answers === reading.members.length ? undefined : 'it mixes answers with other messages'
    }),
  },
  {
    id: 'SX-03',
    level: 'derived',
    revisions: ALL,
    spec: ['schema/2024-11-05/schema.ts'],
    says: 'Errors tell nothing of the inside of the server.',
    looksAt: 'error',
    yields: ['JR-05'],
    mend: 'Catch exceptions, log them, and answer with a sentence.',
    ...each(['failure'], 'derived', ({ error }) => {
      const told = looksInternal(`${error?.message}\n${quote(error?.data)}`)
      return told === undefined ? undefined : { says: told, at: '/error' }
    }),
  },
]

function twinOf(id: Id): string {
  return keyOf(true, id).replace(idKey(id), twinKey(id))
}
