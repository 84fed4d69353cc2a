// What a real child may do to its pipe, seen through the tunnel by a session: lines of any size, and an end in the middle of one.
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { connect } from '#mcp/session.ts'
import type { Session } from '#mcp/session-types.ts'
import { createTraffic, type Traffic } from '#mcp/traffic.ts'
import { eachText } from '#mcp/transport/each-text.ts'
import { stdioHandler } from '#mcp/transport/stdio.ts'
import { openTunnel, type SocketLike, type Tunnel } from '#mcp/transport/tunnel.ts'
import type { LoupeServer } from './server.ts'
import { startTestServer, TOKEN } from './testing/tunnel-client.ts'

let proxy: LoupeServer
let tunnel: Tunnel

beforeAll(async () => {
  proxy = await startTestServer()
  tunnel = openTunnel({
    makeSocket: () =>
      new WebSocket(`ws://127.0.0.1:${proxy.port}/tunnel`, {
        headers: { Origin: `http://127.0.0.1:${proxy.port}` },
        maxPayload: 512 * 1024 * 1024,
        perMessageDeflate: false,
      }) as unknown as SocketLike,
    token: TOKEN,
    onState() {},
  })
  await tunnel.ready(5000)
})

afterAll(async () => {
  tunnel.close()
  await proxy.close()
})

const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

/** A child that greets, and does this with each `tools/call`; `name`, `id`, `say` and `answer` are at hand. */
async function talk(onCall: string): Promise<{ session: Session; traffic: Traffic; closed: string[] }> {
  const traffic = createTraffic()
  const script = `
    const say = (text, then) => process.stdout.write(text, then)
    const answer = (id, result) => JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n'
    const greeting = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'c', version: '1' } }
    require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, params } = JSON.parse(line)
      if (id === undefined) return
      if (method !== 'tools/call') return say(answer(id, method === 'initialize' ? greeting : {}))
      const { name } = params
      ${onCall}
    })`
  const handler = stdioHandler({ write: (line) => handle.write(line), onSide: (fact) => traffic.append(0, fact) })
  const handle = tunnel.spawn(
    { command: process.execPath, args: ['-e', script], env: {} },
    {
      started() {},
      lines: (block) => eachText(block, handler.line, handler.run),
      errorLines: (block) => eachText(block, handler.errorLine),
      overlong: handler.overlong,
      exited: (exit) => handler.exit(exit),
    },
  )
  ends.push(() => handle.end())
  const closed: string[] = []
  const session = await connect({
    url: 'stdio:broken',
    fetch: handler.fetch,
    traffic,
    clientInfo: { name: 't', version: '0' },
    capabilities: {},
    onAsk: () => Promise.reject(new Error('nothing is asked here')),
    onNotice: () => {},
    onClosed: (why) => closed.push(why),
  })
  return { session, traffic, closed }
}

test('a line of 100 MB is read whole, a call beside it is answered, and the record stays within its limit', async () => {
  const { session, traffic, closed } = await talk(`
    if (name === 'small') return say(answer(id, { small: true }))
    const piece = Buffer.alloc(1024 * 1024, 'x')
    say('{"jsonrpc":"2.0","id":' + id + ',"result":{"text":"')
    for (let count = 0; count < 100; count++) say(piece)
    say('"}}\\n')`)
  const before = process.memoryUsage().arrayBuffers
  const large = session.request('tools/call', { name: 'large' })
  const small = session.request('tools/call', { name: 'small' })
  const { result, bytes } = await large
  expect((result as { text: string }).text).toHaveLength(100 * 1024 * 1024)
  expect(bytes).toBeGreaterThan(100 * 1024 * 1024)
  expect((await small).result).toEqual({ small: true })
  expect((await session.request('ping')).result).toEqual({})
  // The record's copy, and what is on its way: never copies by the piece.
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(700 * 1024 * 1024)
  expect(traffic.window({ filter: '', kinds: ['garbled', 'noise', 'note'], tail: true, from: 0, size: 9 }).count).toBe(0)
  expect(closed).toEqual([])
})

test('a child that ends within a line: what there is of it is shown, and the end is told', async () => {
  const { session, traffic, closed } = await talk(`say('{"jsonrpc":"2.0","id":' + id, () => process.exit(3))`)
  await expect(session.request('tools/call', { name: 'x' })).rejects.toMatchObject({ kind: 'unreachable', data: { code: 3 } })
  expect(traffic.window({ filter: '', tail: true, from: 0, size: 3 }).rows).toMatchObject([
    { kind: 'noise', name: '{"jsonrpc":"2.0","id":2', status: 'not a message' },
    { kind: 'note', name: 'The last line was cut off by the exit of the process: {"jsonrpc":"2.0","id":2' },
    { kind: 'exit', status: 'code 3' },
  ])
  await expect.poll(() => closed).toEqual([expect.stringContaining('exited with code 3, in the middle of a message')])
})
