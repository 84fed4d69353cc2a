// A message that is not UTF-8, over each transport: its bytes are kept, the note leads to it, and it is the one that is blamed.
import { expect, test } from 'vitest'
import { createJudge } from '../conformance/judge.ts'
import { RULES } from '../conformance/rules.ts'
import { RecordReader, writeRecord } from '../traffic/record-format.ts'
import { writeHar } from '../traffic/har.ts'
import { createTraffic, type Traffic } from '../traffic.ts'
import { createWire } from '../wire.ts'
import { bytesOf } from './replaced.ts'
import { stdioHandler } from './stdio.ts'

const ASCII = (text: string) => [...new TextEncoder().encode(text)]
const LINE = Uint8Array.from([...ASCII('{"jsonrpc":"2.0","id":1,"result":{"said":"caf'), 0xe9, 0x20, 0xff, ...ASCII('"}}')])
const POST = { method: 'POST' as const, url: 'http://x.test/mcp', headers: [], body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }

/** What the record has of the note and of the message that it is about. */
function found(traffic: Traffic) {
  const rows = traffic.window({ filter: '', size: 100, from: 0, tail: false }).rows
  const note = rows.find(({ kind }) => kind === 'note')!
  const message = traffic.message(note.peer ?? 0)
  const judge = createJudge(RULES)
  for (const event of traffic.events()) judge.take(event)
  const findings = judge.standings().find(({ rule }) => rule.id === 'JR-27')!.findings
  return { note, message, blamed: findings.map(({ seq }) => seq) }
}

/** `judged`: of what nobody asked for, before anything was agreed on, nothing is said. */
function expectKept(traffic: Traffic, judged = true): void {
  const { message, blamed } = found(traffic)
  expect(message?.text).toContain('caf\uFFFD \uFFFD')
  expect(bytesOf(message).bytes).toEqual(LINE)
  if (judged) expect(blamed).toEqual([message?.row.seq])
}

async function reopened(parts: Iterable<string>): Promise<Traffic> {
  const reader = new RecordReader(1e8)
  for (const line of [...parts].join('').split('\n')) reader.take(line)
  reader.end()
  return reader.traffic
}

const ABOUT = { savedAt: 0, name: 'x', target: { kind: 'http' as const, url: POST.url, headers: [], via: 'auto' as const } }

test('a line that answers, and one that nobody waits for', async () => {
  for (const orphan of [false, true]) {
    const traffic = createTraffic()
    const handler = stdioHandler({ write: () => {}, onSide: (fact) => traffic.append(0, fact) })
    const wire = createWire(handler.fetch, traffic)
    const exchange = orphan ? undefined : wire.send({ ...POST, url: 'stdio:x' })
    await new Promise((resolve) => setTimeout(resolve))
    handler.line(LINE)
    await exchange?.ended
    expectKept(traffic, !orphan)
    expectKept(await reopened(writeRecord(traffic, ABOUT, undefined)), !orphan)
  }
})

test('the body of a reply, in pieces', async () => {
  const traffic = createTraffic()
  const body = new ReadableStream({
    start(controller) {
      for (let at = 0; at < LINE.length; at += 7) controller.enqueue(LINE.subarray(at, at + 7))
      controller.close()
    },
  })
  const wire = createWire(async () => new Response(body, { headers: { 'content-type': 'application/json' } }), traffic)
  await wire.send(POST).ended
  expectKept(traffic)
  expectKept(await reopened(writeRecord(traffic, ABOUT, undefined)))
  expectKept(await reopened(writeHar(traffic, { name: 'x', version: '0' }, undefined, ABOUT)))
})

test('of a stream it is not known which message it was, and what was replaced is not kept', async () => {
  const traffic = createTraffic()
  const stream = Uint8Array.from([...ASCII('data: '), ...LINE, ...ASCII('\n\n')])
  const wire = createWire(async () => new Response(stream, { headers: { 'content-type': 'text/event-stream' } }), traffic)
  await wire.send(POST).ended
  const { note, message, blamed } = found(traffic)
  expect(message).toBeNull()
  expect(blamed).toEqual([note.seq])
  const row = traffic.window({ filter: '', size: 100, from: 0, tail: false }).rows.find(({ kind }) => kind === 'result')
  expect(bytesOf(traffic.message(row!.seq))).toMatchObject({ kept: false })
})
