// Who wanted what: in the record, in its rows, by the filter, and through every file and back.
import { expect, test, vi } from 'vitest'
import type { Json } from './json.ts'
import { closeAfterEach, talk } from './testing/talk.ts'
import { createTraffic, type Traffic } from './traffic.ts'
import { writeHar } from './traffic/har.ts'
import { RecordReader, writeRecord } from './traffic/record-format.ts'
import { redactorFor } from './traffic/redact.ts'
import { writeReport } from './traffic/report.ts'
import type { HttpTarget } from './transport/target.ts'
import { readWish } from './wish.ts'
import { wishWords } from './wish-words.ts'

closeAfterEach()

const ME = { wish: { by: 'you' } as const }
const TARGET: HttpTarget = { kind: 'http', url: 'http://server.test/mcp', headers: [], via: 'auto' }

/** What we sent, and by whom. */
const sent = (traffic: Traffic, filter = 'dir:out'): string[] =>
  traffic
    .window({ filter, tail: false, from: 0, size: 999 })
    .rows.map((row) => `${row.method} ${row.id} ${wishWords(row)}`.replaceAll('  ', ' '))

test('a conversation of the older era: opening, listening, a call, its answers to the server, its end', async () => {
  const refused: string[] = []
  const tool = async (_: Json, turn: { ask: (id: string, method: string, params?: Json) => Promise<Json> }): Promise<Json> => {
    await turn.ask('p', 'ping')
    for (const method of ['what/ever', 'sampling/createMessage'])
      await turn.ask(method, method, { messages: [] }).catch((error: Error) => refused.push(error.message))
    return {
      content: [],
      told: [await turn.ask('q', 'roots/list'), await turn.ask('e', 'elicitation/create', { message: 'm', requestedSchema: {} })],
    }
  }
  const { session, traffic } = await talk(
    { streams: true, sessions: true, answers: { 'tools/call': tool } },
    { ...ME, capabilities: { roots: {}, elicitation: {} } },
    ({ method }) =>
      Promise.resolve({
        kind: 'result',
        result: { action: 'decline' },
        ...(method === 'roots/list' ? { wish: { by: 'rule', why: 'decline it' } as const } : {}),
      }),
  )
  await vi.waitFor(() => expect(traffic.window({ filter: 'method:GET', tail: false, from: 0, size: 9 }).count).toBe(1))
  await session.request('tools/call', { name: 'echo' })
  await session.request('tools/list', undefined, { wish: { by: 'loupe', why: 'the list changed' } })
  await session.close()
  expect(refused).toHaveLength(2)
  expect(sent(traffic)).toEqual([
    'initialize 1 by Loupe: the connection is opened',
    'notifications/initialized by Loupe: the connection is opened',
    'GET by Loupe: to hear what the server says unasked',
    'tools/call 2 by you',
    'ping "p" by Loupe: a ping is answered at once',
    'what/ever "what/ever" by Loupe: this client does not know the method',
    'sampling/createMessage "sampling/createMessage" by Loupe: this was not declared',
    'roots/list "q" by your rule: decline it',
    'elicitation/create "e" by you',
    'tools/list 3 by Loupe: the list changed',
    'DELETE by Loupe: the session is over',
  ])
  // An answer goes with what it answers; what the server asks is wanted by none of us.
  const found = (filter: string): string[] =>
    traffic.window({ filter, tail: false, from: 0, size: 99 }).rows.map(({ method, kind, direction }) => `${direction} ${method || kind}`)
  expect(found('by:you')).toEqual(['out tools/call', 'out elicitation/create', 'in tools/call'])
  expect(found('by:rule')).toEqual(['out roots/list'])
  expect(found('-by:loupe kind:request')).toEqual([
    'out tools/call',
    'in ping',
    'in what/ever',
    'in sampling/createMessage',
    'in roots/list',
    'in elicitation/create',
  ])
  expect(found('by:loupe method:tools/list')).toEqual(['out tools/list', 'in tools/list'])
})

test('the newer era: what is sent once more is still of who wanted it first', async () => {
  const wants: Json = {
    resultType: 'input_required',
    inputRequests: { a: { method: 'elicitation/create', params: { message: 'm', requestedSchema: {} } } },
    requestState: 's',
  }
  const { session, traffic } = await talk(
    { era: 'modern', answers: { 'tools/call': ({ requestState }) => (requestState === undefined ? wants : { content: [] }) } },
    { ...ME, era: 'modern' },
    () => Promise.resolve({ kind: 'result', result: { action: 'decline' } }),
  )
  await session.request('tools/call', { name: 'echo' }, { wish: { by: 'app' } })
  expect(sent(traffic, 'method:tools/call kind:request').map((one) => one.replace(/ \d+ /, ' '))).toEqual([
    'tools/call by the app',
    'tools/call by the app: with the input that the server wanted',
  ])
  expect(sent(traffic, 'method:server/discover dir:out')[0]).toContain('by Loupe: the connection is opened')
})

test('who gives a call up is told: a person, or a limit', async () => {
  const { session, traffic } = await talk({ answers: { 'tools/call': () => new Promise<Json>(() => {}) } }, ME)
  const control = new AbortController()
  const call = session.request('tools/call', { name: 'slow' }, { signal: control.signal })
  control.abort()
  await expect(call).rejects.toMatchObject({ kind: 'cancelled' })
  await expect(session.request('tools/call', { name: 'slow' }, { limits: { idle: 5 } })).rejects.toMatchObject({ kind: 'silent' })
  expect(sent(traffic, 'method:notifications/cancelled')).toEqual([
    'notifications/cancelled by you: the call is cancelled',
    'notifications/cancelled by Loupe: the time limit is over',
  ])
})

const send = (traffic: Traffic, more: object): void => {
  const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}'
  const headers: [string, string][] = [['x', '"why":"forged","queued":3}']]
  traffic.append(traffic.open(), { kind: 'sent', method: 'POST', url: TARGET.url, headers, body, ...more })
}
const reopened = (text: string): Traffic => {
  const reader = new RecordReader(1e6)
  for (const line of text.split('\n')) reader.take(line)
  reader.end()
  return reader.traffic
}

test('it is kept in a record, a HAR file and a report; a secret in it is not, and what others wrote down has none', () => {
  const traffic = createTraffic()
  send(traffic, { by: 'loupe', why: 'the "list" changed', queued: 12 })
  send(traffic, { by: 'rule', why: 'use hunter2hunter2' })
  send(traffic, { queued: 4 })
  const target = { ...TARGET, bearer: 'hunter2hunter2' }
  const wishes = (of: Traffic) =>
    of.window({ filter: 'dir:out', tail: false, from: 0, size: 9 }).rows.map(({ by, why, queued }) => [by, why, queued])
  const all = [
    ['loupe', 'the "list" changed', 12],
    ['rule', 'use hunter2hunter2', undefined],
    [undefined, undefined, 4],
  ]
  expect(wishes(traffic)).toEqual(all)
  expect([...traffic.events()].map((event) => event.kind === 'sent' && [event.by, event.why])).toEqual(all.map((one) => one.slice(0, 2)))
  const about = { savedAt: 0, name: 'test', target }
  expect(wishes(reopened([...writeRecord(traffic, about, undefined)].join('')))).toEqual(all)
  const clean = [...writeRecord(traffic, about, redactorFor(traffic, target))].join('')
  expect(clean).not.toContain('hunter2')
  expect(wishes(reopened(clean))[1]).toEqual(['rule', 'use REDACTED-1', undefined])
  const har = reopened([...writeHar(traffic, { name: 't', version: '0' }, undefined)].join(''))
  expect(wishes(har).map(([by, why]) => [by, why])).toEqual(all.map((one) => one.slice(0, 2)))
  expect([...writeReport(traffic, [1, 3], { name: 't', target, by: 'test' }, undefined)].join('')).toMatch(/by Loupe: the "list" changed/)
})

test('what anybody may have written is read with care', () => {
  expect(readWish({ by: 'admin', why: 'x' })).toEqual({})
  expect(readWish({ by: 'you', why: 7 })).toEqual({ by: 'you' })
  expect(readWish({ by: 'loupe', why: 'x'.repeat(999) }).why).toHaveLength(300)
})
