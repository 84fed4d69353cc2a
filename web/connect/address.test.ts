import { expect, test } from 'vitest'
import { leaksToken, meantUrl } from './address.ts'

test('a URL without its scheme is understood', () => {
  expect(meantUrl('localhost:3000/mcp')).toBe('http://localhost:3000/mcp')
  expect(meantUrl('mcp.example.com/mcp')).toBe('https://mcp.example.com/mcp')
  expect(meantUrl('https://x')).toBeUndefined()
  expect(meantUrl('npx -y server')).toBeUndefined()
})

test('a token over a network in the clear is warned of; on this machine, and with TLS, it is not', () => {
  const leaks = (url: string, bearer = 't', headers = [] as { name: string; value: string }[]) => leaksToken({ url, bearer, headers })
  expect([leaks('http://x.test/mcp'), leaks(' WS://x.test'), leaks('http://192.168.0.2', '', [{ name: 'X-Api-Key', value: 'k' }])]).toEqual(
    [true, true, true],
  )
  expect([
    leaks('https://x.test'),
    leaks('http://localhost:1'),
    leaks('http://127.9.9.9'),
    leaks('http://[::1]'),
    leaks('http://x.test', ''),
    leaks('http:'),
  ]).toEqual(Array.from({ length: 6 }, () => false))
})
