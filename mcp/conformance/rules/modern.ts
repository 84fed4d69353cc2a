// What 2026-07-28 alone asks for: the envelope that each request carries, the headers that say the same, and arguments that
// travel as headers.
import { isObject, parseJson, type Json } from '../../json.ts'
import { MODERN, between, since } from '../revision.ts'
import { each, quote, type Look, type Level, type Rule } from '../rule.ts'
import type { Message, Obj, Side, Trip } from '../seen.ts'
import { eachTrip } from '../trips.ts'

const META = 'io.modelcontextprotocol/'
const MISMATCH = -32020
const NAMED: { [method: string]: string } = { 'tools/call': 'name', 'prompts/get': 'name', 'resources/read': 'uri' }
const REMOVED = ['ping', 'logging/setLevel', 'resources/subscribe', 'resources/unsubscribe']

const headerOf = (trip: Trip, name: string): string | undefined => trip.headers.find(([one]) => one.toLowerCase() === name)?.[1]
const paramsOf = (trip: Trip): Obj => (isObject(trip.body) && isObject(trip.body.params) ? trip.body.params : {})
const metaOf = (params: Obj): Obj | undefined => (isObject(params._meta) ? params._meta : undefined)

/** A coded value, as text; undefined when it cannot be read. */
function decoded(value: string): string | undefined {
  const coded = /^=\?base64\?(.*)\?=$/.exec(value)?.[1]
  if (coded === undefined) return value
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(atob(coded), (char) => char.charCodeAt(0)))
  } catch {
    return undefined
  }
}

function codeOf({ reply }: Trip): Json | undefined {
  try {
    const value = parseJson(reply ?? '')
    // That it comes in an array, or as a text, is told elsewhere.
    const own = Array.isArray(value) && value.length === 1 ? value[0] : value
    const code = isObject(own) && isObject(own.error) ? own.error.code : undefined
    return typeof code === 'string' && /^-?\d+$/.test(code) ? Number(code) : code
  } catch {
    return undefined
  }
}

const isRefused = (trip: Trip): Look => {
  const code = codeOf(trip)
  if (trip.status === 400 && code === MISMATCH) return undefined
  if (code === MISMATCH) return { says: `it is refused with ${MISMATCH}, but by HTTP ${trip.status}`, echo: true }
  return `it is answered with HTTP ${trip.status}${code === undefined ? '' : ` and the code ${quote(code)}`}`
}

/** Requests over HTTP that `is` picks. */
function posted(
  level: Level,
  is: (trip: Trip, method: string, params: Obj) => boolean,
  look: (trip: Trip) => Look = isRefused,
): Pick<Rule, 'on' | 'judge'> {
  return each(['over'], level, (seen) => {
    const { trip } = seen as unknown as Side
    const [asked] = trip?.asked ?? []
    if (trip?.method !== 'POST' || asked === undefined || trip.status === undefined || !isObject(trip.body)) return null
    // Who is not let in learns nothing of the rest.
    if (trip.status === 401 || trip.status === 403) return null
    return is(trip, asked.method, paramsOf(trip)) ? look(trip) : null
  })
}

/** Answers to requests whose envelope `is` picks, over any transport. */
function enveloped(level: Level, is: (meta: Obj | undefined) => boolean, look: (seen: Message) => Look): Pick<Rule, 'on' | 'judge'> {
  return each(['result', 'failure'], level, (seen) => {
    const { asked } = seen
    if (asked?.ours !== true || !/\/list$|^server\/discover$/.test(asked.method)) return null
    return is(metaOf(asked.params)) ? look(seen) : null
  })
}

const rejected = ({ kind, error, trip }: Message): Look => {
  if (kind === 'result') return 'it is answered with a result'
  if (error?.code !== -32602 && error?.code !== MISMATCH) return { says: `the code is ${error?.code}`, at: '/error/code' }
  return trip?.status === undefined || trip.status === 400 ? undefined : { says: `it comes with HTTP ${trip.status}`, echo: true }
}

export const MODERN_RULES: readonly Rule[] = [
  {
    id: 'DV-07',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index'],
    says: 'A request that does not say its version is refused with -32602, over HTTP with 400.',
    looksAt: 'request without a version in _meta',
    remark: 'The codes -32600 and -32601 are remarks: a server of both eras takes such a request for one of the older.',
    mend: 'Check _meta before the method.',
    ...enveloped(
      'MUST',
      (meta) => meta !== undefined && meta[`${META}protocolVersion`] === undefined && meta[`${META}clientCapabilities`] !== undefined,
      // One of both eras takes it for a request of the older one, and refuses that.
      (seen) =>
        seen.error?.code === -32600 || seen.error?.code === -32601
          ? { says: `the code is ${seen.error.code}`, at: '/error/code', outcome: 'info' }
          : rejected(seen),
    ),
  },
  {
    id: 'DV-08',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index'],
    says: 'A request that does not say the capabilities of its client is refused with -32602, over HTTP with 400.',
    looksAt: 'request without capabilities in _meta',
    mend: 'Check _meta before the method.',
    ...enveloped(
      'MUST',
      (meta) => meta !== undefined && typeof meta[`${META}protocolVersion`] === 'string' && meta[`${META}clientCapabilities`] === undefined,
      rejected,
    ),
  },
  {
    id: 'DV-09',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index', '2026-07-28/basic/versioning'],
    says: 'A request without _meta is refused.',
    looksAt: 'request without _meta',
    mend: 'Answer with -32602; a server of both eras may answer as the older one does.',
    ...enveloped(
      'MUST',
      (meta) => meta === undefined,
      ({ kind }) => (kind === 'result' ? 'it is answered with a result' : undefined),
    ),
  },
  {
    id: 'DV-10',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/basic/index'],
    says: 'A request that does not say who its client is is served.',
    looksAt: 'request without clientInfo',
    mend: 'Take a request without clientInfo: it is a SHOULD for clients, and no condition.',
    ...enveloped(
      'derived',
      (meta) =>
        typeof meta?.[`${META}protocolVersion`] === 'string' &&
        isObject(meta[`${META}clientCapabilities`]) &&
        meta[`${META}clientInfo`] === undefined,
      ({ kind, error, asked }) =>
        kind === 'result' || error?.code === -32601 || error?.code === -32022
          ? undefined
          : // What was made up to be refused is refused for that.
            /^loupe-(?!1$)/.test(String(asked?.id))
            ? null
            : `it is answered with the error ${error?.code}`,
    ),
  },
  {
    id: 'DV-17',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/changelog', '2026-07-28/basic/versioning'],
    says: 'Methods of the older era are gone.',
    looksAt: 'request with a method of the older era',
    mend: 'Answer with -32601.',
    ...each(
      REMOVED.flatMap((method) => [`result ${method}`, `failure ${method}`]),
      'derived',
      ({ kind, method, asked, error }) => {
        if (asked?.revision === undefined) return null
        if (kind === 'result') return `${method} is answered with a result`
        return error?.code === -32601 ? undefined : { says: `${method}: the code is ${error?.code}`, at: '/error/code' }
      },
    ),
  },
  {
    id: 'DV-19',
    level: 'SHOULD',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'GET and DELETE are answered with 405.',
    looksAt: 'GET or DELETE',
    mend: 'Serve POST alone.',
    ...eachTrip('SHOULD', (trip) => {
      const { status, method } = trip
      if (status === undefined || (method !== 'GET' && method !== 'DELETE')) return null
      // Without the version it may be meant for the older era, which the server may have, too.
      if (headerOf(trip, 'mcp-protocol-version') !== '2026-07-28') return null
      return status === 405 ? undefined : `${method} is answered with HTTP ${status}`
    }),
  },
  {
    id: 'HD-01',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'A request without MCP-Protocol-Version is refused with 400 and -32020.',
    looksAt: 'request without that header',
    remark: 'Another code with HTTP 400 is a remark: a server that serves clients before 2025-06-18, too, refuses it as one of theirs.',
    mend: 'Compare the header with _meta; a server that serves clients before 2025-06-18 too may take it as one of theirs.',
    ...posted(
      'MUST',
      (trip, _, params) => metaOf(params)?.[`${META}protocolVersion`] !== undefined && headerOf(trip, 'mcp-protocol-version') === undefined,
      (trip) =>
        isRefused(trip) === undefined
          ? undefined
          : trip.status === 400
            ? { says: `the code is ${quote(codeOf(trip))}`, outcome: 'info' }
            : isRefused(trip),
    ),
  },
  {
    id: 'HD-02',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'A version in the header that is not that of the body is refused with 400 and -32020.',
    looksAt: 'request whose header names another version',
    mend: 'Compare the two before anything else.',
    ...posted('MUST', (trip, _, params) => {
      const said = metaOf(params)?.[`${META}protocolVersion`]
      const header = headerOf(trip, 'mcp-protocol-version')
      return typeof said === 'string' && header !== undefined && header !== said
    }),
  },
  {
    id: 'HD-03',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'A request without Mcp-Method is refused with 400 and -32020.',
    looksAt: 'request without that header',
    mend: 'Compare the header with the method of the body.',
    // A greeting of the older era knows no such header.
    ...posted('MUST', (trip, method) => method !== 'initialize' && headerOf(trip, 'mcp-method') === undefined),
  },
  {
    id: 'HD-04',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'A method in the header that is not that of the body is refused with 400 and -32020.',
    looksAt: 'request whose header names another method',
    mend: 'Compare the two.',
    ...posted('MUST', (trip, method) => {
      const header = headerOf(trip, 'mcp-method')
      return header !== undefined && header.trim().toLowerCase() !== method.toLowerCase()
    }),
  },
  {
    id: 'HD-10',
    level: 'derived',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'A method in the header is compared with its case.',
    looksAt: 'request whose header has the method in another case',
    mend: 'Compare Mcp-Method with the method of the body letter by letter.',
    ...posted('derived', (trip, method) => {
      const header = headerOf(trip, 'mcp-method')
      return header !== undefined && header !== method && header.toLowerCase() === method.toLowerCase()
    }),
  },
  {
    id: 'HD-05',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'A request for something named without Mcp-Name is refused with 400 and -32020.',
    looksAt: 'resources/read, prompts/get or tools/call without that header',
    mend: 'Compare the header with the name or uri of the body.',
    ...posted(
      'MUST',
      (trip, method, params) => typeof params[NAMED[method] ?? ''] === 'string' && headerOf(trip, 'mcp-name') === undefined,
    ),
  },
  {
    id: 'HD-06',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'A name in the header that is not that of the body is refused with 400 and -32020.',
    looksAt: 'request whose header names something else',
    mend: 'Decode the header, and compare the two.',
    ...posted('MUST', (trip, method, params) => {
      const header = headerOf(trip, 'mcp-name')
      const read = header === undefined ? undefined : decoded(header)
      return NAMED[method] !== undefined && read !== undefined && read !== params[NAMED[method]!]
    }),
  },
  {
    id: 'HD-07',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'A name in the header that is coded is decoded before it is compared.',
    looksAt: 'request whose Mcp-Name is coded',
    mend: 'Read =?base64?…?= as UTF-8 in base64.',
    ...posted(
      'MUST',
      (trip, method, params) => {
        const header = headerOf(trip, 'mcp-name') ?? ''
        return NAMED[method] !== undefined && header.startsWith('=?base64?') && decoded(header) === params[NAMED[method]!]
      },
      (trip) => (codeOf(trip) === MISMATCH ? 'it is refused' : undefined),
    ),
  },
  {
    id: 'HD-08',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http'],
    says: 'A name in the header that cannot be decoded is refused with 400 and -32020.',
    looksAt: 'request whose Mcp-Name cannot be decoded',
    mend: 'Refuse an Mcp-Name that cannot be decoded with HTTP 400 and the error -32020.',
    ...posted('MUST', (trip, method) => {
      const header = headerOf(trip, 'mcp-name')
      return NAMED[method] !== undefined && header !== undefined && decoded(header) === undefined
    }),
  },
  {
    id: 'BA-06',
    level: 'derived',
    revisions: since('2025-06-18'),
    spec: ['2025-06-18/changelog', '2025-06-18/basic/transports', '2026-07-28/basic/transports/streamable-http'],
    says: 'An array of messages is refused.',
    looksAt: 'array by POST',
    mend: 'Answer with HTTP 400, or with -32600.',
    ...each(['over'], 'derived', (seen) => {
      const { trip } = seen as unknown as Side
      if (trip?.method !== 'POST' || !Array.isArray(trip.body) || trip.status === undefined) return null
      return trip.status >= 400 || codeOf(trip) === -32600 ? undefined : `it is answered with HTTP ${trip.status}`
    }),
  },
  {
    id: 'BA-04',
    level: 'derived',
    revisions: between('2025-03-26', '2025-03-26'),
    spec: ['JSON-RPC 2.0'],
    says: 'An empty array is refused.',
    looksAt: 'empty array by POST',
    mend: 'Answer with HTTP 400, or with -32600.',
    ...each(['over'], 'derived', (seen) => {
      const { trip } = seen as unknown as Side
      if (trip?.method !== 'POST' || !Array.isArray(trip.body) || trip.body.length > 0 || trip.status === undefined) return null
      return trip.status >= 400 || codeOf(trip) === -32600 ? undefined : `it is answered with HTTP ${trip.status}`
    }),
  },
]
