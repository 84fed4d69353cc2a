import { expect, test } from 'vitest'
import { nameOf, nameOfResult } from './naming.ts'

const META = 'io.modelcontextprotocol/'

test('a request without a handshake is named by its version, and by what it wants to hear of', () => {
  expect(nameOf('server/discover', { _meta: { [`${META}protocolVersion`]: '2026-07-28' } })).toBe('2026-07-28')
  expect(nameOf('server/discover', undefined)).toBe('')
  const notifications = { toolsListChanged: true, promptsListChanged: false, resourceSubscriptions: ['a:b', 'c:d'] }
  expect(nameOf('subscriptions/listen', { notifications })).toBe('tools, a:b, c:d')
})

test('its answer is named by the server and what that speaks, or by what is wanted first', () => {
  const result = { supportedVersions: ['2026-07-28', 3], _meta: { [`${META}serverInfo`]: { name: 'x', version: '1' } } }
  expect(nameOfResult('server/discover', result, '')).toBe('x 1 · 2026-07-28, 3')
  expect(nameOfResult('tools/call', { resultType: 'input_required', inputRequests: { who: {}, where: {} } }, 'greet')).toBe(
    'greet · who, where',
  )
})
