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

test('no more is asked for than is sent, and a token that comes later goes by the proxy unless the page may send it', async () => {
  const asked: string[][] = []
  const ways: string[] = []
  const allowing = (more: string): Partial<Tunnel> => ({
    state: { kind: 'open' } as Tunnel['state'],
    ready: () => Promise.resolve(),
    preflight: ({ headers }) => {
      asked.push(headers)
      const allowed = `content-type, last-event-id, mcp-protocol-version, mcp-session-id${more}`
      const answer = [
        ['access-control-allow-origin', '*'],
        ['access-control-allow-headers', allowed],
      ] as [string, string][]
      return Promise.resolve({ reached: true, status: 204, headers: answer, ms: 1 })
    },
    fetch: () => (ways.push('proxy'), Promise.resolve(new Response('ok'))),
  })
  const go = async (more: string, carries: string[]) => {
    const options: RouteOptions = {
      origin: 'http://127.0.0.1:4664',
      direct: () => (ways.push('direct'), Promise.resolve(new Response('ok'))),
      tunnel: allowing(more) as Tunnel,
      blocked: undefined,
      carries,
      era: 'legacy',
      onVerdict() {},
      onBlocked() {},
    }
    const { fetch } = await chooseRoute({ kind: 'http', url: 'https://x.test/mcp', headers: [], via: 'auto' }, options)
    await fetch(new Request('https://x.test/mcp', { headers: { authorization: 'Bearer x' } }))
  }
  await go('', [])
  await go(', authorization', [])
  await go(', authorization', ['authorization'])
  expect(asked.map((names) => names.includes('authorization'))).toEqual([false, false, true])
  expect(ways).toEqual(['proxy', 'direct', 'direct'])
})
