import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import type { Json } from '#mcp/json.ts'
import { compareDefinitions, earlierVersions, namedChanges, seeDefinition, watchDefinitions } from './definition-changes.ts'
import { digestsOf } from './definition-digest.ts'
import type { ListMethod } from './list-methods.ts'

const tool = (name: string, more: object = {}) => ({ name, inputSchema: { type: 'object' }, ...more })

function compare(before: Json[], after: Json[], method: ListMethod) {
  // As after a reload: what was seen before comes out of storage.
  const kept = new Map(JSON.parse(JSON.stringify([...digestsOf(before, method)])) as [string, []][])
  return compareDefinitions(kept, digestsOf(after, method))
}

test('tells added, removed and changed apart, and names the members', () => {
  const changes = compare(
    [tool('stays'), tool('goes'), tool('turns', { description: 'a', icons: [] })],
    [tool('comes'), tool('turns', { description: 'b', title: 'T' }), tool('stays')],
    'tools/list',
  )
  expect([...changes].map(([name, { kind, members }]) => [name, kind, members])).toEqual([
    ['goes', 'removed', []],
    ['comes', 'added', []],
    ['turns', 'changed', ['description', 'icons', 'title']],
  ])
})

test('another order is no change, of entries and of members; a second entry of one name is', () => {
  expect(compare([tool('a'), tool('b')], [tool('b'), tool('a')], 'tools/list').size).toBe(0)
  expect(compare([{ name: 'a', title: 't' }], [{ title: 't', name: 'a' }], 'tools/list').size).toBe(0)
  expect(compare([tool('a')], [tool('a'), tool('a', { title: 'x' })], 'tools/list').get('a')?.kind).toBe('changed')
  expect(compare([tool('a'), tool('a')], [tool('a')], 'tools/list').get('a')?.kind).toBe('changed')
})

test('a change deep in a schema is seen, and one in the last digit of a long integer', () => {
  const schema = (maximum: Json) => ({ name: 'a', inputSchema: { properties: { n: { maximum } } } })
  expect(compare([schema(1)], [schema(2)], 'tools/list').get('a')?.members).toEqual(['inputSchema'])
  expect(compare([schema(9007199254740993n)], [schema(9007199254740992n)], 'tools/list').get('a')?.members).toEqual(['inputSchema'])
})

test('resources go by URI', () => {
  const changes = compare([{ uri: 'a:1', name: 'x' }], [{ uri: 'a:2', name: 'x' }], 'resources/list')
  expect([...changes.keys()]).toEqual(['a:1', 'a:2'])
})

test('entries that are no objects do no harm', () => {
  expect(compare([null, 5], [null, 5], 'prompts/list').size).toBe(0)
  expect(compare([null, 5], [null, 6], 'prompts/list').size).toBe(1)
  expect(compare([{ name: '__proto__' }], [{ name: '__proto__', constructor: 1 }], 'prompts/list').get('__proto__')?.members).toEqual([
    'constructor',
  ])
})

test('what changed keeps its earlier version to compare, through several changes that were not seen', () => {
  const client = new QueryClient()
  vi.stubGlobal('window', { addEventListener: () => {}, sessionStorage: { getItem: () => null } })
  watchDefinitions(client)
  const key = ['mcp', 'c', 'tools/list', 1]
  const list = (...items: Json[]) => client.setQueryData(key, { items })
  list(tool('a', { title: 'one' }), tool('goes'))
  list(tool('a', { title: 'two' }))
  list(tool('a', { title: 'three' }), tool('comes'))
  const named = namedChanges('c', ['tools/list'])
  expect(named.map(({ name, kind }) => [name, kind])).toEqual([
    ['goes', 'removed'],
    ['a', 'changed'],
    ['comes', 'added'],
  ])
  expect(named[1]).toMatchObject({ before: { title: 'one' }, after: { title: 'three' } })
  expect(named[0]).toMatchObject({ before: { name: 'goes' } })
  seeDefinition('c', 'tools/list')
  expect(namedChanges('c', ['tools/list'])).toEqual([])
  list(tool('a', { title: 'four' }), tool('comes'))
  expect(namedChanges('c', ['tools/list'])).toMatchObject([{ before: { title: 'three' }, after: { title: 'four' } }])
  vi.unstubAllGlobals()
})

test('further pages of a list are no change, and what lies behind the pages that were asked for is not gone', () => {
  const client = new QueryClient()
  vi.stubGlobal('window', { addEventListener: () => {}, sessionStorage: { getItem: () => null } })
  watchDefinitions(client)
  const key = ['mcp', 'd', 'resources/list', 1]
  const item = (uri: string) => ({ uri, name: uri })
  client.setQueryData(key, { items: [item('a:1'), item('a:2')], next: 'x' })
  client.setQueryData(key, { items: [item('a:1'), item('a:2'), item('a:3')], grownFrom: 2 })
  expect(namedChanges('d', ['resources/list'])).toEqual([])
  client.setQueryData(key, { items: [item('a:1'), item('a:2')], next: 'x' })
  expect(namedChanges('d', ['resources/list'])).toEqual([])
  client.setQueryData(key, { items: [item('a:1'), item('a:3')] })
  expect(namedChanges('d', ['resources/list']).map(({ name, kind }) => [name, kind])).toEqual([['a:2', 'removed']])
  vi.unstubAllGlobals()
})

test('names that are others each time do not pile up', () => {
  const client = new QueryClient()
  vi.stubGlobal('window', { addEventListener: () => {}, sessionStorage: { getItem: () => null } })
  watchDefinitions(client)
  const key = ['mcp', 'churn', 'tools/list', 1]
  client.setQueryData(key, { items: [tool('stays')] })
  for (let n = 0; n < 200; n += 1) client.setQueryData(key, { items: [tool('stays'), tool(`once-${n}`)] })
  expect(earlierVersions('churn', 'tools/list')).toBe(0)
  client.setQueryData(key, { items: [] })
  expect(namedChanges('churn', ['tools/list'])).toMatchObject([{ name: 'stays', kind: 'removed', before: { name: 'stays' } }])
})
