import { describe, expect, test } from 'vitest'
import { diffLines } from '../ui/line-diff.ts'
import { exportText, importText, withSaved, type SavedRequest } from './saved-requests.ts'

const one: SavedRequest = { name: 'big', tool: 'take', arguments: '{"n":9007199254740993,"s":"a\\nb"}' }

describe('saved requests', () => {
  test('a file brings back what it was made of, digit for digit', () => {
    const all = [one, { ...one, name: 'other', meta: '{\n  "a": 1\n}' }]
    expect(importText(exportText(all))).toEqual(all)
  })

  test('a name stands once for a tool', () => {
    expect(withSaved([one], { ...one, arguments: '{}' })).toEqual([{ ...one, arguments: '{}' }])
    expect(withSaved([one], { ...one, tool: 'other' })).toHaveLength(2)
  })

  test.each([
    ['{', /not JSON/],
    ['[]', /no saved requests/],
    ['{"format":"loupe-requests","requests":[{"name":"x"}]}', /Request 1/],
  ])('%s is refused in words', (text, why) => expect(() => importText(text)).toThrow(why))
})

describe('lines that differ', () => {
  const signs = (first: string, second: string) =>
    diffLines(first, second).map(({ kind, text }) => ({ same: ' ', 'only-first': '-', 'only-second': '+' })[kind] + text)

  test('common lines stay, in order', () => {
    expect(signs('a\nb\nc', 'a\nx\nc\nd')).toEqual([' a', '-b', '+x', ' c', '+d'])
    expect(signs('a', 'a')).toEqual([' a'])
  })

  test('very long texts are compared place by place', () => {
    const long = Array.from({ length: 4000 }, (_, n) => String(n))
    const changed = [...long]
    changed[3999] = 'x'
    expect(signs(long.join('\n'), changed.join('\n')).filter((line) => !line.startsWith(' '))).toEqual(['-3999', '+x'])
  })
})
