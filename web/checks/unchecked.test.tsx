import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Unchecked } from './Unchecked.tsx'

const read = (missed: number, behind: number): string =>
  renderToStaticMarkup(<Unchecked missed={missed} behind={behind} />).replaceAll(/<[^>]*>/g, ' ')

test('it says what was dropped unchecked, and what is still to be checked, unless that is soon done', () => {
  expect(read(0, 1000)).toBe('')
  expect(read(0, 6543)).toMatch(/6,543 messages are still to be checked .*grows until then/)
  expect(read(2, 0)).toMatch(/2 messages were dropped or cleared before they could be checked/)
  expect(read(1, 5000)).toMatch(/5,000 messages are still .*1 message was dropped or cleared before it could be checked/)
})
