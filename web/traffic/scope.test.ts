import { expect, test } from 'vitest'
import { placeOf } from '#mcp/traffic/tickets.ts'
import { scopeOfAll, scopeOfOne, tagsOf, TINTS } from './scope.ts'

const named = (...ids: string[]) => ids.map((id) => ({ id, name: id.toUpperCase() }))

test('a message of the connection chosen is spelled as ever, one of another with its connection', () => {
  const scope = scopeOfAll('b', named('a', 'b'))
  expect([scope.spell(scope.ticket('b', 17)), scope.spell(scope.ticket('a', 17))]).toEqual(['17', 'a/17'])
  for (const ticket of [scope.ticket('a', 3), scope.ticket('b', 3)]) expect(scope.read(scope.spell(ticket))).toBe(ticket)
  expect(scope.own(scope.ticket('a', 3))).toEqual({ connection: 'a', seq: 3 })
  expect([scope.read('nowhere/3'), scope.read('x'), scope.read(''), scope.read('1.5')]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('of one record, a message of another is none', () => {
  const scope = scopeOfOne('b')
  expect([scope.read('17'), scope.read('b/17'), scope.read('a/17'), scope.read('')]).toEqual([17, 17, undefined, undefined])
})

test('the place of a connection stays its own when another goes', () => {
  const before = scopeOfAll('p', named('p', 'q', 'r')).ticket('r', 1)
  const scope = scopeOfAll('p', named('p', 'r', 's'))
  expect(scope.ticket('r', 1)).toBe(before)
  expect(scope.across?.[placeOf(before)]).toBe('r')
  expect(scope.read('q/1')).toBeUndefined()
})

test('tags tell connections apart: by name or else by id, and by tint as long as there are enough', () => {
  const tags = tagsOf([...named('a', 'b', 'c', 'd', 'e'), { id: 'a-2', name: 'A' }])
  expect([...tags.values()].map(({ label }) => label)).toEqual(['a', 'B', 'C', 'D', 'E', 'a-2'])
  expect(new Set([...tags.values()].map(({ tint }) => tint)).size).toBe(TINTS)
  const taps = ['weather', 'files', 'files'].map((own, at) => ({ id: `node-${at}`, name: 'node x.js', own }))
  expect([...tagsOf(taps).values()].map(({ label }) => label)).toEqual(['weather', 'node-1', 'node-2'])
  const many = [...tagsOf(named(...Array.from({ length: 60 }, (_, at) => `c${at}`))).values()].map(({ tint }) => tint)
  expect(many).toHaveLength(60)
  // Beside one another none have the same, and none is had more often than another.
  expect(many.filter((tint, at) => tint === many[at + 1])).toEqual([])
  for (let tint = 0; tint < TINTS; tint += 1) expect(many.filter((one) => one === tint)).toHaveLength(10)
})
