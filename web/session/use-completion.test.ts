import { expect, test } from 'vitest'
import { readCompletion } from './use-completion.ts'

test('values are read once each, and what is missing is said', () => {
  expect(readCompletion({ completion: { values: ['a', 'b', 'a', 3], total: 40 } })).toEqual({ values: ['a', 'b'], note: '3 of 40' })
  expect(readCompletion({ completion: { values: ['a'], hasMore: true } })).toEqual({ values: ['a'], note: 'There are more.' })
  expect(readCompletion({ completion: {} }).note).toContain('no suggestions')
  expect(readCompletion(null).values).toEqual([])
})
