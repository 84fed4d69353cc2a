import { expect, test } from 'vitest'
import { read } from '#mcp/jsonrpc.ts'
import { EMPTY, headersOf, keptBack } from './raw-draft.ts'
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
