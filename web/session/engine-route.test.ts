import { expect, test } from 'vitest'
import { fillingOf, isInsecure } from '#mcp/transport/exact-headers.ts'
import type { RouteVerdict } from '#mcp/transport/cors.ts'
import type { Tunnel } from '#mcp/transport/tunnel.ts'
import { chooseRoute, type RouteOptions } from './engine-route.ts'

test('a server whose certificate is not checked is spoken to through the proxy alone, and the overview says what that means', async () => {
  const sent: boolean[] = []
  const verdicts: RouteVerdict[] = []
  const tunnel = {
    ready: () => Promise.resolve(),
    fetch: (request: Request) => {
      sent.push(isInsecure(request))
      return Promise.resolve(new Response('ok'))
    },
  } as Partial<Tunnel> as Tunnel
  const options: RouteOptions = {
    origin: 'http://127.0.0.1:4664',
    direct: () => Promise.reject(new Error('the page must not')),
    tunnel,
    blocked: undefined,
    era: 'auto',
    onVerdict: (verdict) => verdicts.push(verdict),
    onBlocked() {},
  }
  const target = { kind: 'http', url: 'https://x.test/mcp', headers: [], via: 'direct', insecure: true } as const
  const { fetch } = await chooseRoute({ ...target, headers: [] }, options)
  expect(await (await fetch(new Request('https://x.test/mcp'))).text()).toBe('ok')
  expect(sent).toEqual([true])
  expect(verdicts).toEqual([expect.objectContaining({ via: 'proxy', notes: [expect.stringContaining('not checked')] })])
  await expect(chooseRoute({ ...target, headers: [] }, { ...options, tunnel: undefined })).rejects.toThrow('certificate is not checked')
})

test('headers that name variables are filled by the proxy, and no others', async () => {
  const filled: unknown[] = []
  const tunnel = {
    ready: () => Promise.resolve(),
    fetch: (request: Request) => {
      filled.push(fillingOf(request))
      return Promise.resolve(new Response('ok'))
    },
  } as Partial<Tunnel> as Tunnel
  const verdicts: RouteVerdict[] = []
  const { fetch } = await chooseRoute(
    {
      kind: 'http',
      url: 'https://x.test/mcp',
      headers: [
        { name: 'X-T', value: 'a ${MY_KEY}' },
        { name: 'X-U', value: '${input:u}' },
      ],
      bearer: '${TOKEN}',
      via: 'auto',
    },
    {
      origin: 'http://127.0.0.1:4664',
      direct: () => Promise.reject(new Error('the page must not')),
      tunnel,
      blocked: undefined,
      era: 'auto',
      onVerdict: (verdict) => verdicts.push(verdict),
      onBlocked() {},
    },
  )
  await fetch(new Request('https://x.test/mcp'))
  expect(filled).toEqual([['X-T', 'Authorization']])
  expect(verdicts[0]!.why).toContain('X-T and Authorization')
})
