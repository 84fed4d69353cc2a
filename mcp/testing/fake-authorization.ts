// A protected resource and its authorization server as one FetchHandler, with flaws to order. The login page is a function: it
// answers with where the browser would be sent.
import type { FetchHandler } from '../fetch-handler.ts'
import { isObject, parseJson, type Json } from '../json.ts'
import { fakeServer, type FakeOptions, type FakeServer } from './fake-server.ts'

type Obj = { [name: string]: Json }

export interface GuardedOptions {
  /** URL of the MCP endpoint; default https://mcp.test/a/mcp. */
  server?: string
  /** Default https://as.test. */
  issuer?: string
  /** What each well-known address answers, instead of what a good one would: an object, a status, or a text. */
  documents?: { [url: string]: Obj | number | string }
  /** Members of the metadata, over those of a good one; undefined takes one away. */
  metadata?: { [name: string]: Json | undefined }
  prm?: { [name: string]: Json | undefined }
  /** WWW-Authenticate of a 401; default names the metadata; null: none. */
  challenge?: string | null
  /** Scopes that a method needs: { 'tools/call': ['files:write'] }. */
  needs?: { [method: string]: string[] }
  /** Seconds. */
  lifetime?: number
  /** Gives refresh tokens; 'rotate': a new one each time. */
  refresh?: boolean | 'rotate'
  /** What is added to the answer of the login page; iss: undefined leaves it out. */
  answer?: { [name: string]: string }
  /** How the registration endpoint answers. */
  registration?: (wish: Obj) => { status: number; body: Obj }
  /** Grants fewer scopes than were asked for. */
  grants?: (scopes: string[]) => string[]
  /** Wants DPoP, and its nonce in the proof. */
  nonce?: string
  fake?: FakeOptions
}

export interface Asked {
  method: string
  url: string
  headers: Headers
  body: string
  form: URLSearchParams
}

export interface Guarded {
  fetch: FetchHandler
  url: string
  issuer: string
  /** All requests that were no MCP. */
  asked: Asked[]
  /** Authorization headers that came with MCP requests, as `method header`. */
  carried: string[]
  mcp: FakeServer
  /** The person logs in: returns where the browser is sent. */
  login(url: string): string
  /** From now on this access token, or all, are no longer good. */
  spoil(token?: string): void
  /** Tokens that were revoked. */
  revoked: string[]
  /** Requests to one address. */
  to(part: string): Asked[]
}

export function fakeGuarded(options: GuardedOptions = {}): Guarded {
  const url = options.server ?? 'https://mcp.test/a/mcp'
  const issuer = options.issuer ?? 'https://as.test'
  const { origin, pathname } = new URL(url)
  const prmUrl = `${origin}/.well-known/oauth-protected-resource${pathname === '/' ? '' : pathname}`
  const mcp = fakeServer({ listens: false, ...options.fake })
  const asked: Asked[] = []
  const carried: string[] = []
  const revoked: string[] = []
  const good = new Map<string, string[]>()
  const refreshers = new Map<string, { scopes: string[]; client: string }>()
  const codes = new Map<string, { challenge: string; redirect: string; scopes: string[]; client: string }>()
  const used = new Set<string>()
  let count = 0
  const metadata: Obj = without({
    issuer,
    authorization_endpoint: `${issuer}/authorize`,
    token_endpoint: `${issuer}/token`,
    registration_endpoint: `${issuer}/register`,
    revocation_endpoint: `${issuer}/revoke`,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post', 'private_key_jwt'],
    response_types_supported: ['code'],
    ...options.metadata,
  })
  const prm: Obj = without({ resource: url, authorization_servers: [issuer], ...options.prm })
  const issuerPath = new URL(issuer).pathname.replace(/\/$/, '')
  const documents: NonNullable<GuardedOptions['documents']> = {
    [prmUrl]: prm,
    [`${new URL(issuer).origin}/.well-known/oauth-authorization-server${issuerPath}`]: metadata,
    ...options.documents,
  }

  const json = (status: number, body: Obj): Response =>
    new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', 'cache-control': 'no-store' } })

  function issue(scopes: string[], client: string, refresher: string | undefined): Response {
    const granted = options.grants?.(scopes) ?? scopes
    const access = `access-token-${++count}-of-this-test`
    good.set(access, granted)
    const body: Obj = {
      access_token: access,
      token_type: options.nonce === undefined ? 'Bearer' : 'DPoP',
      expires_in: options.lifetime ?? 3600,
    }
    if (granted.length > 0) body.scope = granted.join(' ')
    if (options.refresh === true || options.refresh === 'rotate') {
      const next = refresher === undefined || options.refresh === 'rotate' ? `refresh-token-${count}-of-this-test` : refresher
      if (refresher !== undefined && next !== refresher) refreshers.delete(refresher)
      refreshers.set(next, { scopes, client })
      body.refresh_token = next
    }
    return json(200, body)
  }

  async function token({ form, headers }: Asked): Promise<Response> {
    const refuse = (error: string): Response => json(400, { error, error_description: `${error} of the fake` })
    if (options.nonce !== undefined) {
      const proof = headers.get('dpop') ?? ''
      const claims = proof === '' ? {} : parseJson(atob(proof.split('.')[1]!.replaceAll('-', '+').replaceAll('_', '/')))
      if (!isObject(claims) || claims.nonce !== options.nonce)
        return new Response(JSON.stringify({ error: 'use_dpop_nonce' }), {
          status: 400,
          headers: { 'content-type': 'application/json', 'dpop-nonce': options.nonce },
        })
    }
    const scopes = (form.get('scope') ?? '').split(' ').filter((one) => one !== '')
    switch (form.get('grant_type')) {
      case 'authorization_code': {
        const code = form.get('code') ?? ''
        const known = codes.get(code)
        if (known === undefined || used.has(code)) return refuse('invalid_grant')
        used.add(code)
        if (known.redirect !== form.get('redirect_uri')) return refuse('invalid_grant')
        if (known.challenge !== (await s256(form.get('code_verifier') ?? ''))) return refuse('invalid_grant')
        return issue(known.scopes, known.client, undefined)
      }
      case 'refresh_token': {
        const refresher = form.get('refresh_token') ?? ''
        const known = refreshers.get(refresher)
        return known === undefined ? refuse('invalid_grant') : issue(known.scopes, known.client, refresher)
      }
      case 'client_credentials':
      case 'urn:ietf:params:oauth:grant-type:jwt-bearer':
        return issue(scopes, form.get('client_id') ?? '', undefined)
      default:
        return refuse('unsupported_grant_type')
    }
  }

  async function answer(one: Asked): Promise<Response> {
    const [bare = ''] = one.url.split('?')
    const document = documents[bare]
    if (typeof document === 'number') return new Response('nothing here', { status: document })
    if (typeof document === 'string') return new Response(document, { headers: { 'content-type': 'text/html' } })
    if (document !== undefined) return json(200, document)
    if (bare.endsWith('/token')) return token(one)
    if (bare.endsWith('/revoke')) {
      const value = one.form.get('token') ?? ''
      revoked.push(value)
      good.delete(value)
      refreshers.delete(value)
      return new Response(null, { status: 200 })
    }
    if (bare.endsWith('/register')) {
      const wish = parseJson(one.body)
      const made = options.registration?.(isObject(wish) ? wish : {}) ?? {
        status: 201,
        body: { ...(isObject(wish) ? wish : {}), client_id: `client-${++count}` },
      }
      return json(made.status, made.body)
    }
    return new Response('<p>not found</p>', { status: 404, headers: { 'content-type': 'text/html' } })
  }

  return {
    url,
    issuer,
    asked,
    carried,
    revoked,
    mcp,
    to: (part) => asked.filter((one) => one.url.includes(part)),
    spoil(access) {
      if (access === undefined) good.clear()
      else good.delete(access)
    },
    login(address) {
      const { searchParams } = new URL(address)
      const code = `code-${++count}-of-this-test`
      codes.set(code, {
        challenge: searchParams.get('code_challenge') ?? '',
        redirect: searchParams.get('redirect_uri') ?? '',
        scopes: (searchParams.get('scope') ?? '').split(' ').filter((one) => one !== ''),
        client: searchParams.get('client_id') ?? '',
      })
      const back = new URL(searchParams.get('redirect_uri') ?? '')
      back.searchParams.set('code', code)
      back.searchParams.set('state', searchParams.get('state') ?? '')
      for (const [name, value] of Object.entries(options.answer ?? {})) back.searchParams.set(name, value)
      return back.href
    },
    async fetch(request) {
      const body = request.method === 'GET' ? '' : await request.clone().text()
      if (request.url !== url) {
        const one: Asked = { method: request.method, url: request.url, headers: request.headers, body, form: new URLSearchParams(body) }
        asked.push(one)
        return answer(one)
      }
      const message = body === '' ? {} : parseJson(body)
      const method = isObject(message) ? String(message.method ?? '') : ''
      const header = request.headers.get('authorization') ?? ''
      carried.push(`${request.method === 'POST' ? method : request.method} ${header}`)
      const scopes = good.get(header.replace(/^(?:Bearer|DPoP) /, ''))
      if (scopes === undefined) {
        const challenge = options.challenge === undefined ? `Bearer resource_metadata="${prmUrl}"` : options.challenge
        const headers: [string, string][] = challenge === null ? [] : [['www-authenticate', challenge]]
        return new Response('Unauthorized', { status: 401, headers })
      }
      const lacks = (options.needs?.[method] ?? []).filter((one) => !scopes.includes(one))
      if (lacks.length > 0)
        return new Response('Forbidden', {
          status: 403,
          headers: { 'www-authenticate': `Bearer error="insufficient_scope", scope="${(options.needs?.[method] ?? []).join(' ')}"` },
        })
      return mcp.fetch(request)
    },
  }
}

function without(document: { [name: string]: Json | undefined }): Obj {
  return Object.fromEntries(Object.entries(document).filter((one): one is [string, Json] => one[1] !== undefined))
}

async function s256(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return btoa(String.fromCharCode(...new Uint8Array(digest)))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')
}
