import { beforeAll, expect, test } from 'vitest'
import { readLogs } from './log-run.ts'
import { repeats } from './repeats.ts'
import { createTraffic, type Traffic } from './traffic.ts'
import { eachText } from './transport/each-text.ts'
import { stdioHandler } from './transport/stdio.ts'
import { createWire } from './wire.ts'

/** Numbers that look thrown, and are the same each time. */
function thrown(seed: number): (below: number) => number {
  let at = seed
  return (below) => {
    at = (Math.imul(at, 1_103_515_245) + 12_345) >>> 1
    return (at >> 8) % below
  }
}

type Next = ReturnType<typeof thrown>
const of = <T>(next: Next, list: readonly T[]): T => list[next(list.length)]!
const message = (method: string, params: object): string => JSON.stringify({ jsonrpc: '2.0', method, params })

/** Kinds of log messages, each of which may come many times, one after the other. */
const LOGS: ((nth: number, next: Next) => string)[] = [
  (nth) => message('notifications/message', { level: 'info', logger: 'server', data: `line ${nth}` }),
  (nth, next) => message('notifications/message', { level: of(next, ['debug', 'warning', 'error', 'odd']), data: `said ${nth} times` }),
  (nth, next) =>
    message('notifications/message', {
      level: 'info',
      logger: of(next, ['a', 'b', '', 'x'.repeat(90)]),
      data: of(next, ['', ' spaced ', 'info']) + nth,
    }),
  (nth) => message('notifications/message', { data: `first ${nth}`, level: 'error' }),
  (nth) => message('notifications/message', { level: 'info', logger: 'server', data: `Zeile ${nth} · ärgerlich 🦉` }),
  (nth, next) =>
    message('notifications/message', { level: 'info', logger: 'server', data: `a "quoted" ${of(next, ['x', '\n', '\\'])} ${nth}` }),
  (nth) =>
    message('notifications/message', { level: 'info', logger: 'server', data: `long ${nth} ${'y'.repeat(nth % 3 === 0 ? 5000 : 300)}` }),
  (nth) => message('notifications/message', { level: 'info', data: `with more ${nth}`, _meta: { nth } }),
  (nth) => message('notifications/message', { level: 'info', data: { nth } }),
  (nth) => `{"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "notice", "data": "spaced out ${nth}"}}`,
  (nth) => `{"jsonrpc":"1.0","method":"notifications/message","params":{"level":"notice","data":"too old ${nth}"}}`,
]
const OTHERS: ((nth: number) => string)[] = [
  (nth) => message('notifications/progress', { progressToken: 1, progress: nth }),
  (nth) => message('notifications/resources/updated', { uri: `file:///${nth}` }),
  (nth) => JSON.stringify({ jsonrpc: '2.0', id: nth, method: 'ping' }),
  (nth) => JSON.stringify({ jsonrpc: '2.0', id: nth, result: {} }),
  () => 'no message at all',
  (nth) => `[${message('notifications/message', { level: 'info', data: `in a batch ${nth}` })}]`,
]

/** What a server says: runs of messages of three kinds, and others between them. */
function said(next: Next): string[] {
  const kinds = [LOGS[next(5)]!, of(next, LOGS), of(next, LOGS)]
  const all: string[] = []
  for (let run = 0; run < 12; run++) {
    const kind = of(next, kinds)
    for (let nth = next(3) === 0 ? 3 : 40; nth > 0; nth--) all.push(kind(all.length, next))
    if (next(2) === 0) all.push(of(next, OTHERS)(all.length))
  }
  return all
}

/** The same in events; `odd`: now and then one that is written otherwise. */
function eventsOf(texts: readonly string[], next: Next, form: { open: string; end: string }): string {
  const odd = [
    (text: string) => `id: 7${form.end}data: ${text}${form.end}${form.end}`,
    (text: string) => `retry: 70${form.end}${form.end}data: ${text}${form.end}${form.end}`,
    (text: string) => `: a comment${form.end}data: ${text}${form.end}${form.end}`,
    (text: string) => `event: other${form.end}data: ${text}${form.end}${form.end}`,
    (text: string) => `data:${text}${form.end}${form.end}`,
    (text: string) => `data: ${text}${form.end}data: ${form.end}${form.end}`,
    (text: string) => `data: ${text.slice(0, 9)}${form.end}${text.slice(9)}${form.end}${form.end}`,
  ]
  return texts
    .map((text) => (next(25) === 0 ? of(next, odd)(text) : `${form.open.replace('\n', form.end)}${text}${form.end}${form.end}`))
    .join('')
}

const isLog = (text: string): boolean => text.includes('notifications/message')

interface Told {
  traffic: Traffic
  heard: string[]
}

/** All that a record says, without what the clock had to say. */
function recorded({ traffic, heard }: Told): string[] {
  const clockless = (name: string, value: unknown) => (['at', 'ms', 'first', 'queued'].includes(name) ? undefined : value)
  const rows = ['', 'line 1', 'status:error', 'ärger'].flatMap((filter) => {
    const query = { filter, tail: true, from: 0, size: 1e5 }
    let window = traffic.window(query)
    for (let round = 0; window.scanning && round < 100; round++) window = traffic.window(query)
    return [filter, window.count, window.total, ...window.rows]
  })
  const { total, dropped, consoleLines, newest } = traffic
  const all = [...traffic.events(), ...rows, traffic.exchange(1)?.rowCount, [total, dropped, consoleLines, newest]]
  return [...all.map((one) => JSON.stringify(one, clockless)), ...heard.filter((text) => !isLog(text))]
}

const CALL = {
  method: 'POST' as const,
  url: 'http://x.test/mcp',
  headers: [],
  body: '{"jsonrpc":"2.0","id":1,"method":"tools/call"}',
}

async function overHttp(text: string, piece: number, deaf: boolean): Promise<Told> {
  const traffic = createTraffic()
  const heard: string[] = []
  const bytes = new TextEncoder().encode(text)
  const body = new ReadableStream({
    start(controller) {
      for (let from = 0; from < bytes.length; from += piece) controller.enqueue(bytes.slice(from, from + piece))
      controller.close()
    },
  })
  const wire = createWire(async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }), traffic)
  await wire.send(CALL, { deaf: () => deaf, onMessage: (reading) => heard.push(JSON.stringify(reading)) }).ended
  return { traffic, heard }
}

async function overPipe(text: string, deaf: boolean): Promise<Told> {
  const traffic = createTraffic()
  const heard: string[] = []
  const handler = stdioHandler({ write() {}, onSide: (fact) => traffic.append(0, fact) })
  const wire = createWire(handler.fetch, traffic)
  const outgoing = { method: 'POST' as const, url: 'stdio:x', headers: [], body: '{"jsonrpc":"2.0","id":1000000,"method":"tools/call"}' }
  const call = wire.send(outgoing, { deaf: () => deaf, onMessage: (reading) => heard.push(JSON.stringify(reading)) })
  await call.responded
  const [first = '', ...blocks] = text.split('BLOCK')
  handler.line(first)
  for (const block of blocks) eachText(new TextEncoder().encode(block), handler.line, handler.run)
  handler.line('{"jsonrpc":"2.0","id":1000000,"result":{}}')
  await call.ended
  return { traffic, heard }
}

// What repeats is learnt from seldom when much does not.
beforeAll(() => {
  for (let nth = 0; repeats.logs.length < 4 && nth < 20_000; nth++) repeats.parse(LOGS[nth % 5]!(nth, () => 0))
})

test.each([
  { open: 'data: ', end: '\n' },
  { open: 'event: message\ndata: ', end: '\n' },
  { open: 'event: message\ndata: ', end: '\r\n' },
  { open: 'data: ', end: '\r\n' },
])('a flood of events reads the same, whether its log messages are taken together or one by one (%j)', async (form) => {
  let together = 0
  for (let round = 0; round < 12; round++) {
    const next = thrown(round * 977 + form.open.length)
    const text = eventsOf(said(next), next, form)
    const apart = await overHttp(text, 1e7, false)
    for (const piece of [1e7, 8192, 400 + next(500)]) {
      const told = await overHttp(text, piece, true)
      together += apart.heard.filter(isLog).length - told.heard.filter(isLog).length
      expect(recorded(told)).toEqual(recorded(apart))
    }
  }
  expect(together).toBeGreaterThan(1000)
})

test('a flood of lines reads the same, whether its log messages are taken together or one by one', async () => {
  let together = 0
  for (let round = 0; round < 30; round++) {
    const next = thrown(round * 31 + 5)
    const lines = said(next).map((line) => (next(60) === 0 ? 'BLOCK' : '') + line + (next(30) === 0 ? of(next, ['\n\n', '\r\n']) : '\n'))
    const text = `${message('notifications/roots', {})}BLOCK${lines.join('')}`
    const apart = await overPipe(text, false)
    const told = await overPipe(text, true)
    together += apart.heard.filter(isLog).length - told.heard.filter(isLog).length
    expect(recorded(told)).toEqual(recorded(apart))
  }
  expect(together).toBeGreaterThan(1000)
})

test('a run ends before what is too long, too different or cut', () => {
  const log = (nth: number) => message('notifications/message', { level: 'info', logger: 'run', data: `number ${nth}` })
  const events = (texts: string[]) => texts.map((text) => `data: ${text}\n\n`).join('')
  const traffic = createTraffic()
  for (let nth = 0; nth < 9; nth++) traffic.append(traffic.open(), { kind: 'frame', text: log(nth) })
  const logs = Array.from({ length: 20 }, (_, nth) => log(nth))
  const whole = events(logs)
  expect(readLogs(whole, 0, 'events')).toMatchObject({ to: whole.length, run: { bodies: logs } })
  expect(readLogs(`x${whole}`, 1, 'events')?.to).toBe(whole.length + 1)
  expect(readLogs(whole.slice(0, -1), 0, 'events')?.to).toBe(events(logs.slice(0, -1)).length)
  expect(readLogs(whole + events([`${log(20)} `]), 0, 'events')?.to).toBe(whole.length)
  expect(readLogs(whole.replaceAll('data: ', 'event: message\ndata: '), 0, 'events')?.run.event).toBe('message')
  expect(readLogs(whole, 1, 'events')).toBeUndefined()
  expect(readLogs(events(logs.slice(0, 3)), 0, 'events')).toBeUndefined()
  expect(readLogs(whole + events([log(1).replace('number', 'n'.repeat(5000))]), 0, 'events')?.to).toBe(whole.length)
})

test('log messages taken together keep to the memory limit, and what was dropped is said', async () => {
  const traffic = createTraffic({ memoryLimit: 200_000 })
  const log = (nth: number) => message('notifications/message', { level: 'info', logger: 'run', data: `number ${nth} ${'z'.repeat(100)}` })
  const body = Array.from({ length: 20_000 }, (_, nth) => `data: ${log(nth)}\n\n`).join('')
  const wire = createWire(async () => new Response(body, { headers: { 'content-type': 'text/event-stream' } }), traffic)
  const heard: number[] = []
  await wire.send(CALL, { deaf: () => true, onMessage: (_reading, seq) => heard.push(seq) }).ended
  expect(heard.length).toBeLessThan(2000)
  expect(traffic.total + traffic.dropped).toBe(20_001)
  expect(traffic.total).toBeLessThan(1000)
  expect(traffic.window({ filter: '', tail: true, from: 0, size: 1 }).rows[0]).toMatchObject({
    name: `info run: number 19999 ${'z'.repeat(100)}`,
  })
})
