import { expect, test } from 'vitest'
import { redactorFor } from '#mcp/traffic/redact.ts'
import { RecordReader } from '#mcp/traffic/record-format.ts'
import { createTraffic } from '#mcp/traffic.ts'
import type { Target } from '#mcp/transport/target.ts'
import { writePage } from './page.ts'

const TARGET: Target = { kind: 'http', url: 'http://x.test/mcp', headers: [], bearer: 'top-secret-token', via: 'auto' }
const HOSTILE = '</script><script>alert(1)</script><!--<script>'

function recorded() {
  const traffic = createTraffic()
  traffic.append(1, {
    kind: 'sent',
    method: 'POST',
    url: 'http://x.test/mcp',
    headers: [['Authorization', 'Bearer top-secret-token']],
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"n":9007199254740993}}}',
  })
  traffic.append(1, { kind: 'status', status: 200, statusText: 'OK', headers: [['x', HOSTILE]] })
  traffic.append(1, {
    kind: 'body',
    text: JSON.stringify({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: HOSTILE }] } }),
  })
  traffic.append(1, { kind: 'closed' })
  traffic.append(0, { kind: 'noise', text: `${HOSTILE} Bearer top-secret-token`, why: 'not JSON' })
  return traffic
}

/** What the viewer reads. */
function readBack(page: string) {
  const parts = [...page.matchAll(/<script type="application\/json" class="(\w+)">([^]*?)<\/script>/g)].map(([, name, text]) => ({
    name,
    value: JSON.parse(text!) as unknown,
  }))
  const of = (name: string): unknown[] => parts.filter((one) => one.name === name).map(({ value }) => value)
  const [about] = of('about') as { [name: string]: unknown }[]
  return { about: about!, rows: (of('rows') as unknown[][][]).flat() }
}

/** The page opened again. */
function reopened(page: string): RecordReader {
  const reader = new RecordReader(1e8)
  for (const line of page.split('\n')) reader.take(line)
  return reader
}

const shown = (traffic: ReturnType<typeof recorded>) => {
  const { rows } = traffic.window({ filter: '', tail: false, from: 0, size: 100 })
  return { rows, messages: rows.map(({ seq }) => traffic.message(seq)) }
}

test('a hostile record is data throughout: the file has the tags that we wrote, and a policy that runs no others', () => {
  const traffic = recorded()
  const about = { name: HOSTILE, target: TARGET, savedAt: 0, by: 'loupe 1', notes: { 1: HOSTILE } }
  const page = [...writePage(traffic, about, undefined)].join('')
  expect(page.match(/<\/?script/g)).toEqual(Array.from({ length: 5 }, () => ['<script', '</script']).flat())
  expect(page).not.toContain('<!--')
  expect(page).toContain(`<title>&#60;/script&#62;`)
  const [, nonce] = /script-src 'nonce-([^']+)'/.exec(page)!
  expect(page).toContain(`default-src 'none'`)
  expect(page.match(new RegExp(`<script nonce="${nonce!.replace(/[+/]/g, '\\$&')}">`, 'g'))).toHaveLength(1)
  expect([...writePage(traffic, about, undefined)].join('')).not.toContain(nonce)
  const { rows } = readBack(page)
  expect(rows).toHaveLength(3)
  expect(rows[0]!.slice(0, 6)).toEqual([1, expect.any(Number), 'out', 'request', 'tools/call', 'echo'])
  expect(rows[0]![15]).toBe(HOSTILE)
  expect(rows[2]!.slice(14)).toEqual(['not JSON', '', ''])
})

test('opened again, it shows what was shared', () => {
  const traffic = recorded()
  const about = { name: HOSTILE, target: TARGET, savedAt: 0, by: 'loupe 1', notes: {} }
  const { faults, header, traffic: again } = reopened([...writePage(traffic, about, undefined)].join(''))
  expect(faults).toEqual([])
  expect(header).toMatchObject({ name: HOSTILE, target: TARGET, savedAt: 0 })
  expect(shown(again)).toEqual(shown(traffic))
})

test('a page that holds no record says so', () => {
  const { header, traffic, faults } = reopened('<!DOCTYPE html>\n<html>\n{"format":"loupe-record"}\n</html>')
  expect(header).toBeUndefined()
  expect(traffic.total).toBe(0)
  expect(faults).toEqual([{ line: 1, why: expect.stringContaining('no record') }])
})

test('secrets are taken out of what is read off the messages, too', () => {
  const traffic = recorded()
  const page = [...writePage(traffic, { name: 'x', target: TARGET, savedAt: 0, by: 'l', notes: {} }, redactorFor(traffic, TARGET))].join('')
  expect(page).not.toContain('top-secret-token')
  const { about, rows } = readBack(page)
  expect(about.redacted).toEqual([{ placeholder: 'REDACTED-1', where: 'header Authorization' }])
  expect(rows[2]![5]).toContain('REDACTED-1')
  const { header, traffic: again } = reopened(page)
  expect(header).toMatchObject({ target: { bearer: 'REDACTED-1' }, redacted: about.redacted })
  expect(again.message(1)!.http!.requestHeaders).toEqual([['Authorization', 'Bearer REDACTED-1']])
  // Digits stay as they crossed.
  expect(again.message(1)!.text).toContain('9007199254740993')
})
