import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { NothingFound, Unchecked } from './Unchecked.tsx'

const read = (missed: number, behind: number): string =>
  renderToStaticMarkup(<Unchecked missed={missed} behind={behind} />).replaceAll(/<[^>]*>/g, ' ')

test('it says what was dropped unchecked, and what is still to be checked, unless that is soon done', () => {
  expect(read(0, 1000)).toBe('')
  expect(read(0, 6543)).toMatch(/6,543 messages are still to be checked .*grows until then/)
  expect(read(2, 0)).toMatch(/2 messages were dropped or cleared before they could be checked/)
  expect(read(1, 5000)).toMatch(/5,000 messages are still .*1 message was dropped or cleared before it could be checked/)
})

test('nothing is called well while messages are still to be checked, however few', () => {
  const read = (found: { behind?: number; missed?: number; rules?: string[] } | undefined, narrowed = false): string =>
    renderToStaticMarkup(
      <NothingFound
        found={found === undefined ? undefined : { behind: 0, missed: 0, rules: [], ...found }}
        messages={4000}
        narrowed={narrowed}
      />,
    )
  expect(read({ behind: 6543 })).toBe('Still checking: 6,543 messages are left. Nothing wrong was found so far.')
  expect(read({ behind: 1 }, true)).toBe('Still checking: 1 message is left. No check is like that so far.')
  // Checking has not begun.
  expect(read(undefined)).toContain('4,000 messages are left')
  expect(read({})).toBe('Nothing is wrong with what was seen.')
  expect(read({}, true)).toBe('No check is like that.')
  expect(read({ missed: 2 })).toBe('Nothing is wrong with what was checked.')
  expect(read({ rules: ['JR-02'] })).toBe('Looking…')
})
