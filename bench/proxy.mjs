// What the proxy adds: a small call over stdio written to the child directly, through Loupe's proxy and through the official
// inspector's, in turn; a flood of notifications through it, read at once and by a reader that stalls; and its memory.
//   npm run bench:proxy [-- --calls 2000] [--flood 1000000] [--only loupe] [--write]
import { spawn } from 'node:child_process'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { watchMachine } from './machine.mjs'
import { writeSection } from './page.mjs'
import { loupe, official, residentMemory } from './products.mjs'

const SERVER = join(dirname(fileURLToPath(import.meta.url)), 'servers', 'lines.mjs')
const option = (name, fallback) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? fallback : process.argv[at + 1]
}
const calls = Number(option('calls', '2000'))
const flood = Number(option('flood', '1000000'))
const both = option('only') !== 'loupe'
const machine = await watchMachine()

/** A line that each of them sends; the server answers with the same id. */
const request = (id) => ({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: 'echo', arguments: { message: 'hello' } } })

/** Milliseconds of each call, one after the other; `ask(id)` resolves when the answer of that id has come. */
async function latencies(ask) {
  for (let id = 1; id <= 200; id++) await ask(id)
  const times = []
  for (let id = 201; id <= 200 + calls; id++) {
    const start = performance.now()
    await ask(id)
    times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)
}

/** Answers by id, whoever brings them. */
function answers() {
  const waiting = new Map()
  return {
    wait: (id) => new Promise((resolve) => waiting.set(id, resolve)),
    came(text) {
      const { id } = JSON.parse(text)
      waiting.get(id)?.()
      waiting.delete(id)
    },
  }
}

async function direct() {
  const child = spawn(process.execPath, [SERVER], { stdio: ['pipe', 'pipe', 'ignore'] })
  const { wait, came } = answers()
  createInterface({ input: child.stdout }).on('line', came)
  const times = await latencies((id) => {
    const answered = wait(id)
    child.stdin.write(`${JSON.stringify(request(id))}\n`)
    return answered
  })
  child.kill()
  return times
}

/** A tunnel of Loupe with one child on channel 1. `onLines(bytes)` gets whole lines. */
async function tunnel(url, onLines) {
  const { origin, host, searchParams } = new URL(url)
  const socket = new WebSocket(`ws://${host}/tunnel`, { headers: { Origin: origin }, perMessageDeflate: false })
  const send = (tag, channel, payload) => {
    const body = Buffer.from(typeof payload === 'string' ? payload : JSON.stringify(payload))
    const frame = Buffer.alloc(5 + body.length)
    frame.write(tag, 0, 'latin1')
    frame.writeUInt32BE(channel, 1)
    body.copy(frame, 5)
    socket.send(frame)
  }
  await new Promise((resolve, reject) => socket.on('open', resolve).on('error', reject))
  let started
  const running = new Promise((resolve) => (started = resolve))
  socket.on('message', (data) => {
    if (data[0] === 0x73) started() // s
    if (data[0] === 0x6f) onLines(data.subarray(5)) // o
  })
  send('H', 0, { token: searchParams.get('token') })
  send('S', 1, { command: process.execPath, args: [SERVER], env: {} })
  await running
  return { socket, write: (text) => send('I', 1, text) }
}

async function throughLoupe() {
  const running = await loupe.start()
  const { wait, came } = answers()
  const { socket, write } = await tunnel(running.url, (lines) => {
    for (const line of lines.toString().split('\n')) if (line !== '') came(line)
  })
  const times = await latencies((id) => {
    const answered = wait(id)
    write(JSON.stringify(request(id)))
    return answered
  })
  socket.close()
  await running.stop()
  return times
}

async function throughOfficial() {
  const running = await official.start()
  const { origin } = new URL(running.url)
  const headers = { 'x-mcp-remote-auth': 'Bearer devtoken', 'content-type': 'application/json', origin }
  const post = (path, body) => fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
  let connected
  // It prints its address before it listens.
  for (let tries = 0; connected === undefined && tries < 100; tries++) {
    connected = await post('/api/mcp/connect', { config: { type: 'stdio', command: process.execPath, args: [SERVER] } }).catch(
      () => undefined,
    )
    if (connected === undefined) await new Promise((resolve) => setTimeout(resolve, 100))
  }
  const { sessionId } = await connected.json()
  const { wait, came } = answers()
  const events = await fetch(`${origin}/api/mcp/events?sessionId=${sessionId}`, { headers })
  void (async () => {
    const decoder = new TextDecoder()
    let rest = ''
    for await (const chunk of events.body) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n\n')
      rest = parts.pop()
      for (const part of parts) {
        const data = /^data: ?(.*)$/m.exec(part)?.[1]
        const event = data === undefined || data === '' ? undefined : JSON.parse(data)
        const message = event?.data ?? event?.message
        if (message?.id !== undefined) came(JSON.stringify(message))
      }
    }
  })().catch(() => {}) // it ends with the server
  const times = await latencies(async (id) => {
    const answered = wait(id)
    const [response] = await Promise.all([post('/api/mcp/send', { sessionId, message: request(id) }), answered])
    await response.arrayBuffer()
  })
  await running.stop()
  return times
}

/** Notifications a second through Loupe's proxy, and the most memory that it took. `stall`: milliseconds that the reader sleeps in the midst. */
async function flooded(stall) {
  const running = await loupe.start()
  const before = residentMemory(running.pid, (line) => line.includes('lines.mjs'))
  let seen = 0
  let bytes = 0
  let done
  const all = new Promise((resolve) => (done = resolve))
  let peak = 0
  const look = setInterval(() => {
    peak = Math.max(
      peak,
      residentMemory(running.pid, (line) => line.includes('lines.mjs')),
    )
  }, 50)
  const { socket, write } = await tunnel(running.url, (lines) => {
    bytes += lines.length
    for (let at = -1; (at = lines.indexOf(10, at + 1)) >= 0;) seen++
    seen++
    if (seen >= flood) done()
  })
  const start = performance.now()
  write(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'flood', params: { count: flood } }))
  if (stall > 0) {
    socket.pause()
    await new Promise((resolve) => setTimeout(resolve, stall))
    socket.resume()
  }
  await all
  const ms = performance.now() - start - stall
  clearInterval(look)
  socket.close()
  await running.stop()
  return { perSecond: (seen / ms) * 1000, before, peak, size: bytes / seen, seen }
}

const at = (times, part) => times[Math.floor((times.length - 1) * part)]
const ms = (value) => value.toFixed(3)
const ways = [
  ['the child directly', await direct()],
  ['through Loupe’s proxy', await throughLoupe()],
  ...(both ? [['through the inspector’s proxy (2.12.0)', await throughOfficial()]] : []),
  // Once more, so that a machine which changed meanwhile is seen.
  ['the child directly, again', await direct()],
]
await machine.look()
const read = await flooded(0)
const stalled = await flooded(5000)
await machine.look()
const base = at(ways[0][1], 0.5)
const lines = [
  `${machine.describe()} By \`npm run bench:proxy\`: ${calls} small calls over stdio, one after the other, after 200 that do not count.`,
  '',
  '| a small call, ms | median | p95 | p99 | above the child, median |',
  '|---|---:|---:|---:|---:|',
  ...ways.map(
    ([name, times]) => `| ${name} | ${[0.5, 0.95, 0.99].map((part) => ms(at(times, part))).join(' | ')} | ${ms(at(times, 0.5) - base)} |`,
  ),
  '',
  `| ${flood.toLocaleString('en')} notifications of ${Math.round(read.size)} bytes through Loupe’s proxy | a second | memory before, MB | at most, MB |`,
  '|---|---:|---:|---:|',
  ...[
    ['read as they come', read],
    ['by a reader that sleeps 5 s in the midst (its sleep is not counted)', stalled],
  ].map(
    ([name, { perSecond, before, peak }]) =>
      `| ${name} | ${Math.round(perSecond).toLocaleString('en')} | ${before.toFixed(0)} | ${peak.toFixed(0)} |`,
  ),
]
console.log(lines.join('\n'))
if (process.argv.includes('--write')) writeSection('The proxy', lines)
process.exit(0)
