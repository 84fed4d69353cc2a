import { expect, test } from 'vitest'
import { jsonFault } from './json-fault.ts'

test('a fault is told with its line and column', () => {
  expect(jsonFault('{"a": [1, "\\u00e5", {}], "b": -1.5e3}')).toBeUndefined()
  expect(jsonFault('{\n  "a": x\n}')).toMatchObject({ line: 2, column: 8, says: 'A value should stand here, not “x”.' })
  expect(jsonFault('{"n":2,')).toMatchObject({ line: 1, column: 8, says: 'The text ends where a name in quotes should follow.' })
  expect(jsonFault('{"n":2,}')).toMatchObject({ column: 8 })
  expect(jsonFault('[1 2]')).toMatchObject({ column: 4, says: 'A comma or “]” should stand here, not “2”.' })
  expect(jsonFault('{"a":"x')).toMatchObject({ column: 6 })
  expect(jsonFault('{} []')).toMatchObject({ column: 4 })
})
