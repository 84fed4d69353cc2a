// Integers beyond 2^53 are judged digit for digit, by every keyword that compares numbers.
import { expect, test } from 'vitest'
import { parseJson } from '#mcp/json.ts'
import { checkValue } from './check.ts'
import { isMultiple, standIns } from './exact.ts'

const problems = (schema: string, value: string) => checkValue(parseJson(schema), parseJson(value)).map(({ at, says }) => `${at}: ${says}`)

test.each([
  ['{"const":9007199254740993}', '9007199254740993', '9007199254740992'],
  ['{"enum":[9007199254740993,1]}', '9007199254740993', '9007199254740995'],
  ['{"maximum":18446744073709551615}', '18446744073709551615', '18446744073709551616'],
  ['{"exclusiveMinimum":-9007199254740993}', '-9007199254740992', '-9007199254740993'],
  ['{"multipleOf":3}', '9007199254740993', '9007199254740995'],
  ['{"multipleOf":2}', '9007199254740994', '9007199254740993'],
  ['{"multipleOf":0.5}', '9007199254740993', '0.7'],
  ['{"multipleOf":9007199254740993}', '18014398509481986', '18014398509481985'],
  ['{"type":"integer","multipleOf":10}', '100000000000000000010', '100000000000000000001'],
  ['{"uniqueItems":true}', '[9007199254740992,9007199254740993]', '[9007199254740993,9007199254740993]'],
  ['{"type":"integer","minimum":0}', '123456789012345678901234567890', '-123456789012345678901234567890'],
])('%s takes %s and not %s', (schema, good, bad) => {
  expect(problems(schema, good)).toEqual([])
  expect(problems(schema, bad)).toHaveLength(1)
})

test('the words name the number as it was typed', () => {
  expect(problems('{"properties":{"n":{"$ref":"#/$defs/even"}},"$defs":{"even":{"multipleOf":2}}}', '{"n":9007199254740993}')).toEqual([
    '/n: 9007199254740993 is not a multiple of 2.',
  ])
})

test('stand-ins are distinct, in order, and apart from all safe integers', () => {
  const bigs = [2n ** 53n, 2n ** 53n + 1n, 2n ** 53n + 2n, -(2n ** 53n), -(2n ** 53n) - 1n, 10n ** 400n, 10n ** 18n]
  const sorted = bigs.toSorted((a, b) => (a < b ? -1 : 1)).map((big) => standIns(bigs).get(big)!)
  expect(sorted).toEqual(sorted.toSorted((a, b) => a - b))
  expect(new Set(sorted).size).toBe(bigs.length)
  expect(sorted.every((value) => Number.isInteger(value) && !Number.isSafeInteger(value))).toBe(true)
})

test('multiples of fractions and of powers of ten', () => {
  expect(isMultiple(10n ** 30n, 1e21)).toBe(true)
  expect(isMultiple(10n ** 20n, 1e21)).toBe(false)
  expect(isMultiple(9007199254740993n, 0.0003)).toBe(true)
})
