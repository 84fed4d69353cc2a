// Texts that leave as they are: over HTTP with headers of one's own, and over a pipe.
import { expect, test } from 'vitest'
import { connect } from './session.ts'
import type { ConnectOptions } from './session-types.ts'
import { fakeServer, type FakeServer } from './testing/fake-server.ts'
import { createTraffic } from './traffic.ts'
import { chosenHeaders } from './transport/exact-headers.ts'
import { stdioHandler } from './transport/stdio.ts'

async function talk(server: Pick<FakeServer, 'fetch'>, more: Partial<ConnectOptions> = {}) {
  const traffic = createTraffic()
  const session = await connect({
    url: 'http://server.test/mcp',
    fetch: server.fetch,
    traffic,
    clientInfo: { name: 't', version: '0' },
    capabilities: {},
    headers: [['X-Own', 'mine']],
    onAsk: () => Promise.reject(new Error('nothing is asked here')),
    onNotice: () => {},
    ...more,
  })
  return { session, traffic }
}

/** A server that tells what it was sent, and refuses it. */
function echo() {
  const texts: string[] = []
  const headers: { [name: string]: string }[] = []
  const server = fakeServer({ sessions: true, listens: false })
  return {
    texts,
    headers,
    async fetch(request: Request): Promise<Response> {
      const text = await request.clone().text()
      if (request.method !== 'POST' || /"method":"(?:initialize|notifications\/initialized)"/.test(text)) return server.fetch(request)
      texts.push(text)
      headers.push(Object.fromEntries((chosenHeaders(request) ?? [...request.headers]).map(([name, value]) => [name.toLowerCase(), value])))
      return new Response('{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}', {
        status: 400,
        headers: { 'content-type': 'application/json' },
      })
    },
  }
}

test('a broken text leaves as it is, with the headers of the session, and stands broken in the record', async () => {
  const server = echo()
  const { session, traffic } = await talk(server)
  let seq = 0
  const { exchange, status } = await session.raw('{"jsonrpc": "2.0",', { onSent: (at) => (seq = at) })
  expect(status).toBe(400)
  expect(server.texts).toEqual(['{"jsonrpc": "2.0",'])
  expect(server.headers[0]).toMatchObject({ 'content-type': 'application/json', 'mcp-session-id': 'session-1', 'x-own': 'mine' })
  expect(traffic.row(seq)).toMatchObject({ kind: 'garbled', direction: 'out', exchange })
  expect(traffic.message(seq)?.text).toBe('{"jsonrpc": "2.0",')
  expect(traffic.exchange(exchange)?.rows.map(({ kind }) => kind)).toEqual(['garbled', 'failure'])
  await session.close()
})

test('headers of one’s own replace all others, names and all', async () => {
  const server = echo()
  const { session, traffic } = await talk(server)
  const { exchange } = await session.raw('{}', { headers: [['Origin', 'http://evil.test']] })
  expect(server.headers).toEqual([{ origin: 'http://evil.test' }])
  expect(traffic.exchange(exchange)?.requestHeaders).toEqual([['Origin', 'http://evil.test']])
  await session.close()
})

test('an answer to it answers no call of the session that has the same id', async () => {
  let release = (): void => {}
  const server = fakeServer({
    answers: {
      slow: () => new Promise((resolve) => (release = () => resolve({ slow: true }))),
      quick: () => ({ quick: true }),
    },
  })
  const { session, traffic } = await talk(server)
  let sent = 0
  const slow = session.request('slow', {}, { onSent: (seq) => (sent = seq) })
  const { message } = await server.saw(({ message }) => message?.method === 'slow')
  await session.raw(JSON.stringify({ jsonrpc: '2.0', id: message?.id, method: 'quick' }))
  release()
  expect((await slow).result).toEqual({ slow: true })
  expect(traffic.row(sent)?.method).toBe('slow')
  await session.close()
})

test('the modern era mirrors what the text says in headers, while it can be read', async () => {
  const { session } = await talk(fakeServer({ era: 'modern' }), { era: 'modern' })
  const text = '{"jsonrpc":"2.0","id":"x","method":"prompts/get","params":{"name":"p"}}'
  expect(Object.fromEntries(session.rawHeaders(text))).toMatchObject({ 'Mcp-Method': 'prompts/get', 'Mcp-Name': 'p' })
  expect(session.rawHeaders('{').map(([name]) => name)).not.toContain('Mcp-Method')
  expect(session.rawHeaders('', 'GET')[0]).toEqual(['Accept', 'text/event-stream'])
  await session.close()
})

test('a GET runs until it is broken off', async () => {
  const { session } = await talk(fakeServer())
  const stop = new AbortController()
  const sent = new Promise<number>((resolve) => {
    void session.raw('', { http: 'GET', signal: stop.signal, onSent: (_, exchange) => resolve(exchange) }).catch((error: unknown) => {
      expect(error).toMatchObject({ kind: 'cancelled' })
    })
  })
  expect(await sent).toBeGreaterThan(0)
  stop.abort('Enough')
  await session.close()
  await expect(session.raw('{}')).rejects.toMatchObject({ kind: 'unreachable' })
})

test('over a pipe it is one line, and what comes back is in the record', async () => {
  const lines: string[] = []
  const server = fakeServer({ listens: false, pipe: true })
  const handler = stdioHandler({
    write(line) {
      lines.push(line)
      void server
        .fetch(new Request('http://child/', { method: 'POST', body: line }))
        .then((response) => response.text())
        .then(
          (text) => text !== '' && handler.line(text),
          () => handler.line('{"jsonrpc":"2.0","error":{"code":-32700,"message":"no JSON"}}'),
        )
    },
    onSide: (fact) => void traffic.append(0, fact),
  })
  const { session, traffic } = await talk(handler, { url: 'stdio:serve' })
  const { exchange } = await session.raw('{\n  "jsonrpc": "2.0", "id": "r", "method": "ping"\n}')
  expect(lines.at(-1)).toBe('{   "jsonrpc": "2.0", "id": "r", "method": "ping" }')
  expect(traffic.exchange(exchange)?.rows.map(({ kind }) => kind)).toEqual(['request', 'result'])
  expect(await session.raw('no message')).toMatchObject({ status: 202 })
  await expect.poll(() => traffic.window({ filter: '"no JSON"', tail: true, from: 0, size: 5 }).count).toBe(1)
  await session.close()
})
