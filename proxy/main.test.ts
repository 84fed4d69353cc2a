// The command as a process of its own, built as it ships.
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isAlive, isGone } from './testing/processes.ts'
import { bytes, enter, text, TOKEN } from './testing/tunnel-client.ts'

const folder = mkdtempSync(join(tmpdir(), 'loupe-main-'))
const running = new Set<ChildProcess>()

beforeAll(() => build({ logLevel: 'silent', build: { ssr: true, outDir: folder } }))
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

interface Command {
  child: ChildProcess
  out: () => string
  err: () => string
  port: Promise<number>
  exit: Promise<number | null>
}

const loupe = (...args: string[]): Command => startIn({}, ...args)

function startIn(env: NodeJS.ProcessEnv, ...args: string[]): Command {
  const child = spawn(process.execPath, [join(folder, 'loupe.js'), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  running.add(child)
  let out = ''
  let err = ''
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const port = new Promise<number>((resolve) =>
    child.stdout.on('data', (chunk: Buffer) => {
      out += chunk.toString()
      const found = /127\.0\.0\.1:(\d+)/.exec(out)
      if (found) resolve(Number(found[1]))
    }),
  )
  const exit = new Promise<number | null>((resolve) =>
    child.on('close', (code) => {
      running.delete(child)
      resolve(code)
    }),
  )
  return { child, out: () => out, err: () => err, port, exit }
}

const start = (...args: string[]): Command => loupe('--no-open', '--port', '0', '--token', TOKEN, ...args)

test('prints one line with the address and the token, and ends on SIGTERM', async () => {
  const { child, out, err, port, exit } = loupe('--no-open', '--port', '0')
  expect(out()).toBe('')
  await port
  expect(out()).toMatch(/^Loupe: http:\/\/127\.0\.0\.1:\d+\/\?token=[\w-]{32}\n$/)
  child.kill('SIGTERM')
  expect(await exit).toBe(143)
  expect(err()).toBe('')
})

test('says in one line where no browser can be opened', async () => {
  const { child, out, err, port, exit } = startIn({ CI: 'true' }, '--port', '0', '--token', TOKEN)
  await port
  child.kill('SIGTERM')
  await exit
  expect(out().split('\n')).toHaveLength(2)
  expect(err()).toBe('No browser could be opened from here: open this address in one.\n')
})

test('hands what the command line named to the page, and nothing else', async () => {
  const { port, child, exit } = start('-e', 'A=1', '--', 'node', 'x.js')
  const tunnel = await enter(await port)
  expect((await tunnel.wait('W')).json).toMatchObject({
    platform: process.platform,
    cwd: process.cwd(),
    initial: {
      name: 'x',
      connect: true,
      target: { kind: 'stdio', command: 'node', args: ['x.js'], env: [{ name: 'A', value: '1' }] },
    },
  })
  child.kill('SIGINT')
  expect(await exit).toBe(130)
})

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s ends the children, also those that ignore it', async (signal) => {
  const { child, port, exit } = start()
  const tunnel = await enter(await port)
  const script = `for (const name of ['SIGTERM', 'SIGINT', 'SIGHUP']) process.on(name, () => {}); setInterval(() => {}, 1000); console.log('up')`
  tunnel.send({ tag: 'S', channel: 1, json: { command: process.execPath, args: ['-e', script], env: {} } })
  const { pid } = (await tunnel.wait('s')).json
  expect(text((await tunnel.wait('o')).lines)).toBe('up')
  expect(isAlive(pid)).toBe(true)
  child.kill(signal)
  await exit
  expect(isAlive(pid)).toBe(false)
})

test('a polite child leaves when the proxy is killed outright', async () => {
  const { child, port } = start()
  const tunnel = await enter(await port)
  tunnel.send({ tag: 'S', channel: 1, json: { command: process.execPath, args: ['-e', 'process.stdin.pipe(process.stdout)'], env: {} } })
  const { pid } = (await tunnel.wait('s')).json
  tunnel.send({ tag: 'I', channel: 1, bytes: bytes('x') })
  await tunnel.wait('o')
  child.kill('SIGKILL')
  await isGone(pid)
})

test('--demo names the bundled server, which runs as built and says hello', async () => {
  const { child, port, exit } = start('--demo')
  const tunnel = await enter(await port)
  const { initial } = (await tunnel.wait('W')).json
  if (initial?.target.kind !== 'stdio') throw new Error('The demo is a stdio server')
  const { command, args } = initial.target
  tunnel.send({ tag: 'S', channel: 7, json: { command, args, env: {} } })
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  tunnel.send({ tag: 'I', channel: 7, bytes: bytes(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params })) })
  expect(JSON.parse(text((await tunnel.wait('o', 7)).lines))).toMatchObject({ id: 1, result: { serverInfo: { title: 'Loupe demo' } } })
  expect(text((await tunnel.wait('e', 7)).lines)).toContain('ready')
  tunnel.send({ tag: 'K', channel: 7 })
  expect((await tunnel.wait('x', 7)).json).toEqual({ code: 0, signal: null })
  child.kill('SIGTERM')
  await exit
})

test('a port that was asked for and is taken is an error', async () => {
  const holder = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => holder.once('listening', resolve))
  const { port } = holder.address() as AddressInfo
  const { exit, err } = loupe('--no-open', '--port', String(port))
  expect(await exit).toBe(1)
  expect(err()).toContain(`port ${port} is taken`)
  holder.close()
})

test('help, version and mistakes', async () => {
  const help = loupe('--help')
  expect(await help.exit).toBe(0)
  expect(help.out()).toContain('loupe -- node build/index.js')
  const cli = loupe('--cli', '--help')
  expect(await cli.exit).toBe(0)
  expect(cli.out()).toContain('--tool-arg')
  const bare = loupe('tap')
  expect(await bare.exit).toBe(2)
  expect(bare.out()).toContain('loupe tap --')
  const version = loupe('--version')
  expect(await version.exit).toBe(0)
  expect(version.out()).toMatch(/^\d+\.\d+\.\d+\n$/)
  const wrong = loupe('--prot')
  expect(await wrong.exit).toBe(2)
  expect(wrong.err()).toContain('--port')
})

test('who reads no further, as "head" does, makes no fault of ours', async () => {
  const cut = loupe('doctor', 'http://127.0.0.1:1/mcp')
  cut.child.stdout!.destroy()
  // It ends as it would have, or as one that was interrupted.
  expect([1, 130]).toContain(await cut.exit)
  expect(cut.err()).toBe('')
})
