import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { ConnectionState } from './connection-state.ts'
import { acceptStates } from './connections.ts'
import { acceptGap, acceptNotices, listsFollowChanges, onGap, refreshThrough } from './notices.ts'
import { staleSince } from './stale-lists.ts'

afterEach(() => vi.useRealTimers())

test('a change makes stale what it names, of its own connection alone, and a burst does it once', async () => {
  vi.useFakeTimers()
  const client = new QueryClient()
  refreshThrough(client)
  const keys = ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list'].flatMap((method) =>
    ['a', 'b'].map((connection) => ['mcp', connection, method, 1]),
  )
  for (const key of keys) client.setQueryData(key, {})
  const invalidate = vi.spyOn(client, 'invalidateQueries')
  const say = (method: string) => acceptNotices([{ connection: 'a', method, params: undefined, seq: 1 }])
  for (let n = 0; n < 5; n++) say('notifications/tools/list_changed')
  say('notifications/resources/list_changed')
  await vi.advanceTimersByTimeAsync(1000)
  const stale = keys.filter((key) => client.getQueryState(key)?.isInvalidated === true).map((key) => key.slice(1).join(' '))
  expect(stale).toEqual(['a tools/list 1', 'a resources/list 1', 'a resources/templates/list 1'])
  expect(invalidate).toHaveBeenCalledTimes(3)
})

test('where a person wants to ask for a changed list, it is noted and not asked for', async () => {
  vi.useFakeTimers()
  const client = new QueryClient()
  refreshThrough(client)
  listsFollowChanges(() => false)
  client.setQueryData(['mcp', 'a', 'tools/list', 1], {})
  acceptNotices([{ connection: 'a', method: 'notifications/tools/list_changed', params: undefined, seq: 1 }])
  await vi.advanceTimersByTimeAsync(1000)
  expect(client.getQueryState(['mcp', 'a', 'tools/list', 1])?.isInvalidated).toBe(false)
  expect(staleSince('a', 'tools/list')).toBe(Date.now() - 1000)
  listsFollowChanges(() => true)
})

test('after a gap the lists of which the server tells are as good as changed, and no others', async () => {
  vi.useFakeTimers()
  const client = new QueryClient()
  refreshThrough(client)
  const keys = ['tools/list', 'prompts/list', 'resources/list'].flatMap((method) =>
    ['a', 'b'].map((connection) => ['mcp', connection, method, 1]),
  )
  for (const key of keys) client.setQueryData(key, {})
  const capabilities = { tools: { listChanged: true }, prompts: {}, resources: { subscribe: true, listChanged: true } }
  acceptStates([
    { id: 'a', status: 'connected', generation: 1, facts: { capabilities, verdict: { rule: 'chosen' } } } as unknown as ConnectionState,
  ])
  const heard: unknown[] = []
  onGap((connection, uris) => heard.push([connection, uris]))
  acceptGap('a', ['x:1'])
  await vi.advanceTimersByTimeAsync(1000)
  const stale = keys.filter((key) => client.getQueryState(key)?.isInvalidated === true).map((key) => key.slice(1).join(' '))
  expect(stale).toEqual(['a tools/list 1', 'a resources/list 1'])
  expect(heard).toEqual([['a', ['x:1']]])
})
