import { expect, test } from 'vitest'
import { optionFor, searchOptions } from './search-options.ts'

const options = Array.from({ length: 5000 }, (_, index) => ({ value: `entry-${index}`, text: `"entry-${index}"`, label: `entry-${index}` }))

test('an exact entry is found, and those that begin with it stand beside it', () => {
  expect(searchOptions(options, 'entry-4999')).toEqual(['entry-4999'])
  expect(searchOptions(options, 'ENTRY-12').slice(0, 3)).toEqual(['entry-12', 'entry-120', 'entry-121'])
  expect(searchOptions(options, '')).toHaveLength(5000)
})

test('what only holds the text comes after what begins with it', () => {
  const few = ['a/oslo', 'oslo', 'b'].map((label) => ({ value: label, text: `"${label}"`, label }))
  expect(searchOptions(few, 'oslo')).toEqual(['oslo', 'a/oslo'])
})

test('a label goes before the JSON of another option', () => {
  const odd = [
    { value: '1', text: '"1"', label: '"1"' },
    { value: 1, text: '1', label: '1' },
  ]
  expect(optionFor(odd, '1')?.value).toBe(1)
  expect(optionFor(odd, '"1"')?.value).toBe('1')
  expect(optionFor(odd, '2')).toBeUndefined()
})
