import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import type { FlowState } from '#mcp/auth/flow-state.ts'
import { acceptAuth } from './auth-state.ts'
import type { ConnectionState } from './connection-state.ts'
import { acceptStates } from './connections.ts'
import { listsFollowChanges, refreshThrough } from './notices.ts'
import { staleSince } from './stale-lists.ts'

afterEach(() => vi.useRealTimers())

const flow = (grants: number) => ({ grants }) as FlowState
const status = (id: string, status: 'connecting' | 'connected') =>
  ({ id, status, generation: 1, facts: { capabilities: { tools: {} }, verdict: { rule: 'chosen' } } }) as unknown as ConnectionState

test('TOL-16: after a login under way the lists are asked for again, and not after a mere renewal', async () => {
  vi.useFakeTimers()
  const client = new QueryClient()
  refreshThrough(client)
  const key = ['mcp', 'a', 'tools/list', 1]
  client.setQueryData(key, {})
  const invalidated = async (): Promise<boolean> => {
    await vi.advanceTimersByTimeAsync(1000)
    const { isInvalidated = false } = client.getQueryState(key) ?? {}
    client.setQueryData(key, {})
    return isInvalidated
  }
  acceptStates([status('a', 'connecting')])
  acceptAuth('a', flow(0))
  // The login of the connecting itself: nothing was listed before it.
  acceptAuth('a', flow(1))
  expect(await invalidated()).toBe(false)
  acceptStates([status('a', 'connected')])
  acceptAuth('a', flow(1))
  expect(await invalidated()).toBe(false)
  acceptAuth('a', flow(2))
  expect(await invalidated()).toBe(true)
  listsFollowChanges(() => false)
  acceptAuth('a', flow(3))
  expect(await invalidated()).toBe(false)
  expect(staleSince('a', 'tools/list')).toBe(Date.now() - 1000)
  listsFollowChanges(() => true)
})
