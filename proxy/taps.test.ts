// Taps reach pages through a real proxy: those that look, those that come later, and none that reads too slowly.
import { mkdtempSync, rmSync, statSync, writeFileSync, readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { announce, runningLoupes } from './running.ts'
import type { LoupeServer } from './server.ts'
import { openLive } from './tap-live.ts'
import { createTapHub } from './taps.ts'
import { enter, startTestServer, text, TOKEN } from './testing/tunnel-client.ts'

let server: LoupeServer
let folder: string
const before = process.env.XDG_STATE_HOME

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'loupe-taps-'))
  process.env.XDG_STATE_HOME = folder
  server = await startTestServer()
})
afterEach(async () => {
  if (before === undefined) delete process.env.XDG_STATE_HOME
  else process.env.XDG_STATE_HOME = before
  await server.close()
  rmSync(folder, { recursive: true })
})

test('a Loupe is found by its file, which only the same user reads, and which goes with it', () => {
  expect(runningLoupes()).toEqual([])
  const end = announce(server.running)
  const [name] = readdirSync(join(folder, 'mcp-loupe', 'running'))
  expect(statSync(join(folder, 'mcp-loupe', 'running', name!)).mode & 0o777).toBe(0o600)
  expect(runningLoupes()).toEqual([{ origin: `http://127.0.0.1:${server.port}`, token: TOKEN }])
  // Left behind by one that was killed, and one that is no announcement.
  writeFileSync(join(folder, 'mcp-loupe', 'running', '999999999.json'), '{}')
  writeFileSync(join(folder, 'mcp-loupe', 'running', `${process.ppid}.json`), 'broken')
  expect(runningLoupes()).toHaveLength(1)
  end()
  expect(runningLoupes()).toEqual([])
})

test('a page that looks hears it at once, one that comes later from the start, and one that did not ask nothing', async () => {
  const page = await enter(server.port)
  const deaf = await enter(server.port)
  page.send({ tag: 'J', channel: 0 })
  const tap = openLive({ name: 'srv', record: '/r.jsonl' }, [server.running])
  tap.line('{"format":"loupe-record"}\n')
  tap.line('{"seq":1}\n')
  expect((await page.wait('t')).json).toEqual({ name: 'srv', record: '/r.jsonl' })
  expect(text((await page.wait('p')).lines)).toBe('{"format":"loupe-record"}\n')
  await page.until(() => page.frames.filter(({ tag }) => tag === 'p').length === 2)
  const later = await enter(server.port)
  later.send({ tag: 'J', channel: 0 })
  await later.until(() => later.frames.filter(({ tag }) => tag === 'p').length === 2)
  await tap.close()
  expect((await later.wait('q')).json).toEqual({})
  await page.wait('q')
  expect(deaf.frames.map(({ tag }) => tag)).toEqual(['W'])
})

test('a program that ended at once is shown as well, and nothing waits where no Loupe answers', async () => {
  const page = await enter(server.port)
  page.send({ tag: 'J', channel: 0 })
  const tap = openLive({ name: 'short', record: '/r' }, [server.running, { origin: 'http://127.0.0.1:1', token: 'x' }])
  tap.line('{"format":"loupe-record"}\n')
  await tap.close()
  await page.wait('q')
  expect(page.frames.map(({ tag }) => tag)).toEqual(['W', 't', 'p', 'q'])
})

test('who reads too slowly loses the tap, and the others go on', () => {
  const hub = createTapHub()
  const good: string[] = []
  const slow: string[] = []
  hub.listen(({ tag }) => good.push(tag) > 0)
  hub.listen(({ tag }) => {
    slow.push(tag)
    return slow.length < 3
  })
  const tap = hub.begin({ name: 'x', record: '/r' })!
  for (let n = 0; n < 5; n++) tap.lines(new Uint8Array(1))
  tap.end()
  expect(good.join('')).toBe('tpppppq')
  expect(slow.join('')).toBe('tppq')
  // What is kept for those who come later is bounded, and begins with the header.
  const long = hub.begin({ name: 'long', record: '/r' })!
  for (let n = 0; n < 20; n++) long.lines(new Uint8Array(1024 * 1024).fill(n))
  const heard: number[] = []
  hub.listen((frame) => (frame.tag === 'p' ? heard.push(frame.lines[0]!) : 1) > 0)
  expect(heard).toEqual([0, 12, 13, 14, 15, 16, 17, 18, 19])
})
