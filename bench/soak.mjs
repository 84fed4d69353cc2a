// Lets the proxy work for a long time, as pages that come, call, flood, vanish and come back do, and looks whether anything grows:
// memory, file handles, children. Loopback alone; ends after its minutes, with 1 when something grew or was left over.
//   npm run soak [-- --minutes 60] [--rest 1000]
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WebSocket } from 'ws'
import { loupe, residentMemory } from './products.mjs'

const SERVER = join(dirname(fileURLToPath(import.meta.url)), 'servers', 'lines.mjs')
const option = (name, usual) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? usual : Number(process.argv[at + 1])
}
const minutes = option('minutes', 60)
/** Milliseconds between three pages and the next three, so that the machine can be used meanwhile. */
const rest = option('rest', 1000)
/** Seconds between two looks. */
const PAUSE = Math.max(2, Math.min(60, minutes * 2))
/** The first looks do not count: caches fill, and the engine warms up. */
const WARM = 5

const running = await loupe.start()
const { origin, host, searchParams } = new URL(running.url)
const token = searchParams.get('token')
const counts = { pages: 0, calls: 0, notifications: 0, vanished: 0, refused: 0, bridged: 0, relayed: 0 }

const remote = createServer((request, response) => {
  request.resume()
  response.setHeader('content-type', 'application/json')
  response.end('{"jsonrpc":"2.0","id":1,"result":{}}')
})
await new Promise((resolve) => remote.listen(0, '127.0.0.1', resolve))
const remoteUrl = `http://127.0.0.1:${remote.address().port}/mcp`

function frame(tag, channel, payload) {
  const body = Buffer.from(payload === undefined ? '' : typeof payload === 'string' ? payload : JSON.stringify(payload))
  const head = Buffer.alloc(5)
  head.write(tag, 0, 'latin1')
  head.writeUInt32BE(channel, 1)
  return Buffer.concat([head, body])
}

/** One page: a child that is called and floods, a relayed request, a stranger's session at its endpoint, and an end of some kind. */
async function page(number) {
  const socket = new WebSocket(`ws://${host}/tunnel`, { headers: { Origin: origin }, perMessageDeflate: false })
  const waiting = new Map()
  const wait = (key) => new Promise((resolve) => waiting.set(key, resolve))
  const came = (key, value) => {
    waiting.get(key)?.(value)
    waiting.delete(key)
  }
  socket.on('error', () => {})
  socket.on('message', (data) => {
    const tag = String.fromCharCode(data[0])
    const body = data.subarray(5)
    if (tag !== 'o') return came(`${tag}${data.readUInt32BE(1)}`, body)
    for (const line of body.toString().split('\n')) {
      const { id } = line === '' ? {} : JSON.parse(line)
      if (id === undefined) counts.notifications++
      else came(id)
    }
  })
  const closed = new Promise((resolve) => socket.once('close', resolve))
  await new Promise((resolve) => socket.once('open', resolve))
  if (number % 50 === 0) {
    socket.send(frame('H', 0, { token: 'guessed' }))
    counts.refused++
    return closed
  }
  socket.send(frame('H', 0, { token }))
  await wait('W0')
  counts.pages++
  const started = wait('s1')
  socket.send(frame('S', 1, { command: process.execPath, args: [SERVER], env: {} }))
  const { endpoint } = JSON.parse(await started)
  for (let id = 1; id <= 20; id++) {
    const answered = wait(id)
    socket.send(frame('I', 1, JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call' })))
    await answered
    counts.calls++
  }
  socket.send(frame('I', 1, JSON.stringify({ jsonrpc: '2.0', id: 21, method: 'flood', params: { count: 5000 } })))
  const relayed = wait('z2')
  socket.send(frame('F', 2, { url: remoteUrl, method: 'GET', headers: [], hasBody: false }))
  await relayed
  counts.relayed++
  if (number % 5 === 0) {
    const initialize = {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'soak', version: '1' } },
    }
    const headers = { 'x-loupe-token': token, 'content-type': 'application/json', accept: 'application/json, text/event-stream' }
    const answer = await fetch(endpoint, { method: 'POST', headers, body: JSON.stringify(initialize) })
    await answer.arrayBuffer()
    await fetch(endpoint, { method: 'DELETE', headers: { ...headers, 'mcp-session-id': answer.headers.get('mcp-session-id') } })
    counts.bridged++
  }
  // Some vanish in the midst of the flood, some end their server first.
  if (number % 2 === 0) {
    counts.vanished++
    socket.terminate()
  } else {
    const ended = wait('x1')
    socket.send(frame('K', 1))
    await ended
    socket.close()
  }
  return closed
}

function children() {
  let found = 0
  for (const name of readdirSync('/proc')) {
    try {
      if (/^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(SERVER)) found++
    } catch {
      // Ended while we read.
    }
  }
  return found
}

const looks = []
const end = Date.now() + minutes * 60_000
for (let number = 1; Date.now() < end;) {
  const until = Math.min(end, Date.now() + PAUSE * 1000)
  while (Date.now() < until) {
    await Promise.all([page(number), page(number + 1), page(number + 2)])
    number += 3
    await new Promise((resolve) => setTimeout(resolve, rest))
  }
  // What is asked to end has two seconds to do so.
  for (let tries = 0; children() > 0 && tries < 40; tries++) await new Promise((resolve) => setTimeout(resolve, 100))
  const look = {
    minute: ((Date.now() - (end - minutes * 60_000)) / 60_000).toFixed(1),
    memory: Math.round(residentMemory(running.pid)),
    handles: readdirSync(`/proc/${running.pid}/fd`).length,
    children: children(),
  }
  looks.push(look)
  console.log(`${look.minute} min: ${look.memory} MB, ${look.handles} handles, ${look.children} children left; ${JSON.stringify(counts)}`)
}
await running.stop()
remote.close()

const counted = looks.slice(WARM)
const half = counted.length >> 1
const mean = (list, name) => list.reduce((sum, look) => sum + look[name], 0) / list.length
const grew = (name, tolerance) => {
  const [first, second] = [mean(counted.slice(0, half), name), mean(counted.slice(half), name)]
  console.log(`${name}: ${first.toFixed(1)} in the first half, ${second.toFixed(1)} in the second`)
  return second > first * (1 + tolerance)
}
const faults = counted.length < 4 ? ['too short to tell'] : []
if (counted.length >= 4 && grew('memory', 0.1)) faults.push('memory grew')
if (counted.length >= 4 && grew('handles', 0.02)) faults.push('handles grew')
if (looks.some(({ children }) => children > 0)) faults.push('children were left')
console.log(faults.length === 0 ? `Flat over ${minutes} minutes.` : `Not good: ${faults.join(', ')}.`)
process.exit(faults.length === 0 ? 0 : 1)
