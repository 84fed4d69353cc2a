import { afterEach, expect, test, vi } from 'vitest'
import { sharedFindings } from '#mcp/conformance/by-row.ts'
import type { Row as RuleRow } from '#mcp/conformance/row.ts'
import { createTraffic } from '#mcp/traffic.ts'
import { LONG_TEXT } from '#mcp/long-text.ts'
import type { MessageDetail, RowWindow } from '#mcp/traffic-row.ts'
import type { ConnectionState } from '../../session/connection-state.ts'
import type { FromEngine, ToEngine } from '../../session/engine-messages.ts'
import type { ExportPart } from '../../session/engine-record.ts'
import { firstOf } from './read-page.ts'
import { blameAll, recordEngine, type SharedRecord } from './record-engine.ts'

afterEach(() => vi.restoreAllMocks())

/** What a work done step by step comes to. */
function drained<Value>(work: Generator<undefined, Value>): Value {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
  }
}

function talked() {
  const traffic = createTraffic()
  const ask = (exchange: number, name: string) =>
    traffic.append(exchange, {
      kind: 'sent',
      method: 'POST',
      url: 'http://x.test/mcp',
      headers: [],
      body: `{"jsonrpc":"2.0","id":${exchange},"method":"tools/call","params":{"name":"${name}"}}`,
    })
  const first = ask(1, 'one')
  const odd = traffic.append(1, { kind: 'body', text: '{"jsonrpc":"2.0","id":1,"result":{}}' })
  ask(2, 'two')
  const wrong = traffic.append(2, { kind: 'body', text: '{"jsonrpc":"2.0","id":2,"result":{"content":1}}' })
  return { traffic, first, odd, wrong }
}

const rule = (id: string, outcome: RuleRow['outcome'], ...findings: RuleRow['findings']) =>
  ({ id, outcome, findings, broken: 1, level: 'MUST', says: 'It does.', mend: 'Do it.' }) as RuleRow

/** The page that was saved of a record in which two answers were found wrong. */
function shared(): SharedRecord & { odd: number; wrong: number; first: number } {
  const { traffic, odd, wrong } = talked()
  traffic.blame(odd, 'TC-1', true)
  traffic.blame(wrong, 'TC-11', true, true)
  const standings = [rule('TC-1', 'warn', { seq: odd, says: 'odd', outcome: 'warn' }), rule('TC-11', 'fail'), rule('XX-1', 'pass')]
  const found = drained(sharedFindings(traffic, standings))
  const again = talked()
  const state = {
    id: 'r',
    name: 'x',
    target: { kind: 'http', url: '', headers: [], via: 'auto' },
    record: {},
  } as unknown as ConnectionState
  return { ...again, state, found, told: drained(blameAll(again.traffic, found)), by: 'l', unjudged: 7 }
}

function spoken(record: SharedRecord) {
  const heard: FromEngine[] = []
  const port = recordEngine(record)
  let wake = () => {}
  port.onmessage = ({ data }) => {
    heard.push(data)
    wake()
  }
  async function until<Value>(find: () => Value | undefined): Promise<Value> {
    for (;;) {
      const value = find()
      if (value !== undefined) return value
      await new Promise<void>((done) => (wake = done))
    }
  }
  let last = 0
  return {
    heard,
    until,
    say: (message: ToEngine) => port.postMessage(message),
    rows(filter: string): Promise<RowWindow> {
      const view = (last += 1)
      port.postMessage({ kind: 'view', view, connection: 'r', query: { filter, tail: false, from: 0, size: 50 } })
      return until(() => heard.flatMap((one) => (one.kind === 'push' && one.view === view && !one.window.scanning ? [one.window] : []))[0])
    },
  }
}

test('of a shared record the filter knows what had been found, by rule and by message', async () => {
  const record = shared()
  const { rows, say, until, heard } = spoken(record)
  const seqs = async (filter: string) => (await rows(filter)).rows.map(({ seq }) => seq)
  expect(await seqs('kind:finding')).toEqual([record.odd, record.wrong])
  // An id that another begins with is not that other's.
  expect(record.found.rows).toEqual([
    [0, 'warn', [record.odd]],
    [1, 'fail', [record.wrong]],
  ])
  expect(await seqs('rule:TC-11')).toEqual([record.wrong])
  expect(await seqs('kind:answer -"content"')).toEqual([record.odd])
  expect(await seqs('connection:y')).toEqual([])
  say({ kind: 'hello', token: '', origin: '', proxy: false, memoryLimit: 0 })
  const told = await until(() => heard.find((one) => one.kind === 'findings'))
  expect(told.found).toMatchObject({ broken: 2, counts: { fail: 1, warn: 1 }, rules: ['TC-1', 'TC-11'] })
  // Whoever folds the call sees it there, too.
  expect(told.found.marks).toEqual([
    [record.odd, 'warn', record.first],
    [record.wrong, 'fail', expect.any(Number)],
  ])
})

test('what a record cannot answer is refused in words', async () => {
  const { say, until, heard } = spoken(shared())
  say({ kind: 'call', id: 7, name: 'disconnect', args: ['r'] })
  say({ kind: 'call', id: 8, name: 'blamedFor', args: ['r', 4] })
  const refused = await until(() => heard.find((one) => one.kind === 'throw'))
  expect(refused).toMatchObject({ id: 7, error: { message: expect.stringContaining('shows a record') } })
  await until(() => heard.find((one) => one.kind === 'return' && one.id === 8))
})

test('a report of a message is written in the page, with what was found', async () => {
  const record = shared()
  const redacted = [{ placeholder: 'REDACTED-1', where: 'header x' }]
  const { say, until, heard } = spoken({ ...record, state: { ...record.state, record: { file: '', faults: [], faulty: 0, redacted } } })
  const wish = { as: 'report', secrets: false, seqs: [record.odd], by: { name: '', version: '' } }
  say({ kind: 'call', id: 7, name: 'export', args: ['r', wish] })
  const { value } = await until(() => heard.find((one) => one.kind === 'return'))
  const report = await (value as Blob).text()
  expect(report).toContain('**Recorded with** l; secrets are replaced')
  expect(report).toContain('the last 7 messages of this record had not been judged')
  expect(report).toContain('Warning: TC-1,')
  expect(report).toContain('→ tools/call · one')
})

test('a report of many messages is written in slices: all else is answered meanwhile, it tells how far it is, and it can be given up', async () => {
  const record = shared()
  const seqs = Array.from({ length: 1500 }, (_, id) =>
    record.traffic.append(9 + id, {
      kind: 'sent',
      method: 'POST',
      url: '',
      headers: [],
      body: `{"jsonrpc":"2.0","id":${id},"method":"ping"}`,
    }),
  )
  const { say, until, heard } = spoken(record)
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 20))
  const write = (id: number) =>
    say({ kind: 'call', id, name: 'export', args: ['r', { as: 'report', secrets: false, seqs, by: { name: '', version: '' } }] })
  const shares = (id: number) => heard.flatMap((one) => (one.kind === 'part' && one.id === id ? [(one.part as ExportPart).share!] : []))
  const ended = (id: number) => heard.find((one) => (one.kind === 'return' || one.kind === 'throw') && one.id === id)
  write(1)
  await until(() => shares(1)[0])
  say({ kind: 'abort', id: 1 })
  expect(await until(() => ended(1))).toMatchObject({ kind: 'throw', error: { message: expect.stringContaining('aborted') } })
  write(2)
  await until(() => shares(2)[0])
  say({ kind: 'call', id: 3, name: 'blamedFor', args: ['r', 4] })
  await until(() => ended(3))
  expect(ended(2)).toBeUndefined()
  const { value } = (await until(() => ended(2))) as { value: Blob }
  expect((await value.text()).match(/### /g)).toHaveLength(1500)
  expect(shares(2)).toEqual([...shares(2)].sort((a, b) => a - b))
})

test('of a long message the page gets the beginning, and asks for the rest', async () => {
  const record = shared()
  const long = record.traffic.append(1, {
    kind: 'body',
    text: JSON.stringify({ jsonrpc: '2.0', method: 'x', params: { a: 'y'.repeat(LONG_TEXT) } }),
  })
  const { say, until, heard } = spoken(record)
  const returned = async (id: number) =>
    (await until(() => heard.flatMap((one) => (one.kind === 'return' && one.id === id ? [one] : []))[0])).value
  say({ kind: 'call', id: 1, name: 'message', args: ['r', long, true] })
  const { text, held } = (await returned(1)) as MessageDetail
  expect(text.length).toBeLessThan(LONG_TEXT)
  say({ kind: 'call', id: 2, name: 'ask', args: [held!.id, held!.pointer, 'look', ['application/json', 'x.json']] })
  expect(await returned(2)).toBeDefined()
})

test('it opens on what was chosen, else on what is pinned, else on the worst', () => {
  const record = shared()
  const noted = (notes: object) => ({ ...record.state, record: { notes } }) as unknown as ConnectionState
  expect(firstOf({ ...record, chosen: 1, state: noted({ 4: '' }) })).toBe(1)
  expect(firstOf({ ...record, chosen: undefined, state: noted({ 4: '', 2: 'x' }) })).toBe(2)
  // Of a message that is no more nothing can be shown.
  expect(firstOf({ ...record, chosen: 999, state: noted({ 998: '' }) })).toBe(record.wrong)
  expect(firstOf({ ...record, chosen: undefined, found: { rules: [], rows: [] } })).toBeUndefined()
})
