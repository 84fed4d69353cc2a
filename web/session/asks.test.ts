import { beforeEach, expect, test } from 'vitest'
import { acceptAsk, askInView, dropAsk, isPast, openAsk, takenWords, useDesk } from './asks.ts'
import type { ConnectionState } from './connection-state.ts'
import type { PendingAsk } from './engine-messages.ts'

function ask(key: string, connection: string, tool?: string): PendingAsk {
  const during = tool === undefined ? {} : { during: { method: 'tools/call', name: tool } }
  return { key, connection, connectionName: connection, method: 'elicitation/create', params: {}, exchange: 1, seq: 1, at: 0, ...during }
}

beforeEach(() => useDesk.setState({ asks: [], open: undefined, withdrawn: [] }))

test('who answers in the dialog goes on with the next that waits', () => {
  for (const key of ['a', 'b', 'c']) acceptAsk(ask(key, 'x'))
  openAsk('b')
  dropAsk('b', 'answered')
  expect(useDesk.getState().open).toBe('c')
  dropAsk('c', 'answered')
  expect(useDesk.getState().open).toBe('a')
  dropAsk('a', 'answered')
  expect(useDesk.getState()).toMatchObject({ open: undefined, withdrawn: [] })
})

test('an ask that is taken away closes its dialog, and no other', () => {
  for (const key of ['a', 'b', 'c']) acceptAsk(ask(key, 'x'))
  openAsk('b')
  dropAsk('a', 'The call ended')
  expect(useDesk.getState().open).toBe('b')
  dropAsk('b', 'The call ended')
  expect(useDesk.getState().open).toBeUndefined()
  expect(useDesk.getState().withdrawn.map(({ ask: { key } }) => key)).toEqual(['b', 'a'])
})

test('what is answered from a call is the ask of that call, not the oldest', () => {
  const asks = [ask('1', 'x', 'slow'), ask('2', 'y'), ask('3', 'y', 'sign-in'), ask('4', 'y', 'other')]
  const at = (connection: string, panel: string, item?: string) => askInView(asks, { connection, panel, item, query: {} })?.key
  expect(at('y', 'tools', 'other')).toBe('4')
  expect(at('y', 'tools', 'sign-in')).toBe('3')
  expect(at('y', 'prompts', 'sign-in')).toBe('2')
  expect(at('y', 'tools', 'none')).toBe('2')
  expect(at('z', 'tools', 'slow')).toBe('1')
  expect(askInView([], { connection: 'y', panel: 'tools', query: {} })).toBeUndefined()
})

test('what was taken away is old news once its server is connected again or was disconnected by a person', () => {
  const target = { kind: 'http' as const, url: 'http://x/', headers: [], via: 'auto' as const }
  const counts = { generation: 1, messages: 0, dropped: 0, consoleLines: 0 }
  const state = (status: ConnectionState['status'], since: number): ConnectionState => ({
    id: 'x',
    name: 'x',
    target,
    status,
    since,
    ...counts,
  })
  const gone = { ask: ask('a', 'x'), why: 'tools/call is over', at: 5 }
  expect(isPast(gone, state('connected', 1))).toBe(false)
  expect(isPast(gone, state('connected', 9))).toBe(true)
  expect(isPast(gone, state('closed', 9))).toBe(true)
  expect(isPast(gone, { ...state('closed', 9), problem: { code: 'x', title: 'exited', tried: '', happened: '', todo: [] } })).toBe(false)
  expect(isPast(gone, undefined)).toBe(true)
  expect(isPast({ ...gone, reloaded: true }, state('connected', 9))).toBe(false)
  expect(takenWords(gone.why)).toBe('taken away: tools/call is over')
  expect(takenWords('You cancelled the call')).toBe('taken back, since you cancelled the call')
})
