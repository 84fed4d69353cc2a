import { expect, test } from 'vitest'
import { arrange, itemHeight, matching, secondLine, visible } from './item-rows.ts'

const items = [
  { index: 0, name: 'get_forecast', description: 'Forecast for a place' },
  { index: 1, name: 'list_places' },
  { index: 2, name: 'get_forecast', title: 'A second copy' },
]

test('a name that matches comes before a description that does', () => {
  expect(matching(items, 'place').map((item) => item.index)).toEqual([1, 0])
  expect(matching(items, 'FORECAST get').map((item) => item.index)).toEqual([0, 2])
  expect(matching(items, 'second copy').map((item) => item.index)).toEqual([2])
})

test.each([
  ['get-sum', 'Get Sum', 'Adds', 'Adds'],
  ['get-sum', 'Get Sum Tool', 'Adds', 'Adds'],
  ['getSum', 'get_sum', undefined, ''],
  ['tool', 'Tool', undefined, ''],
  ['API-get-user', 'Get User', 'Retrieves one', 'Retrieves one'],
  ['go-to', 'To', 'Moves', 'To · Moves'],
  ['get-sum', 'Sum of two', 'Adds', 'Sum of two · Adds'],
  ['get-sum', 'Sum of two', undefined, 'Sum of two'],
  ['get-sum', undefined, 'Adds', 'Adds'],
])('under %j with the title %j and %j stands %j', (name, title, description, says) => {
  const item = { index: 0, name, ...(title === undefined ? {} : { title }), ...(description === undefined ? {} : { description }) }
  expect(secondLine(item)).toBe(says)
  expect(itemHeight(item, false)).toBe(says === '' ? 28 : 48)
})

test('rows stand below each other, headings before their groups', () => {
  const rows = arrange(
    [
      { index: 0, name: 'a', group: 'x' },
      { index: 1, name: 'b', group: 'x' },
      { index: 2, name: 'c', group: 'y', description: 'two lines' },
    ],
    false,
  )
  expect(rows.map((row) => [row.group ?? row.item?.name, row.top])).toEqual([
    ['x', 0],
    ['a', 28],
    ['b', 56],
    ['y', 84],
    ['c', 112],
  ])
})

test('of many rows only those in sight are drawn, at both ends too', () => {
  const rows = arrange(
    Array.from({ length: 5000 }, (_, index) => ({ index, name: `tool ${index}` })),
    false,
  )
  const middle = visible(rows, 28 * 1000, 280)
  expect(middle.length).toBeLessThan(40)
  expect(middle.some((row) => row.position === 1001)).toBe(true)
  expect(middle.some((row) => row.position === 1010)).toBe(true)
  expect(visible(rows, 28 * 4995, 280).at(-1)?.position).toBe(5000)
  expect(visible(rows, 0, 280)[0]?.position).toBe(1)
})
