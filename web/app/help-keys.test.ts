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

test('where several want Esc, each is said, the nearest first, and the key stands once', () => {
  const near = [{ keys: 'escape', title: 'Close the message' }]
  const of = (all: { keys: string; title: string }[]) => all.filter(({ keys }) => keys === 'escape').map(({ title }) => title)
  expect(of(helpKeys([...TOOL, ...near], true))).toEqual([expect.stringMatching(/^Close the message; Cancel the call; close a dialog/)])
  expect(of(sharedKeys(near))).toEqual(['Close the message; close a dialog or a menu; empty the filter'])
  expect(of(sharedKeys([]))).toEqual(['Close a dialog or a menu; empty the filter'])
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
