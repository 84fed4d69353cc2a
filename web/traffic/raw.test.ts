import { expect, test } from 'vitest'
import { read } from '#mcp/jsonrpc.ts'
import { isPlainHeader } from '#mcp/traffic/secret-headers.ts'
import type { RouteVerdict } from '#mcp/transport/cors.ts'
import type { HttpTarget } from '#mcp/transport/target.ts'
import { idsIn, withIds } from './fresh-id.ts'
import { detours, EMPTY, headersOf, idsToRenew, keptBack } from './raw-draft.ts'
import { templates } from './raw-templates.ts'

const readings = (all: ReturnType<typeof templates>) => Object.fromEntries(all.map(({ id, text }) => [id, read(text).kind]))

test('each template breaks what it says, and the good ones are good', () => {
  expect(readings(templates(undefined))).toMatchObject({
    request: 'request',
    notification: 'notification',
    response: 'result',
    batch: 'batch',
    broken: 'garbled',
    'id-type': 'garbled',
    'null-id': 'garbled',
    unknown: 'request',
    text: 'garbled',
  })
  const of = (id: string) => templates({ 'x/version': '1' }).find((one) => one.id === id)!.text
  expect(JSON.parse(of('request'))).toMatchObject({ jsonrpc: '2.0', params: { _meta: { 'x/version': '1' } } })
  expect(JSON.parse(of('no-jsonrpc'))).not.toHaveProperty('jsonrpc')
  expect(JSON.parse(of('null-id')).id).toBeNull()
})

test('a request that was sent before takes a new id, unless a person wrote one', () => {
  const text = '{"jsonrpc":"2.0", "id" : 5,"method":"x","params":{"id":5}}'
  const withId = (id: number) => withIds(text, new Map([['5', id]]))
  const draft = { ...EMPTY, text, usedIds: idsIn(text) }
  expect(idsToRenew(draft)).toEqual(['5'])
  expect(withId(12)).toBe('{"jsonrpc":"2.0", "id" : 12,"method":"x","params":{"id":5}}')
  expect(idsToRenew({ ...draft, text: withId(6) })).toEqual([])
  expect(idsToRenew({ ...draft, text: text.replace('"id" : 5', '"id" : "5"') })).toEqual([])
  expect(idsToRenew({ ...draft, usedIds: [] })).toEqual([])
  expect(idsToRenew({ ...EMPTY, text })).toEqual([])
  // What is no request is left alone.
  for (const other of ['{"jsonrpc":"2.0","id":5,"result":{}}', '{"jsonrpc":"2.0","method":"x"}', '{"id":5'])
    expect(idsIn(other), other).toEqual([])
})

test('so does each request of a batch, and what else is in it stays as it is', () => {
  const request = (id: string) => `{"jsonrpc":"2.0","method":"x", "id": ${id},"params":{"id":1,"of":[[1],{"a":"],"}]}}`
  const others = ['{"jsonrpc":"2.0","method":"n"}', '{"jsonrpc":"2.0","id":1,"result":{}}', '1', '[2]']
  const batch = (...ids: string[]) => `[ ${[...ids.map(request), ...others].join(' ,\n')} ]`
  const text = batch('1', '"1"', '2')
  expect(idsIn(text)).toEqual(['1', '"1"', '2'])
  const draft = { ...EMPTY, text, usedIds: idsIn(text) }
  expect(idsToRenew(draft)).toEqual(['1', '"1"', '2'])
  const fresh = new Map([
    ['1', 12],
    ['"1"', 13],
    ['2', 1000],
  ])
  expect(withIds(text, fresh)).toBe(batch('12', '13', '1000'))
  // One that a person wrote stays; one that stands there twice does so again, as was wanted.
  expect(idsToRenew({ ...draft, text: batch('7', '"1"', '2') })).toEqual(['"1"', '2'])
  expect(idsToRenew({ ...draft, text: batch('2', '2') })).toEqual(['2'])
  expect(withIds(batch('2', '2'), fresh)).toBe(batch('1000', '1000'))
  expect(idsIn('[]')).toEqual([])
})

test('headers are the session’s own until a person touches them', () => {
  const own: [string, string][] = [
    ['Accept', 'application/json'],
    ['Mcp-Session-Id', 's1'],
  ]
  expect(headersOf(own, EMPTY)).toBeUndefined()
  expect(headersOf(own, { ...EMPTY, added: [{ name: ' ', value: 'x' }] })).toBeUndefined()
  expect(headersOf(own, { ...EMPTY, without: ['Accept'] })).toEqual([['Mcp-Session-Id', 's1']])
  expect(headersOf(own, { ...EMPTY, changed: { 'Mcp-Session-Id': '' }, added: [{ name: 'Origin', value: 'http://a' }] })).toEqual([
    ['Accept', 'application/json'],
    ['Mcp-Session-Id', ''],
    ['Origin', 'http://a'],
  ])
})

test('headers that a browser keeps back are named as they are written', () => {
  const own: [string, string][] = [
    ['Accept', 'application/json'],
    ['Cookie', 'a=b'],
  ]
  const added = [
    { name: 'HOST', value: 'evil.test' },
    { name: 'X-Mine', value: '1' },
  ]
  expect(keptBack(own, EMPTY)).toEqual(['Cookie'])
  expect(keptBack(own, { ...EMPTY, without: ['Cookie'], added })).toEqual(['HOST'])
})

test('a message that leaves by another way than its connection is known beforehand', () => {
  const target = (via: 'auto' | 'direct' | 'proxy'): HttpTarget => ({ kind: 'http', url: 'http://x.test/mcp', headers: [], via })
  const route = { via: 'direct' } as RouteVerdict
  const own: [string, string][] = [['Accept', '*/*']]
  const draft = { ...EMPTY, added: [{ name: 'Host', value: 'evil.test' }] }
  expect(detours({ target: target('auto'), route }, true, own, draft)).toBe(true)
  expect(detours({ target: target('auto'), route }, false, own, draft)).toBe(false)
  expect(detours({ target: target('auto'), route }, true, own, EMPTY)).toBe(false)
  expect(detours({ target: target('direct'), route }, true, own, draft)).toBe(false)
  expect(detours({ target: target('auto'), route: { ...route, via: 'proxy' } }, true, own, draft)).toBe(false)
})

test('Host and Origin are no secrets, and what nobody knows is one', () => {
  expect(['Host', 'origin', 'Accept', 'Mcp-Method'].map(isPlainHeader)).toEqual([true, true, true, true])
  expect(['Authorization', 'Mcp-Session-Id', 'X-Mine', 'Cookie', 'Mcp-Param-Key'].map(isPlainHeader)).toEqual(Array(5).fill(false))
})
