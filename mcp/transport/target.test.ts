// Headers of a target as they leave.
import { expect, test } from 'vitest'
import { targetHeaders } from './target.ts'

test('a token that was copied with its scheme is sent with one', () => {
  const of = (bearer: string): [string, string][] => targetHeaders({ kind: 'http', url: 'http://x/', headers: [], via: 'auto', bearer })
  expect(of('abc')).toEqual([['Authorization', 'Bearer abc']])
  expect(of(' Bearer  abc ')).toEqual([['Authorization', 'Bearer abc']])
  expect(of('bearer')).toEqual([['Authorization', 'Bearer bearer']])
  expect(of('  ')).toEqual([])
})
