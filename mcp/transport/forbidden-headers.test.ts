import { expect, test } from 'vitest'
import { isForbidden } from './forbidden-headers.ts'

test.each(['Host', 'origin', ' Cookie ', 'Sec-Fetch-Site', 'proxy-authorization', 'Content-Length', 'Referer'])(
  '%s stays behind',
  (name) => {
    expect(isForbidden(name)).toBe(true)
  },
)

test.each(['Authorization', 'Accept', 'Mcp-Session-Id', 'Content-Type', 'X-Host', 'Second'])('%s goes out', (name) => {
  expect(isForbidden(name)).toBe(false)
})

test('another method in a header goes out unless it is one that no page may use', () => {
  expect(isForbidden('X-HTTP-Method-Override', 'DELETE')).toBe(false)
  expect(isForbidden('X-HTTP-Method-Override', 'GET, trace')).toBe(true)
})
