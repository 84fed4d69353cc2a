// What is played over HTTP: other origins, hosts, types and methods, arrays, streams that are resumed.
import { writeJson, type Json } from '../json.ts'
import type { Scenario, Stage } from './scenario.ts'
import { both, hasSession, http, known, legacy, message, modern } from './scenario-parts.ts'

const EVIL = 'https://evil.example'
/** Where our page may be served from: any origin will do. */
const PAGE = 'http://localhost:6274'
const HINT = 1500
/** Milliseconds that a server has to notice that its stream was closed. */
const CLOSING = 400

const textOf = (stage: Stage, id: string, change: { [name: string]: Json } = {}): string =>
  message(stage, known(stage), { id: `loupe-${id}`, ...change })
const plain = (method: string, id: string, params: Json = {}): string => writeJson({ jsonrpc: '2.0', id, method, params })
const greeting = (stage: Stage, id: string): string =>
  plain('initialize', id, {
    protocolVersion: stage.session.facts.revision,
    capabilities: {},
    clientInfo: { name: 'mcp-loupe', version: '0' },
  })
/** A first request, as a page elsewhere would send it. */
const first = (stage: Stage): string =>
  legacy(stage.session) ? greeting(stage, 'loupe-origin') : message(stage, 'server/discover', { id: 'loupe-origin' })
const firstHeaders = (stage: Stage, text: string, more: [string, string][]): [string, string][] => [
  ...stage.headers(text, { 'Mcp-Session-Id': undefined, ...(legacy(stage.session) ? { 'MCP-Protocol-Version': undefined } : {}) }),
  ...more,
]
const isLoopback = (url: string): boolean => /^(?:localhost|127\..*|\[::1\])$/.test(new URL(url).hostname)
const portOf = (url: string): string => new URL(url).port || (url.startsWith('https:') ? '443' : '80')
const urlOf = (stage: Stage): string => stage.url

export const HTTP_SCENARIOS: readonly Scenario[] = [
  {
    id: 'origin',
    title: 'A request of a page elsewhere',
    impact: 'session',
    for: ['HT-06', 'HT-07'],
    applies: (session, { exact }) => exact && http(session),
    async play(stage) {
      const text = first(stage)
      for (const origin of [EVIL, 'null']) {
        const came = await stage.http({ method: 'POST', headers: firstHeaders(stage, text, [['Origin', origin]]), body: text })
        await forget(stage, came.headers.get('mcp-session-id'))
      }
    },
  },
  {
    id: 'host',
    title: 'A request by another name of the host, and by other addresses of this machine',
    impact: 'session',
    for: ['HT-08', 'HT-09'],
    applies: (session, { exact }) => exact && http(session),
    async play(stage) {
      const url = urlOf(stage)
      if (!isLoopback(url)) return
      const text = first(stage)
      const came = await stage.http({ method: 'POST', headers: firstHeaders(stage, text, [['Host', 'evil.example']]), body: text })
      await forget(stage, came.headers.get('mcp-session-id'))
      const { pathname, protocol } = new URL(url)
      for (const address of stage.ways.addresses.slice(0, 2))
        await stage.http({
          method: 'GET',
          url: `${protocol}//${address}:${portOf(url)}${pathname}`,
          headers: [['Accept', 'text/event-stream']],
          ms: HINT,
        })
    },
  },
  {
    id: 'preflight',
    title: 'The question that a browser asks first',
    impact: 'safe',
    for: ['HT-27', 'HT-28'],
    applies: (session, { exact }) => exact && http(session),
    async play(stage) {
      const wanted = modern(stage.session)
        ? 'authorization, content-type, mcp-protocol-version, mcp-method, mcp-name'
        : 'authorization, content-type, mcp-protocol-version, mcp-session-id, last-event-id'
      for (const verb of modern(stage.session) ? ['POST'] : ['POST', 'DELETE'])
        await stage.http({
          method: 'OPTIONS',
          headers: [
            ['Origin', PAGE],
            ['Access-Control-Request-Method', verb],
            ['Access-Control-Request-Headers', wanted],
          ],
        })
    },
  },
  {
    id: 'verbs-none',
    title: 'PUT and PATCH',
    impact: 'safe',
    for: ['HT-25'],
    applies: http,
    async play(stage) {
      const text = textOf(stage, 'verb')
      for (const method of ['PUT', 'PATCH'] as const) await stage.http({ method, headers: stage.headers(text, {}), body: text, ms: HINT })
    },
  },
  {
    id: 'accept',
    title: 'Requests that accept one type alone',
    impact: 'safe',
    for: ['HT-23'],
    applies: http,
    async play(stage) {
      for (const type of ['application/json', 'text/plain']) {
        const text = textOf(stage, 'accept')
        await stage.raw(text, { headers: stage.headers(text, { Accept: type }) })
      }
    },
  },
  {
    id: 'extra',
    title: 'A header and a member that nobody knows',
    impact: 'safe',
    for: ['HT-30'],
    applies: http,
    async play(stage) {
      const { envelope } = stage.session.facts
      const text = textOf(stage, 'extra', { params: { loupe: true, ...(envelope === undefined ? {} : { _meta: envelope }) } })
      await stage.raw(text, { headers: stage.headers(text, { 'X-Inspector': '1' }) })
    },
  },
  {
    id: 'three',
    title: 'Three requests at once',
    impact: 'safe',
    for: ['HT-21'],
    applies: both(http, legacy),
    play: async (stage) => void (await Promise.all([1, 2, 3].map((index) => stage.raw(textOf(stage, `three-${index}`))))),
  },
  {
    id: 'header-forms',
    title: 'Headers in odd case, with blanks, and some that nobody knows',
    impact: 'safe',
    for: ['HD-09', 'HD-11', 'HD-19'],
    applies: (session, { exact }) => exact && both(http, modern)(session),
    async play(stage) {
      const method = known(stage)
      const send = async (id: string, change: { [name: string]: string | undefined }): Promise<void> => {
        const text = textOf(stage, id)
        await stage.raw(text, { headers: stage.headers(text, change) })
      }
      await send('odd-case', { 'mCp-MeThOd': method })
      await send('blanks', { 'Mcp-Method': `  ${method}  ` })
      await send('param', { 'Mcp-Param-Inspector': '1' })
    },
  },
  {
    id: 'harmless',
    title: 'A notification that nobody knows',
    impact: 'safe',
    for: ['MS-06'],
    applies: both(http, modern),
    play: (stage) => stage.raw(writeJson({ jsonrpc: '2.0', method: 'notifications/loupe-harmless' })),
  },
  {
    id: 'never-asked',
    title: 'An answer to what was never asked',
    impact: 'safe',
    for: ['JR-18'],
    applies: both(http, legacy),
    play: (stage) => stage.raw('{"jsonrpc":"2.0","id":"loupe-never-asked","result":{}}'),
  },
  {
    id: 'batches',
    title: 'Arrays of requests and of notifications',
    impact: 'safe',
    for: ['BA-01', 'BA-02', 'BA-03'],
    applies: both(http, ({ facts }) => facts.revision === '2025-03-26'),
    async play(stage) {
      const headers = stage.headers(textOf(stage, 'batch'), {})
      const ping = (id: string): string => `{"jsonrpc":"2.0","id":"${id}","method":"ping"}`
      const told = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"loupe-never"}}'
      for (const text of [
        `[${ping('loupe-batch-two-1')},${ping('loupe-batch-two-2')}]`,
        `[${told},${told}]`,
        `[${ping('loupe-batch-mixed')},${told}]`,
      ])
        await stage.raw(text, { headers })
    },
  },
  {
    id: 'batched-greeting',
    title: 'A greeting within an array',
    impact: 'session',
    apart: true,
    for: ['BA-05'],
    applies: both(http, legacy),
    play: (stage) =>
      stage.apart(async (aside) => {
        const params = { protocolVersion: '2025-03-26', capabilities: {}, clientInfo: { name: 'mcp-loupe', version: '0' } }
        await aside.send(`[${plain('initialize', 'loupe-batch-greeting', params)}]`)
      }),
  },
  {
    id: 'sessions',
    title: 'Three greetings in a row, and one within a session',
    impact: 'session',
    apart: true,
    for: ['SE-03', 'LC-09', 'LC-14'],
    applies: both(http, legacy),
    play: (stage) =>
      stage.apart(async (aside) => {
        const session = await aside.greet('legacy')
        const headers = session.rawHeaders(greeting(stage, 'loupe-again'))
        await aside.http({ method: 'POST', headers, body: greeting(stage, 'loupe-again') })
        const anew = headers.filter(([name]) => !/^mcp-session-id$/i.test(name))
        const bare = anew.filter(([name]) => !/^mcp-protocol-version$/i.test(name))
        for (const id of ['loupe-return-1', 'loupe-return-2']) {
          const came = await aside.http({ method: 'POST', headers: bare, body: greeting(stage, id) })
          const own = came.headers.get('mcp-session-id')
          if (own !== null) await aside.http({ method: 'DELETE', headers: [...anew, ['Mcp-Session-Id', own]] })
        }
      }),
  },
  {
    id: 'streams',
    title: 'Streams by GET: two at once, from a place that was given, and from none',
    impact: 'session',
    for: ['HT-01', 'HT-18', 'RS-04', 'RS-05', 'RS-07', 'SE-09'],
    applies: both(http, legacy),
    async play(stage) {
      const text = textOf(stage, 'stream')
      const headers = stage.headers(text, { Accept: 'text/event-stream', 'Content-Type': undefined })
      await stage.http({ method: 'GET', headers: [...headers, ['Last-Event-ID', 'loupe-bogus']], ms: HINT })
      // Two streams, and the first is taken up where it began: what came on the second belongs to it alone.
      await stage.raw(textOf(stage, 'stream-first'))
      await stage.raw(textOf(stage, 'stream-second'))
      const place = stage.firstEvent('loupe-stream-first') ?? stage.lastEvent()
      if (place !== undefined) await stage.http({ method: 'GET', headers: [...headers, ['Last-Event-ID', place]], ms: HINT })
    },
  },
  {
    id: 'old-stream',
    title: 'HTTP+SSE: a page elsewhere, a second stream, one that was closed',
    impact: 'session',
    for: ['HS-04', 'HS-05', 'HS-06'],
    applies: (session, { exact }) => exact && session.facts.transport === 'http+sse',
    async play(stage) {
      const accept: [string, string] = ['Accept', 'text/event-stream']
      await stage.http({ method: 'GET', headers: [accept, ['Origin', EVIL]], ms: HINT })
      // While the newer stream is open, the answer still belongs on the older.
      const named = await stage.endpoint(HINT, async (address) => {
        await stage.ask('ping')
        const headers: [string, string][] = [
          ['Content-Type', 'application/json'],
          ['Origin', EVIL],
        ]
        await stage.http({ method: 'POST', url: address, headers, body: plain('ping', 'loupe-elsewhere'), ms: HINT / 2 })
      })
      if (named === undefined) return
      // The server may hear of the end later than we do.
      await new Promise((resolve) => setTimeout(resolve, CLOSING))
      await stage.http({
        method: 'POST',
        url: named,
        headers: [['Content-Type', 'application/json']],
        body: plain('ping', 'loupe-closed'),
        ms: HINT,
      })
    },
  },
  {
    id: 'ended-session',
    title: 'A session that was ended',
    impact: 'session',
    apart: true,
    for: ['SE-05', 'SE-06', 'SE-08'],
    applies: both(http, hasSession, legacy),
    play: (stage) =>
      stage.apart(async (aside) => {
        const session = await aside.greet('legacy')
        const text = writeJson({ jsonrpc: '2.0', id: 'loupe-9', method: 'ping' })
        const headers = session.rawHeaders(text)
        await session.raw('', { http: 'DELETE', signal: stage.signal })
        await session.raw(text, { headers, signal: stage.signal })
        await aside.send(greetingOf(session.facts.revision))
      }),
  },
]

const greetingOf = (protocolVersion: string): string =>
  writeJson({
    jsonrpc: '2.0',
    id: 'after',
    method: 'initialize',
    params: { protocolVersion, capabilities: {}, clientInfo: { name: 'mcp-loupe', version: '0' } },
  })

/** A session that a probe began is ended. */
async function forget(stage: Stage, id: string | null): Promise<void> {
  if (id === null || !hasSession(stage.session)) return
  const text = textOf(stage, 'forget')
  await stage.http({ method: 'DELETE', headers: stage.headers(text, { 'Mcp-Session-Id': id, 'Content-Type': undefined }) })
}
