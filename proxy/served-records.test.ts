import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LoupeServer } from './server.ts'
import { checkRecords } from './served-records.ts'
import { openTunnel, startTestServer, TOKEN } from './testing/tunnel-client.ts'

const folder = mkdtempSync(join(tmpdir(), 'loupe-records-'))
const file = join(folder, 'a.jsonl')
let server: LoupeServer

beforeAll(async () => {
  writeFileSync(file, 'the record')
  writeFileSync(join(folder, 'other'), 'secret')
  server = await startTestServer({ records: [file, join(folder, 'gone')] })
})
afterAll(async () => {
  await server.close()
  rmSync(folder, { recursive: true })
})

const ask = async (number: string, headers: { [name: string]: string } = { 'X-Loupe-Token': TOKEN }) => {
  const response = await fetch(`http://127.0.0.1:${server.port}/api/record/${number}`, { headers })
  return { status: response.status, text: await response.text() }
}

test('the page with the token has the records that were named, and nothing else of the disk', async () => {
  expect(await ask('0')).toEqual({ status: 200, text: 'the record' })
  expect(await ask('1')).toEqual({ status: 404, text: expect.stringContaining('cannot be read any more') })
  for (const number of ['2', '-1', '0.5', 'constructor', '..%2Fother', encodeURIComponent(join(folder, 'other'))])
    expect(await ask(number), number).toMatchObject({ status: 404 })
  const tunnel = openTunnel(server.port)
  await new Promise((resolve) => tunnel.socket.once('open', resolve))
  tunnel.send({ tag: 'H', channel: 0, json: { token: TOKEN } })
  expect((await tunnel.wait('W')).json).toMatchObject({ records: ['a.jsonl', 'gone'] })
  tunnel.socket.close()
})

test('without the token there is nothing', async () => {
  expect(await ask('0', {})).toMatchObject({ status: 401 })
  expect(await ask('0', { 'X-Loupe-Token': 'wrong' })).toMatchObject({ status: 401 })
  expect(await ask('0', { 'X-Loupe-Token': TOKEN, Origin: 'https://evil.test' })).toMatchObject({ status: 403 })
})

test('what cannot be read is told before anything starts', async () => {
  await expect(checkRecords([file])).resolves.toBeUndefined()
  await expect(checkRecords([file, join(folder, 'gone')])).rejects.toThrow(/gone cannot be read: ENOENT/)
  await expect(checkRecords([folder])).rejects.toThrow('it is no file')
})
