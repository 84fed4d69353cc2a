import { expect, test } from 'vitest'
import type { WireEvent } from '../wire-event.ts'
import { createTraffic } from '../traffic.ts'
import { Stamp, tapPipe } from './tap.ts'

function tapped() {
  const events: WireEvent[] = []
  let now = 0
  return {
    events,
    tap: tapPipe(
      new Stamp(
        (event) => events.push(event),
        () => ++now,
      ),
      'node server.js',
    ),
  }
}
const call = (id: unknown, method: string, params = {}) => JSON.stringify({ jsonrpc: '2.0', id, method, params })
const said = (events: WireEvent[]) => events.map(({ exchange, kind }) => `${exchange} ${kind}`)

test('answers and progress stand in the exchange of their request; all else belongs to the connection', () => {
  const { events, tap } = tapped()
  tap.fromClient(call(1, 'tools/call', { _meta: { progressToken: 'p' } }))
  tap.fromClient(call('1', 'ping'))
  tap.fromServer('{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1}}')
  tap.fromServer(call(1, 'sampling/createMessage'))
  tap.fromServer('{"jsonrpc":"2.0","id":"1","result":{}}')
  tap.fromClient('{"jsonrpc":"2.0","id":1,"result":{}}')
  tap.fromServer('Listening…')
  tap.errorLine('warn')
  tap.fromServer('{"jsonrpc":"2.0","id":1,"result":{}}')
  expect(said(events)).toEqual([
    '0 start',
    '1 sent',
    '2 sent',
    '1 frame',
    '0 frame',
    '2 frame',
    '2 closed',
    '3 sent',
    '3 closed',
    '0 noise',
    '0 stderr',
    '1 frame',
    '1 closed',
  ])
  expect(events.map(({ seq }) => seq)).toEqual(events.map((_, at) => at + 1))
})

test('the members of a batch take numbers, as they do in a record of our own', () => {
  const { events, tap } = tapped()
  tap.fromClient(`[${call(1, 'a')},${call(2, 'b')}]`)
  tap.fromServer('{"jsonrpc":"2.0","id":2,"result":{}}')
  tap.fromServer('[{"jsonrpc":"2.0","id":1,"result":{}}]')
  expect(events.map(({ seq, exchange, kind }) => `${seq} ${exchange} ${kind}`)).toEqual([
    '1 0 start',
    '2 1 sent',
    '5 1 frame',
    '6 1 frame',
    '8 1 closed',
  ])
  const traffic = createTraffic()
  for (const event of events) traffic.replay(event)
  expect([...traffic.events()].map(({ seq }) => seq)).toEqual(events.map(({ seq }) => seq))
})

test('what was still open when the server ended is told so', () => {
  const { events, tap } = tapped()
  tap.fromClient(call(7, 'tools/list'))
  tap.exit(3, null)
  expect(events.slice(-2)).toMatchObject([
    { exchange: 1, kind: 'failed', why: 'the server ended with exit code 3' },
    { exchange: 0, kind: 'exit', code: 3 },
  ])
})

test('a program that never ran wrote nothing and did not exit', () => {
  const { events, tap } = tapped()
  tap.fromClient(call(7, 'tools/list'))
  tap.notStarted('nope could not be started: ENOENT')
  expect(events.slice(-2)).toMatchObject([
    { exchange: 1, kind: 'failed', why: 'nope could not be started: ENOENT' },
    { exchange: 0, kind: 'exit', code: null, signal: null, text: 'nope could not be started: ENOENT' },
  ])
})
