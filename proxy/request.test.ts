// One request from the shell, against real servers: over a pipe, over HTTP, and against what is not there.
import { spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EXIT, readRequest, sendRequest, type RequestOrder } from './request.ts'

const here = dirname(fileURLToPath(import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'loupe-request-'))
const tools = join(folder, 'tools.json')
const SERVER = ['--', process.execPath, join(here, '..', 'e2e', 'servers', 'schemas.mjs'), tools, join(folder, 'record')]

beforeAll(() => writeFileSync(tools, JSON.stringify([{ name: 'take', says: 'anything', schema: { type: 'object' } }])))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function read(...argv: string[]): RequestOrder {
  const order = readRequest(argv, folder, () => '{"from":"stdin"}')
  if ('wrong' in order) throw new Error(order.wrong)
  return order
}

async function send(order: RequestOrder, signal = new AbortController().signal) {
  let out = ''
  let error = ''
  const code = await sendRequest(order, { out: (text) => (out += text), error: (text) => (error += text) }, '1.0.0', signal)
  return { code, out, error }
}

test('prints the result of a server behind a pipe, and sends big integers digit for digit', async () => {
  const order = read('tools/call', '{"name":"take","arguments":{"n":9007199254740993}}', ...SERVER)
  const { code, out, error } = await send(order)
  expect(error).toBe('')
  expect(code).toBe(EXIT.result)
  expect(JSON.parse(out)).toMatchObject({ content: [{ type: 'text' }] })
  // The server itself reads doubles; what it was sent stands in its record.
  expect(readFileSync(join(folder, 'record'), 'utf8')).toContain('"arguments":{"n":9007199254740993}')
})

test('numbers leave as they were typed', async () => {
  const typed = '{"name":"take","arguments":{"message":1.10,"e":[1e400,-0]}}'
  expect((await send(read('tools/call', typed, ...SERVER))).code).toBe(EXIT.result)
  expect(readFileSync(join(folder, 'record'), 'utf8')).toContain('"arguments":{"message":1.10,"e":[1e400,-0]}')
})

test('an error of the server goes to stderr, as JSON', async () => {
  const misbehaving = join(here, '..', 'e2e', 'servers', 'misbehaving.mjs')
  const { code, out, error } = await send(read('no/such', '--', process.execPath, misbehaving, 'fine'))
  expect(code).toBe(EXIT.rpc)
  expect(out).toBe('')
  expect(JSON.parse(error)).toMatchObject({ code: -32601 })
})

test('of an answer that is not UTF-8 it is said that it is not shown as it came', async () => {
  const wild = join(here, '..', 'e2e', 'servers', 'wild.mjs')
  const { out, error } = await send(read('tools/call', '{"name":"latin"}', '--', process.execPath, wild))
  expect(out).toContain('caf\uFFFD')
  expect(error).toContain('bytes that are not UTF-8')
})

test('a server that ends or is not there is told in words', async () => {
  const misbehaving = join(here, '..', 'e2e', 'servers', 'misbehaving.mjs')
  const ended = await send(read('tools/list', '--', process.execPath, misbehaving, 'exits'))
  expect(ended.code).toBe(EXIT.unreachable)
  expect(ended.error).toContain('DATABASE_URL is not set')
  const port = await freePort()
  const dead = await send(read(`http://127.0.0.1:${port}/mcp`, 'tools/list'))
  expect(dead.code).toBe(EXIT.unreachable)
  expect(dead.error).toMatch(/refused/i)
})

test('a silent server is given up', async () => {
  const misbehaving = join(here, '..', 'e2e', 'servers', 'misbehaving.mjs')
  const { code } = await send(read('--era', 'legacy', '--timeout', '0.2', 'tools/list', '--', process.execPath, misbehaving, 'silent'))
  expect(code).toBe(EXIT.silent)
})

test('with --watch it stays, prints what the server says, and ends with the server or with Ctrl-C', async () => {
  const script = join(folder, 'tells.mjs')
  writeFileSync(
    script,
    `import { createInterface } from 'node:readline'
    const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n')
    createInterface({ input: process.stdin }).on('line', (line) => {
      const { id, method, params } = JSON.parse(line)
      if (method === 'initialize') say({ id, result: { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo: { name: 'tells', version: '1' } } })
      else if (id !== undefined) {
        say({ id, result: { method } })
        say({ method: 'notifications/message', params: { level: 'info', data: 1.10 } })
        say({ method: 'notifications/tools/list_changed' })
        if (method === 'end/it') process.stdin.destroy()
      }
    })`,
  )
  const ended = await send(read('end/it', '--era', 'legacy', '--watch', '--', process.execPath, script))
  expect(ended.out.trim().split('\n').sort()).toEqual([
    '{"method":"notifications/message","params":{"level":"info","data":1.1}}',
    '{"method":"notifications/tools/list_changed"}',
    '{"result":{"method":"end/it"}}',
  ])
  expect(ended.code).toBe(EXIT.unreachable)
  const stop = new AbortController()
  let out = ''
  const printer = {
    out: (text: string) => {
      out += text
      if (out.includes('list_changed')) stop.abort('Interrupted')
    },
    error: () => {},
  }
  const order = read('tools/list', '--era', 'legacy', '--watch', '--', process.execPath, script)
  expect(await sendRequest(order, printer, '1.0.0', stop.signal)).toBe(EXIT.result)
})

test('an interrupt ends it', async () => {
  const misbehaving = join(here, '..', 'e2e', 'servers', 'misbehaving.mjs')
  const stop = new AbortController()
  const sent = send(read('tools/list', '--', process.execPath, misbehaving, 'silent'), stop.signal)
  stop.abort('Interrupted')
  expect((await sent).code).toBe(EXIT.interrupted)
})

test('over HTTP, an error that a tool tells of is told apart from a result', async () => {
  const script = createRequire(import.meta.url).resolve('@modelcontextprotocol/server-everything/dist/index.js')
  const port = await freePort()
  const child = spawn(process.execPath, [script, 'streamableHttp'], {
    env: { ...process.env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  try {
    await new Promise<void>((resolve) => {
      const look = (chunk: Buffer) => /listening|running/i.test(String(chunk)) && resolve()
      child.stdout.on('data', look)
      child.stderr.on('data', look)
    })
    const url = `http://127.0.0.1:${port}/mcp`
    const good = await send(read(url, 'tools/call', '{"name":"echo","arguments":{"message":"hi"}}'))
    expect(good).toMatchObject({ code: EXIT.result, error: '' })
    expect(JSON.parse(good.out)).toEqual({ content: [{ type: 'text', text: 'Echo: hi' }] })
    const bad = await send(read(url, 'tools/call', '{"name":"echo","arguments":{}}'))
    expect(bad.code).toBe(EXIT.toolError)
  } finally {
    child.kill()
  }
})

test('the end of a process is told with what its last lines point to', async () => {
  const slip = join(folder, 'slip.mjs')
  writeFileSync(slip, 'const a = (\n')
  const { code, error } = await send(read('tools/list', '--', process.execPath, slip))
  expect(error).toMatch(/^SyntaxError: /m)
  expect(error).toMatch(/\nloupe: The server process exited with code 1\. .*slip\.mjs, line \d+: SyntaxError: .*\n$/)
  expect(code).toBe(EXIT.unreachable)
})

test.each<[string[], RegExp]>([
  [[], /Name a URL/],
  [['http://x.test/'], /Name the method/],
  [['http://x.test/', 'tools/list', '{', '}'], /one argument/],
  [['http://x.test/', 'tools/list', '{'], /not JSON/],
  [['--loud', 'http://x.test/', 'tools/list'], /no flag --loud/],
  [['--era', 'old', 'http://x.test/', 'tools/list'], /--era/],
  [['x.test', 'tools/list'], /http:\/\/x.test/],
  [['tools/list', '--'], /No command/],
  [['tools/list', 'node', 'a.js'], /loupe request tools\/list -- node a\.js$/],
  [['node', 'a.js', 'tools/call', '{"name":"x"}'], /loupe request tools\/call '\{"name":"x"\}' -- node a\.js$/],
  [['tools/list', 'a.py'], /loupe request tools\/list -- python a\.py$/],
])('%j is explained', (argv, why) => {
  expect(readRequest(argv, folder, () => '')).toEqual({ wrong: expect.stringMatching(why) })
})

test('params come from stdin where they are "-"', () => {
  expect(read('-H', 'X-A: 1', 'http://x.test/mcp', 'ping', '-')).toMatchObject({
    method: 'ping',
    params: { from: 'stdin' },
    target: { url: 'http://x.test/mcp', headers: [{ name: 'X-A', value: '1' }] },
  })
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
