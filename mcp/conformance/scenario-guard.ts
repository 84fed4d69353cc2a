// What is played about authorization: made-up tokens, none at all, and where a guarded server is described.
import { isObject, parseJson, writeJson } from '../json.ts'
import { BAD_TOKEN } from './authorization-parts.ts'
import type { Came, Http, Scenario } from './scenario.ts'
import { http, legacy } from './scenario-parts.ts'

const JSON_TYPES: [string, string][] = [
  ['Content-Type', 'application/json'],
  ['Accept', 'application/json, text/event-stream'],
]
const ASK: [string, string][] = [['Accept', 'application/json']]

export const GUARD_SCENARIOS: readonly Scenario[] = [
  {
    id: 'tokens',
    title: 'A greeting without a token, with one that is none, and a session without its own',
    impact: 'session',
    for: [
      'AU-01',
      'AU-02',
      'AU-06',
      'AU-08',
      'AU-11',
      'AU-16',
      'SE-10',
      'HT-10',
      'AU-03',
      'AU-04',
      'AU-05',
      'AU-07',
      'AU-14',
      'AU-17',
      'AU-18',
      'AS-01',
      'AS-02',
      'AS-03',
      'AS-04',
      'AS-05',
      'AS-06',
      'AS-07',
      'AS-09',
      'AS-16',
    ],
    applies: (session, _ways) => http(session),
    async play(stage) {
      const { session } = stage
      const text = writeJson({
        jsonrpc: '2.0',
        id: 'loupe-token',
        method: legacy(session) ? 'initialize' : 'server/discover',
        params: legacy(session)
          ? { protocolVersion: session.facts.revision, capabilities: {}, clientInfo: { name: 'mcp-loupe', version: '0' } }
          : { _meta: session.facts.envelope ?? {} },
      })
      const own = session.rawHeaders(text)
      const tokens = own.filter(([name]) => name.toLowerCase() === 'authorization')
      if (tokens.length === 0) return
      const bare = own.filter(([name]) => !/^(?:authorization|mcp-session-id)$/i.test(name))
      const came = await stage.http({ method: 'POST', headers: bare, body: text })
      if (came.status !== 401) return
      await stage.http({ method: 'POST', headers: [...bare, ['Authorization', BAD_TOKEN]], body: text })
      if (session.facts.sessionId !== undefined) {
        const ping = '{"jsonrpc":"2.0","id":"loupe-ping","method":"ping"}'
        const inside: [string, string][] = [...bare, ['Mcp-Session-Id', session.facts.sessionId]]
        await stage.http({ method: 'POST', headers: inside, body: ping })
        await stage.http({
          method: 'GET',
          headers: inside.map(([name, value]) => [name, name === 'Accept' ? 'text/event-stream' : value]),
          ms: 1500,
        })
        // Of a session that never was: our own is needed, and who is not known is not told whether one is.
        await stage.http({ method: 'DELETE', headers: [...bare, ['Mcp-Session-Id', 'loupe-no-such-session']] })
      }
      await describe(stage.url, came, (sent) => stage.http(sent))
    },
  },
]

/** Looks where a guarded server, and those who hand out its tokens, are described; gives the first description of the latter. */
export async function describe(
  endpoint: string,
  came: Came,
  send: (sent: Http) => Promise<Came>,
): Promise<{ [name: string]: unknown } | undefined> {
  let first: { [name: string]: unknown } | undefined
  const { origin, pathname } = new URL(endpoint)
  const path = pathname.replace(/\/+$/, '')
  const named = /resource_metadata\s*=\s*"?([^",\s]+)/i.exec(came.headers.get('www-authenticate') ?? '')?.[1]
  const well = `${origin}/.well-known/oauth-protected-resource`
  let issuers: string[] = []
  for (const url of new Set([...(named !== undefined && isHttp(named) ? [named] : []), `${well}${path}`, well])) {
    const value = await document(url, send)
    const own = value?.authorization_servers
    if (Array.isArray(own)) issuers = own.filter((one): one is string => typeof one === 'string' && isHttp(one))
    if (value !== undefined) break
  }
  for (const issuer of issuers.length > 0 ? issuers.slice(0, 3) : [origin]) {
    const { origin: host, pathname: below } = new URL(issuer)
    const rest = below.replace(/\/+$/, '')
    const places = [
      `${host}/.well-known/oauth-authorization-server${rest}`,
      `${host}/.well-known/openid-configuration${rest}`,
      ...(rest === '' ? [] : [`${host}${rest}/.well-known/openid-configuration`]),
    ]
    for (const url of places) {
      const value = await document(url, send)
      first ??= value
      if (value !== undefined) break
    }
  }
  return first
}

async function document(url: string, send: (sent: Http) => Promise<Came>): Promise<{ [name: string]: unknown } | undefined> {
  const { status, text } = await send({ method: 'GET', url, headers: ASK })
  if (status !== 200) return undefined
  try {
    const value = parseJson(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const isHttp = (url: string): boolean => URL.canParse(url) && /^https?:$/.test(new URL(url).protocol)

/** Who is not let in at all: the greeting once more, and where it is described. */
export async function playOutside(endpoint: string, headers: [string, string][], send: (sent: Http) => Promise<Came>): Promise<void> {
  const body = writeJson({
    jsonrpc: '2.0',
    id: 'loupe-token',
    method: 'initialize',
    params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'mcp-loupe', version: '0' } },
  })
  const bare = [...JSON_TYPES, ...headers.filter(([name]) => name.toLowerCase() !== 'authorization')]
  const came = await send({ method: 'POST', headers: bare, body })
  if (came.status !== 401) return
  await send({ method: 'POST', headers: [...bare, ['Authorization', BAD_TOKEN]], body })
  await describe(endpoint, came, send)
}
