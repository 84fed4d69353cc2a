// Real files, watched through a real tunnel.
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { WatchNews } from '#mcp/transport/tunnel-frames.ts'
import type { LoupeServer } from './server.ts'
import { enter, startTestServer } from './testing/tunnel-client.ts'
import { watchFiles, type Watch } from './watch.ts'

let folder: string
let news: WatchNews[]
let told: () => void
let watch: Watch | undefined
let server: LoupeServer | undefined

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'loupe-watch-')))
  mkdirSync(join(folder, 'src'))
  mkdirSync(join(folder, 'node_modules', 'dep'), { recursive: true })
  writeFileSync(join(folder, 'src', 'index.js'), '1')
  news = []
})
afterEach(async () => {
  watch?.close()
  await server?.close()
  rmSync(folder, { recursive: true })
})

const next = (): Promise<void> => new Promise((resolve) => (told = resolve))
async function watching(paths: string[]): Promise<void> {
  watch = watchFiles({ paths, cwd: folder }, (one) => {
    news.push(one)
    told?.()
  })
  await watch.ready
}

test('a build of many files is told once, by the first; what nobody edits is not', async () => {
  await watching(['.'])
  const change = next()
  writeFileSync(join(folder, 'node_modules', 'dep', 'index.js'), '2')
  writeFileSync(join(folder, '.cache'), '2')
  writeFileSync(join(folder, 'src', 'index.js'), '2')
  await change
  const another = next()
  for (let n = 0; n < 20; n++) writeFileSync(join(folder, 'src', `made-${n}.js`), '')
  await another
  // One, unless the machine took long over the twenty.
  expect(news.length).toBeLessThan(10)
  expect(news[0]).toEqual({ path: join('src', 'index.js') })
  expect(news[1]).toMatchObject({ path: expect.stringContaining('made-') })
})

test('what is not there is named, and the rest is watched', async () => {
  await watching(['nowhere', 'src'])
  expect(news).toEqual([{ fault: expect.stringContaining(join(folder, 'nowhere')) }])
  const change = next()
  rmSync(join(folder, 'src', 'index.js'))
  await change
  expect(news[1]).toEqual({ path: join('src', 'index.js') })
})

test('over the tunnel, until the page gives it up', async () => {
  server = await startTestServer()
  const tunnel = await enter(server.port)
  tunnel.send({ tag: 'V', channel: 7, json: { paths: [] } })
  expect((await tunnel.wait('v', 7)).json).toEqual({ fault: expect.stringContaining('list of paths') })
  tunnel.send({ tag: 'V', channel: 8, json: { paths: ['src'], cwd: folder } })
  // There is no word for "watching now": it is written until it is heard.
  const writing = setInterval(() => writeFileSync(join(folder, 'src', 'index.js'), String(performance.now())), 150)
  expect((await tunnel.wait('v', 8)).json).toEqual({ path: join('src', 'index.js') })
  clearInterval(writing)
  tunnel.send({ tag: 'A', channel: 8 })
})
