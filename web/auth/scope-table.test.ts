import { expect, test } from 'vitest'
import { flowOf, step, TOKEN } from './flow-example.ts'
import { scopeTableOf } from './scope-table.ts'

const challenge = step('challenge', { facts: [{ name: 'scope', value: 'files:read files:delete', from: 'the challenge' }] })
const resource = step('resource-metadata', { document: '{"scopes_supported":["files:read","files:write"]}' })
const server = step('server-metadata', { document: '{"scopes_supported":["offline_access"]}' })
const asked = step('authorization', {
  facts: [
    { name: 'Scope', value: 'files:read files:delete' },
    { name: 'And offline_access', value: 'for a refresh token' },
  ],
})

test('each scope is told with who spoke of it, before a token is there', () => {
  const table = scopeTableOf(flowOf([challenge, resource, server, asked]))
  expect(table?.columns.map(({ id }) => id)).toEqual(['challenge', 'resource', 'server', 'requested'])
  expect(table?.rows.map(({ scope, in: has }) => [scope, ...has])).toEqual([
    ['files:read', 'challenge', 'resource', 'requested'],
    ['files:delete', 'challenge', 'requested'],
    ['offline_access', 'server', 'requested'],
    ['files:write', 'resource'],
  ])
})

test('what the server wants and was not granted is bad; what was asked for in vain, or came unasked, is a warning', () => {
  const token = { ...TOKEN, requestedScope: 'files:read files:delete offline_access', scope: 'files:read extra' }
  const rows = scopeTableOf(flowOf([challenge, asked], { token }))?.rows ?? []
  expect(rows.map(({ scope, tone }) => [scope, tone])).toEqual([
    ['files:read', undefined],
    ['files:delete', 'bad'],
    ['offline_access', 'warn'],
    ['extra', 'warn'],
  ])
})

test('a token without a scope has the one that was asked for', () => {
  const table = scopeTableOf(flowOf([challenge], { token: { ...TOKEN, requestedScope: 'files:read files:delete' } }))
  expect(table?.columns.at(-1)?.title).toBe('Granted, as asked for')
  expect(table?.rows.every(({ in: has }) => has.has('granted'))).toBe(true)
})

test('nobody spoke of scopes, or a document is broken: no table', () => {
  expect(scopeTableOf(flowOf([step('challenge'), step('resource-metadata', { document: '{' })]))).toBeUndefined()
  expect(scopeTableOf(flowOf([step('authorization', { facts: [{ name: 'Scope', value: 'none' }] })]))).toBeUndefined()
})
