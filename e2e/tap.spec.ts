// Loupe between another client and its server: every byte passes as it is, and the record of it opens in the page.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DIST, expect, startProgram, stop, test } from './loupe.ts'

const LOUPE = join(DIST, 'loupe.js')

/** Runs a tapped program with this stdin, to its end. */
async function tapped(record: string, input: Buffer, ...command: string[]) {
  const child = spawn(process.execPath, [LOUPE, 'tap', '--no-live', '--record', record, '--', ...command])
  const out: Buffer[] = []
  const errors: Buffer[] = []
  child.stdout.on('data', (chunk: Buffer) => out.push(chunk))
  child.stderr.on('data', (chunk: Buffer) => errors.push(chunk))
  child.stdin.end(input)
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out: Buffer.concat(out), error: Buffer.concat(errors).toString() }
}

function recordOf(file: string): { [name: string]: unknown }[] {
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as { [name: string]: unknown })
}

test('bytes, stderr and the exit code pass unchanged; what passed is written down', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-tap-'))
  const record = join(folder, 'a', 'record.jsonl')
  const input = Buffer.concat([
    Buffer.from('{"jsonrpc":"2.0","id":1,"method":"ping"}\r\n\n  not JSON \n'),
    Buffer.from([0xff, 0xfe, 0x0a]),
    Buffer.alloc(3_000_000, 0x61),
  ])
  const echo = 'process.stdin.pipe(process.stdout); process.stdin.on("end", () => { console.error("bye"); process.exitCode = 7 })'
  const { code, out, error } = await tapped(record, input, process.execPath, '-e', echo)
  expect(out.equals(input)).toBe(true)
  expect({ code, error }).toEqual({ code: 7, error: 'bye\n' })
  expect(statSync(record).mode & 0o777).toBe(0o600)
  const [header, ...events] = recordOf(record)
  expect(header).toMatchObject({ format: 'loupe-record', version: 1, server: { target: { kind: 'stdio', command: process.execPath } } })
  expect(events.find(({ kind }) => kind === 'sent')).toMatchObject({ method: 'STDIN', body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' })
  expect(events.filter(({ kind }) => kind === 'stderr')).toMatchObject([{ text: 'bye' }])
  expect(events.at(-1)).toMatchObject({ kind: 'exit', code: 7 })
  // A record that cannot be written changes nothing for the two that talk.
  const unwritable = await tapped('/dev/null/x', Buffer.from('hello'), process.execPath, '-e', echo)
  expect(unwritable.out.toString()).toBe('hello')
  expect(unwritable.code).toBe(7)
  expect(unwritable.error).toContain('cannot be written')
  const missing = await tapped(record, Buffer.from(''), 'no-such-program-here')
  expect(missing).toMatchObject({
    code: 127,
    error: 'loupe tap: no-such-program-here could not be started: spawn no-such-program-here ENOENT\n',
  })
  expect(recordOf(record).slice(1)).toMatchObject([
    { kind: 'start' },
    { kind: 'exit', code: null, text: expect.stringContaining('could not be started') },
  ])
  rmSync(folder, { recursive: true })
})

test('a URL is passed on, is shown live, and its record opens in the page', async ({ inspector, page, everythingHttp, loupe }) => {
  const folder = mkdtempSync(join(tmpdir(), 'loupe-tap-'))
  const record = join(folder, 'record.jsonl')
  await inspector.open()
  const { child, match } = await startProgram(
    process.execPath,
    [LOUPE, 'tap', '--record', record, everythingHttp],
    /http:\/\/127\.0\.0\.1:\d+\/mcp/,
    { XDG_STATE_HOME: loupe.state },
  )
  const ask = (body: object, headers = {}) =>
    fetch(match[0], {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json, text/event-stream', ...headers },
      body: JSON.stringify(body),
    })
  const clientInfo = { name: 'other', version: '1' }
  const greeting = await ask({
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo },
  })
  expect(await greeting.text()).toContain('"serverInfo"')
  const session = { 'mcp-session-id': greeting.headers.get('mcp-session-id')! }
  expect((await ask({ jsonrpc: '2.0', method: 'notifications/initialized' }, session)).status).toBe(202)
  const line = page.getByRole('status', { name: 'Tap' })
  await line.getByRole('button', { name: 'Show' }).click()
  const banner = page.getByRole('region', { name: 'Saved record' })
  await expect(banner).toContainText('Tapped live')
  // It is no news any more, wherever a person goes from there.
  await page.getByRole('link', { name: 'Loupe: new connection' }).click()
  await expect(page.getByRole('main', { name: 'Connect' })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Tap' })).toBeHidden()
  await page.goBack()
  await expect(banner).toContainText('Tapped live')
  const calls = page.getByRole('grid', { name: 'Traffic' }).getByRole('row').filter({ hasText: 'tools/call' })
  await expect(calls).toHaveCount(0)
  const call = { name: 'echo', arguments: { message: 'through the tap' } }
  expect(await (await ask({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: call }, session)).text()).toContain(
    'Echo: through the tap',
  )
  await expect(calls).toHaveCount(2)
  // A page that comes later sees what passed before.
  await page.reload()
  await expect(calls).toHaveCount(2)
  await stop(child)
  await expect(banner).not.toContainText('Tapped live')
  const events = recordOf(record).slice(1)
  expect(events.filter(({ kind }) => kind === 'frame').map(({ text }) => String(text).slice(0, 10))).toContain('{"result":')
  expect(events.filter(({ kind }) => kind === 'closed')).toHaveLength(3)

  const chosen = page.waitForEvent('filechooser')
  await page
    .getByRole('button', { name: /^Open record…/ })
    .first()
    .click()
  await (await chosen).setFiles(record)
  await expect(page.getByRole('grid', { name: 'Traffic' }).getByRole('row').filter({ hasText: 'tools/call' }).first()).toContainText('echo')
  rmSync(folder, { recursive: true })
})
