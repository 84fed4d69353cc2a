// For tests: HTTP+SSE and WebSockets, as they should be and with one flaw.
import { Talk } from '../../testing/record.ts'
import type { HeaderList } from '../../wire-event.ts'
import { proof, type Proof } from './proof.ts'
import { greeted, init, stream } from './greetings.ts'

const R = '2025-11-25'
const TOOLS = { tools: {} }
const JSON_TYPE: [string, string] = ['content-type', 'application/json']
const EVIL: HeaderList = [['Origin', 'https://evil.example']]

/** HTTP+SSE: a stream, the address that it names, and a greeting by way of it. */
function old(change: { first?: string; address?: string; status?: number; over?: 'stream' | 'post'; second?: boolean } = {}): Talk {
  const { first = 'endpoint', address = '/post?s=1', status = 202, over = 'stream', second = false } = change
  const talk = new Talk('2024-11-05')
  const events = stream(talk)
  talk.fact(events, { kind: 'frame', event: first, text: address })
  const other = second ? stream(talk) : events
  if (second) talk.fact(other, { kind: 'frame', event: 'endpoint', text: '/post?s=2' })
  if (/\s/.test(address)) return talk
  const url = new URL(address, 'http://server.test/mcp').href
  const type: [string, string] = over === 'post' ? JSON_TYPE : ['content-type', 'text/plain']
  talk.http('POST', over === 'post' ? 200 : status, {
    url,
    sent: init(0, '2024-11-05'),
    replyHeaders: [type],
    ...(over === 'post' ? { body: greeted(0, '2024-11-05') } : {}),
  })
  if (over === 'stream' && status < 300) talk.fact(other, { kind: 'frame', event: 'message', text: greeted(0, '2024-11-05') })
  talk.http('POST', 202, { url, sent: '{"jsonrpc":"2.0","method":"notifications/initialized"}' })
  return talk
}
/** Before any greeting: a POST is refused, and a stream says what it says. */
const opened = (...events: [event: string | undefined, text: string][]): Talk => {
  const talk = new Talk('2024-11-05').http('POST', 405, { sent: init(0) })
  const exchange = stream(talk)
  for (const [event, text] of events) talk.fact(exchange, { kind: 'frame', text, ...(event === undefined ? {} : { event }) })
  talk.fact(exchange, { kind: 'closed' })
  return talk
}
const NAMED: [string, string] = ['endpoint', '/post?s=1']
const closed = (status: number): Talk => {
  const talk = old()
  talk.fact(1, { kind: 'closed' })
  return talk.http('POST', status, { url: 'http://server.test/post?s=1', sent: '{"jsonrpc":"2.0","id":7,"method":"ping"}' })
}
const refusedFirst = (ok: boolean): Talk => {
  const talk = new Talk(R)
  if (ok) return talk.greet(TOOLS)
  talk.http('POST', 405, { sent: init(0) })
  talk.fact(stream(talk), { kind: 'frame', event: 'endpoint', text: '/post' })
  return talk
}
const socket = (text: string): Talk => {
  const talk = new Talk(R)
  const exchange = talk.send(init(0))
  for (const event of talk.events) if (event.kind === 'sent') Object.assign(event, { method: 'WS', url: 'ws://server.test/' })
  talk.fact(exchange, { kind: 'frame', text: greeted(0) })
  talk.fact(exchange, { kind: 'closed' })
  if (text !== '') talk.fact(0, { kind: 'frame', text })
  return talk
}

/** With a frame that is no text. */
const strange = (when: string): Talk => {
  const talk = socket('')
  const noise = { kind: 'noise', text: '{}', why: 'It came in a binary frame; messages are text' } as const
  if (when === 'after') talk.fact(0, noise)
  else talk.events.splice(1, 0, { ...noise, seq: 1, at: 1001, exchange: 0 })
  return talk
}
/** HTTP+SSE, with more on the stream than should be, or with a POST that failed. */
const besides = (change: { event?: string; text?: string; status?: number; twice?: boolean }): Talk => {
  const talk = old()
  const url = 'http://server.test/post?s=1'
  const { event = 'message', text = '{"jsonrpc":"2.0","id":7,"result":{}}', status = 202, twice = false } = change
  const sent = '{"jsonrpc":"2.0","id":7,"method":"ping"}'
  talk.http('POST', status, { url, sent, ...(twice ? { body: text, replyHeaders: [JSON_TYPE] } : {}) })
  talk.fact(1, { kind: 'frame', event, text })
  return talk
}

export const OLD_TRANSPORT_PROOFS: readonly Proof[] = [
  proof('HS-01', (first) => old({ first }), 'endpoint', 'message'),
  // That it is HTTP+SSE at all is a remark of HS-07.
  ...[
    [['endpoint', '']] as [string, string][],
    [['endpoint', '"/post?s=1"']] as [string, string][],
    [['endpoint', '{"endpoint":"/post"}']] as [string, string][],
    [['endpoint', 'http://']] as [string, string][],
    [NAMED, NAMED],
    [NAMED, ['endpoint', '/post?s=2']] as [string, string][],
  ].map((events): Proof => ({
    ...proof('HS-01', (all: [string, string][]) => opened(...all), [NAMED], events, { also: ['HS-07'] }),
    silent: 'HS-07',
  })),
  ...[[], [[undefined, '/post?s=1']] as [undefined, string][]].map((events): Proof => ({
    id: 'HS-01',
    keeps: () => opened(NAMED),
    breaks: () => opened(...events),
    silent: 'HS-07',
  })),
  proof('HS-01', (address) => old({ address }), '../x/../post?s=1', '/post here'),
  proof('HS-02', (over: 'stream' | 'post') => old({ over }), 'stream', 'post'),
  proof('HS-02', besides, {}, { event: 'response' }),
  proof('HS-02', besides, {}, { text: '[DONE]' }),
  proof('HS-02', besides, {}, { status: 500 }),
  proof('HS-02', besides, {}, { status: 200, twice: true }),
  proof('HS-03', (address) => old({ address }), '/post?s=1', 'http://other.test/post'),
  proof('HS-03', (address) => old({ address }), 'http://server.test/post?s=1', '//other.test/post'),
  proof('HS-03', (address) => old({ address }), 'post?s=1', 'https://server.test/post'),
  proof('HS-04', (status) => old().http('GET', status, { headers: EVIL }), 403, 200),
  proof(
    'HS-04',
    (status) =>
      old().http('POST', status, { url: 'http://server.test/post?s=1', headers: EVIL, sent: '{"jsonrpc":"2.0","id":7,"method":"ping"}' }),
    403,
    202,
  ),
  proof('HS-05', (second) => old({ second }), false, true),
  proof('HS-06', closed, 404, 202),
  proof('HS-07', refusedFirst, true, false),
  proof('HS-08', (status) => old({ status }), 202, 404, { by: 'HS-02' }),
  proof('WS-01', socket, '', 'hello'),
  proof('WS-01', socket, '', `${greeted(0)}\n${greeted(1)}`),
  ...['before', 'after'].map((when) => proof('WS-01', (noise: boolean) => (noise ? strange(when) : socket('')), false, true)),
]
