import { expect, test } from 'vitest'
import { saysBefore } from './auth-words.ts'

test('a step says nothing that its flaw says again, and more of', () => {
  expect(saysBefore('It answered access_denied', 'It answered access_denied')).toBe('')
  expect(saysBefore('It answered access_denied.', 'It answered access_denied: by a rule')).toBe('')
  expect(saysBefore('The issuer does not fit', 'The document’s issuer is another.')).toBe('The issuer does not fit')
  expect(saysBefore('It waits', undefined)).toBe('It waits')
})
