import { expect, test } from 'vitest'
import type { Json } from '#mcp/json.ts'
import { outsideSubset } from './elicitation-subset.ts'

const of = (member: Json, revision?: string) => outsideSubset({ type: 'object', properties: { x: member } }, revision)

test.each<[string, Json]>([
  ['text with a format', { type: 'string', format: 'email', minLength: 1, maxLength: 9, title: 'E' }],
  ['a number with bounds', { type: 'integer', minimum: 0, maximum: 9 }],
  ['a boolean with a default', { type: 'boolean', default: true }],
  ['choices with names', { type: 'string', enum: ['a'], enumNames: ['A'] }],
])('%s is allowed in every revision', (_, member) => {
  for (const revision of ['2025-06-18', '2025-11-25', '2026-07-28']) expect(of(member, revision)).toEqual([])
})

test.each<[string, Json]>([
  ['titled choices', { type: 'string', oneOf: [{ const: 'a', title: 'A' }] }],
  ['several choices', { type: 'array', minItems: 1, items: { type: 'string', enum: ['a'] } }],
  ['several titled choices', { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } }],
  ['a default', { type: 'string', default: 'a' }],
])('%s came with 2025-11-25', (_, member) => {
  expect(of(member, '2025-06-18')).toHaveLength(1)
  expect(of(member, '2025-11-25')).toEqual([])
  expect(of(member)).toEqual([])
})

test.each<[string, Json]>([
  ['is object', { type: 'object', properties: {} }],
  ['is a list of anything', { type: 'array' }],
  ['is of no type', {}],
  ['has “const”', { type: 'string', const: 'a' }],
  ['has the format “uuid”', { type: 'string', format: 'uuid' }],
  ['is no schema', true],
])('what never was: %s', (says, member) => {
  expect(of(member)).toEqual([expect.stringContaining(says)])
})

test('a pattern is in the prose of one revision alone', () => {
  expect(of({ type: 'string', pattern: '^a' }, '2025-11-25')).toEqual([])
  expect(of({ type: 'string', pattern: '^a' })).toHaveLength(1)
  expect(outsideSubset({ type: 'array' })).toEqual([expect.stringContaining('must be “object”')])
})
