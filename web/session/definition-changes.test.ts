import { expect, test } from 'vitest'
import { compareDefinitions } from './definition-changes.ts'

const tool = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more })

test('tells added, removed and changed apart, and names the members', () => {
  const changes = compareDefinitions(
    [tool('stays'), tool('goes'), tool('turns', { description: 'a' })],
    [tool('comes'), tool('turns', { description: 'b', title: 'T' }), tool('stays')],
    'tools/list',
  )
  expect([...changes].map(([name, { kind, members }]) => [name, kind, members])).toEqual([
    ['goes', 'removed', []],
    ['comes', 'added', []],
    ['turns', 'changed', ['description', 'title']],
  ])
  expect(changes.get('turns')?.before).toMatchObject({ description: 'a' })
})

test('another order is no change; a second entry of one name is', () => {
  expect(compareDefinitions([tool('a'), tool('b')], [tool('b'), tool('a')], 'tools/list').size).toBe(0)
  expect(compareDefinitions([tool('a')], [tool('a'), tool('a', { title: 'x' })], 'tools/list').get('a')?.kind).toBe('changed')
})

test('resources go by URI', () => {
  const changes = compareDefinitions([{ uri: 'a:1', name: 'x' }], [{ uri: 'a:2', name: 'x' }], 'resources/list')
  expect([...changes.keys()]).toEqual(['a:1', 'a:2'])
})

test('entries that are no objects do no harm', () => {
  expect(compareDefinitions([null, 5], [null, 5], 'prompts/list').size).toBe(0)
})
