import { expect, test } from 'vitest'
import { ABOUT_PANELS } from './help-panels.ts'
import { PANELS } from './panels.ts'

test('the help has a sentence for every panel, and for no other', () => {
  expect(Object.keys(ABOUT_PANELS)).toEqual(PANELS.map(({ id }) => id))
})
