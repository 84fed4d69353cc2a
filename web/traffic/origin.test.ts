import { expect, test } from 'vitest'
import { originOf } from './origin.ts'

test('what Loupe wrote itself is not said to have crossed the wire', () => {
  for (const kind of ['note', 'start', 'exit'] as const) expect(originOf({ kind, status: '' })).toBe('written by Loupe, not by the peer')
  expect(originOf({ kind: 'http', status: 'failed' })).toBe('written by Loupe, not by the peer')
  expect(originOf({ kind: 'http', status: 'HTTP 404' })).toBe('as it crossed the wire')
  expect(originOf({ kind: 'result', status: 'ok' })).toBe('as it crossed the wire')
  expect(originOf({ kind: 'noise', status: 'not a message' })).toBe('as it crossed the wire')
})
