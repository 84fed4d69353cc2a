import { expect, test } from 'vitest'
import { givenTexts } from './suggest.ts'

test('the other texts go along: an empty one too, since it is sent; what is no text does not', () => {
  expect(givenTexts({ a: 'x', b: '', c: ['l'], d: 1, e: 'own' }, 'e')).toEqual({ a: 'x', b: '' })
  expect(givenTexts([], 'e')).toEqual({})
})
