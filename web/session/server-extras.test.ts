import { expect, test } from 'vitest'
import { readMeta, withMeta } from './server-extras.ts'

test('what is typed as _meta is an object, nothing, or a sentence', () => {
  expect(readMeta(' ')).toEqual({})
  expect(readMeta('{"a":9007199254740993}')).toEqual({ meta: { a: 9007199254740993n } })
  expect(readMeta('[1]').fault).toContain('object')
  expect(readMeta('{"a":').fault).toContain('not JSON yet')
})

test('what a request says itself wins over what goes with all', () => {
  expect(withMeta(undefined, { a: 1 })).toEqual({ _meta: { a: 1 } })
  expect(withMeta({ x: 1, _meta: { a: 2 } }, { a: 1, b: 1 })).toEqual({ x: 1, _meta: { a: 2, b: 1 } })
  expect(withMeta({ x: 1 }, undefined)).toEqual({ x: 1 })
})
