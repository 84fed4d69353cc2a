import { expect, test } from 'vitest'
import { helpKeys, sharedKeys } from './help-keys.ts'

const FRAME = [
  { keys: 'mod+k', title: 'Go to anything' },
  { keys: '?', title: 'Help' },
  { keys: '/', title: 'Search' },
  { keys: 'r', title: 'Reconnect' },
  { keys: 'f6', title: 'Next pane' },
]
const TOOL = [...FRAME, { keys: 'mod+enter', title: 'Call the tool' }, { keys: 'escape', title: 'Cancel the call' }]

test('each key stands once, with what it does here', () => {
  for (const shortcuts of [FRAME, TOOL]) {
    const keys = helpKeys(shortcuts, true).map((one) => one.keys)
    expect(new Set(keys).size).toBe(keys.length)
  }
  const titles = Object.fromEntries(helpKeys(TOOL, true).map(({ keys, title }) => [keys, title]))
  expect(titles['mod+enter']).toBe('Call the tool')
  expect(titles['escape']).toMatch(/^Cancel the call; close a dialog/)
})

test('without a tool too, Esc cancels', () => {
  expect(helpKeys(FRAME, true).find(({ keys }) => keys === 'escape')?.title).toMatch(/^Cancel what runs; close a dialog/)
})

test('in a shared record stand the keys that do something there, each once, and none that sends', () => {
  const shown = sharedKeys([
    { keys: '?', title: 'These keys' },
    { keys: 't', title: 'Fold' },
  ])
  const keys = shown.map((one) => one.keys)
  expect(keys).toEqual(expect.arrayContaining(['?', 't', '↑ ↓', 'escape']))
  expect(new Set(keys).size).toBe(keys.length)
  expect(keys).not.toContain('mod+enter')
})

test('keys that are switched off are said to be', () => {
  const off = (characters: boolean) => helpKeys(TOOL, characters).flatMap((one) => (one.off === true ? [one.keys] : []))
  expect(off(false)).toEqual(['?', '/', 'r'])
  expect(off(true)).toEqual([])
})
