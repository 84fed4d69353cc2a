import { expect, test } from 'vitest'
import { matching, stillMeant } from './palette-match.ts'

const entries = [
  { text: 'Prompts', kind: 'panel' },
  { text: 'weather', kind: 'tool' },
  { text: 'greet', kind: 'prompt' },
  { text: 'demo://{name}', kind: 'template' },
  { text: 'files', kind: 'server' },
  { text: 'prompt_user', kind: 'tool' },
  { text: 'Reconnect', kind: 'act · R' },
]
const found = (query: string) => matching(entries, query, 50).map(({ text }) => text)

test('the name of a kind finds what is of that kind, after what is called so', () => {
  expect(found('prompt').at(-1)).toBe('greet')
  expect(found('prompt')).toContain('prompt_user')
  expect(found('template')).toEqual(['demo://{name}'])
  expect(found('serv')).toEqual(['files'])
  expect(found('tools')).toEqual(['weather', 'prompt_user'])
  expect(found('act')).toEqual(['Reconnect'])
})

test('a kind and a name look among that kind first; two letters name no kind', () => {
  expect(found('prompt gr')[0]).toBe('greet')
  expect(found('to')).not.toContain('weather')
  expect(found('')).toHaveLength(entries.length)
})

test('messages found for what was typed before stay only while they show what is typed now', () => {
  const rows = [{ text: '12:00 → tools/call history' }, { text: '12:01 → ping' }]
  expect(stillMeant(rows, 'history', 'his')).toEqual([rows[0]])
  expect(stillMeant(rows, 'history', undefined)).toEqual([rows[0]])
  expect(stillMeant(rows, 'history', 'history')).toEqual(rows)
})
