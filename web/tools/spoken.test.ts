import { expect, test } from 'vitest'
import type { Answer } from '#mcp/session-types.ts'
import { spoken } from './spoken.ts'

test('a call is told of once: what its failure says itself is not said beside it', () => {
  expect(spoken({ tool: 'count', state: 'failed' }, true)).toBeUndefined()
  expect(spoken({ tool: 'count', state: 'failed' }, false)).toBe('count: failed')
  expect(spoken({ tool: 'count', state: 'cancelled' }, true)).toBe('count: cancelled')
  expect(spoken({ tool: 'echo', state: 'done', answer: { ms: 24, bytes: 280 } as Answer }, true)).toBe('echo: done, 24 ms, 280 B')
})
