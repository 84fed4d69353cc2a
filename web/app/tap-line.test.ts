import { expect, test } from 'vitest'
import type { ConnectionState } from '../session/connection-state.ts'
import { freshTaps, tapKey } from './TapLine.tsx'

const tap = (id: string, since: number, live = true) => ({ id, since, record: live ? { live } : {} }) as ConnectionState

test('a tap is told until it was seen, and anew when it begins again under the same id', () => {
  const first = tap('srv', 1)
  const other = tap('other', 2)
  expect(freshTaps([first, other, tap('old', 3, false)], undefined, new Set())).toEqual([first, other])
  expect(freshTaps([first, other], 'other', new Set())).toEqual([first])
  const seen = new Set([tapKey(first)])
  expect(freshTaps([first], undefined, seen)).toEqual([])
  const again = tap('srv', 9)
  expect(freshTaps([again], undefined, seen)).toEqual([again])
})
