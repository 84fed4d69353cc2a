// Patterns that freeze a page are kept apart from those that people write by the hundred.
import { expect, test } from 'vitest'
import { isCheap } from './pattern-cost.ts'

test.each([
  '^[a-z0-9_-]{1,64}$',
  '^\\d{4}-\\d{2}-\\d{2}$',
  '^[\\p{L}\\p{N} ._-]+$',
  '^https?://',
  '^x-',
  '^(?:GET|POST|PUT)$',
  '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$',
  '^v\\d+\\.\\d+$',
  '^[(|*+]+$',
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}$',
])('%s is cheap', (pattern) => expect(isCheap(pattern, 36)).toBe(true))

test.each([
  '^(a+)+$',
  '^(a|aa)+$',
  '(x*)*y',
  '^(([a-z])+.)+[A-Z]([a-z])+$',
  '(.*?,){11}P',
  '^(\\w+\\s?)*$',
  '(?=a+)+b',
  '(a)\\1+',
  '((a+)){2,}',
  '(a+){3}',
])('%s is not', (pattern) => expect(isCheap(pattern, 36)).toBe(false))

test('the longer the text, the dearer the pattern', () => {
  expect(isCheap('^.*a.*b.*c$', 40)).toBe(true)
  expect(isCheap('^.*a.*b.*c$', 4000)).toBe(false)
})
