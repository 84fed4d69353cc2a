import { expect, test } from 'vitest'
import { read } from '#mcp/jsonrpc.ts'
import { isPlainHeader } from '#mcp/traffic/secret-headers.ts'
import type { RouteVerdict } from '#mcp/transport/cors.ts'
import type { HttpTarget } from '#mcp/transport/target.ts'
import { idIn, withId } from './fresh-id.ts'
import { detours, EMPTY, headersOf, keptBack, takesNewId } from './raw-draft.ts'
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
  const draft = { ...EMPTY, text, used: idIn(text) }
  expect(takesNewId(draft)).toBe(true)
  expect(withId(text, 12)).toBe('{"jsonrpc":"2.0", "id" : 12,"method":"x","params":{"id":5}}')
  expect(takesNewId({ ...draft, text: withId(text, 6) })).toBe(false)
  expect(takesNewId({ ...draft, text: text.replace('"id" : 5', '"id" : "5"') })).toBe(false)
  expect(takesNewId({ ...draft, used: '' })).toBe(false)
  expect(takesNewId({ ...EMPTY, text })).toBe(false)
  // What is no request by itself is left alone.
  for (const other of ['{"jsonrpc":"2.0","id":5,"result":{}}', '{"jsonrpc":"2.0","method":"x"}', `[${text}]`, '{"id":5'])
    expect(idIn(other), other).toBeUndefined()
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
