// Real parties for authorization: oidc-provider, which is certified, and a resource server of the official SDK behind its own
// bearer middleware; each on a free port.
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import {
  createMcpHandler,
  inputRequired,
  McpServer,
  oauthMetadataResponse,
  OAuthError,
  requireBearerAuth,
  type InputRequiredSpec,
} from '@modelcontextprotocol/server'
import { Provider } from 'oidc-provider'

const SCOPES = 'openid offline_access read files:write'

const SURE: InputRequiredSpec = {
  inputRequests: {
    sure: inputRequired.elicit({
      message: 'Are you sure?',
      requestedSchema: { type: 'object', properties: { sure: { type: 'boolean' } } },
    }),
  },
}

interface Grant {
  aud: string
  scopes: string[]
  /** Seconds since the epoch. */
  exp: number
}

export interface RunningProvider {
  issuer: string
  /** This access token, or all, are gone at the provider. */
  spoil(access: string): Promise<void>
  spoilRefresh(refresh: string): Promise<void>
  /** What a token is good for, as the provider knows it. */
  find(access: string): Promise<Grant | undefined>
  /** What was asked of it, as 'METHOD /path'. */
  asked: string[]
  /** All that it gave, and all that came with it, and that nobody else may see: tokens, codes, verifiers. */
  secrets: ReadonlySet<string>
  /** All that was sent to it, in one text. */
  readonly heard: string
  /** From now on its access tokens are JWTs for this audience, whatever is asked for; undefined: opaque, and for what is asked. */
  audience(one: string | undefined): void
  close(): void
}

export async function startProvider(): Promise<RunningProvider> {
  const server = createServer()
  const issuer = await listening(server)
  let audience: string | undefined
  const secrets = new Set<string>()
  const jwts = new Map<string, Grant>()
  const provider = new Provider(issuer, {
    scopes: SCOPES.split(' '),
    clientDefaults: { token_endpoint_auth_method: 'none' },
    pkce: { required: () => true },
    cookies: { keys: ['a test'] },
    ttl: { AccessToken: 3600, RefreshToken: 7200, Grant: 7200, Session: 7200, Interaction: 3600, IdToken: 3600 },
    rotateRefreshToken: true,
    issueRefreshToken: (_context: unknown, client: { grantTypeAllowed(grant: string): boolean }, code: { scopes: Set<string> }) =>
      client.grantTypeAllowed('refresh_token') && code.scopes.has('offline_access'),
    features: {
      devInteractions: { enabled: true },
      registration: { enabled: true },
      revocation: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined,
        useGrantedResource: () => true,
        getResourceServerInfo: (_context: unknown, resource: string) => ({
          scope: SCOPES,
          audience: audience ?? resource,
          accessTokenFormat: audience === undefined ? 'opaque' : 'jwt',
        }),
      },
    },
  })
  provider.on('grant.success', ({ body = {}, oidc }) => {
    for (const from of [body, oidc.params])
      for (const name of ['access_token', 'refresh_token', 'id_token', 'code', 'code_verifier']) {
        const value = from[name]
        if (typeof value === 'string') secrets.add(value)
      }
    const access = String(body.access_token)
    const [, claims] = access.split('.')
    if (claims === undefined) return
    const { aud, scope, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { aud: string; scope: string; exp: number }
    jwts.set(access, { aud, scopes: scope.split(' '), exp })
  })
  const asked: string[] = []
  let heard = ''
  const answer = provider.callback()
  server.on('request', (request, response) => {
    asked.push(`${request.method} ${(request.url ?? '').split('?')[0]}`)
    heard += `${request.url} ${request.rawHeaders.join(' ')}\n`
    request.prependListener('data', (chunk) => (heard += String(chunk)))
    // What listens makes it flow: it is held until the provider reads.
    request.pause()
    void answer(request, response)
  })
  return {
    issuer,
    asked,
    secrets,
    get heard() {
      return heard
    },
    audience: (one) => (audience = one),
    async spoil(access) {
      jwts.delete(access)
      await (await provider.AccessToken.find(access))?.destroy()
    },
    async spoilRefresh(refresh) {
      await (await provider.RefreshToken.find(refresh))?.destroy()
    },
    async find(access) {
      const jwt = jwts.get(access)
      if (jwt !== undefined) return jwt
      const found = await provider.AccessToken.find(access)
      return found && { aud: [found.aud ?? ''].flat().join(' '), scopes: (found.scope ?? '').split(' '), exp: found.exp }
    },
    close: () => stop(server),
  }
}

export interface RunningResource {
  /** Of the MCP endpoint. */
  url: string
  /** Whose tokens it takes from now on. */
  trust(provider: RunningProvider): void
  /** By its clock this token has expired. */
  expire(access: string): void
  /** Authorization headers that came, as 'method header'. */
  carried: string[]
  close(): void
}

/** A tool `write` needs the scope files:write, all else `read`; `audit` is listed only where that scope was granted; `ask` asks a person. */
export async function startResource(provider: RunningProvider): Promise<RunningResource> {
  let trusted = provider
  const server = createServer()
  const origin = await listening(server)
  const url = `${origin}/mcp`
  const handler = createMcpHandler(({ authInfo }) => {
    const made = new McpServer({ name: 'guarded', version: '1.0.0' }, { capabilities: { tools: {} } })
    const more = authInfo?.scopes.includes('files:write') === true ? ['audit'] : []
    for (const name of ['look', 'write', ...more])
      made.registerTool(name, { description: name }, async () => ({ content: [{ type: 'text' as const, text: `${name} is done` }] }))
    made.registerTool('ask', { description: 'ask' }, async ({ mcpReq: { inputResponses } }) =>
      inputResponses?.sure === undefined ? inputRequired(SURE) : { content: [{ type: 'text' as const, text: 'ask is done' }] },
    )
    return made
  })
  const expired = new Set<string>()
  const verifier = {
    async verifyAccessToken(token: string) {
      const found = await trusted.find(token)
      if (found === undefined) throw new OAuthError('invalid_token' as never, 'unknown token')
      return {
        token,
        clientId: '',
        scopes: found.scopes,
        expiresAt: expired.has(token) ? 1 : found.exp,
        ...(URL.canParse(found.aud) ? { resource: new URL(found.aud) } : {}),
      }
    },
  }
  const carried: string[] = []
  server.on('request', async (incoming, outgoing) => {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk as Buffer)
    const body = Buffer.concat(chunks).toString()
    const headers = Object.entries(incoming.headers).map(([name, value]): [string, string] => [name, [value ?? ''].flat().join(', ')])
    const request = new Request(`${origin}${incoming.url}`, { method: incoming.method ?? 'GET', headers, ...(body === '' ? {} : { body }) })
    const reply = await respond(request, body)
    outgoing.writeHead(reply.status, Object.fromEntries(reply.headers))
    if (reply.body === null) outgoing.end()
    else Readable.fromWeb(reply.body as never).pipe(outgoing)
  })

  async function respond(request: Request, body: string): Promise<Response> {
    const metadata = oauthMetadataResponse(request, {
      oauthMetadata: {
        issuer: trusted.issuer,
        authorization_endpoint: `${trusted.issuer}/auth`,
        token_endpoint: `${trusted.issuer}/token`,
        response_types_supported: ['code'],
      },
      resourceServerUrl: new URL(url),
      scopesSupported: ['read'],
      dangerouslyAllowInsecureIssuerUrl: true,
    })
    if (metadata !== undefined) return metadata
    const message = body === '' ? {} : (JSON.parse(body) as { method?: string; params?: { name?: string } })
    carried.push(`${message.method ?? request.method} ${request.headers.get('authorization') ?? ''}`)
    const writes = message.method === 'tools/call' && message.params?.name === 'write'
    const gate = requireBearerAuth({
      verifier,
      requiredScopes: [writes ? 'files:write' : 'read'],
      resourceMetadataUrl: `${origin}/.well-known/oauth-protected-resource/mcp`,
      expectedResource: new URL(url),
    })
    const auth = await gate(request)
    return auth instanceof Response ? auth : handler.fetch(request, { authInfo: auth })
  }

  return { url, carried, trust: (next) => (trusted = next), expire: (access) => void expired.add(access), close: () => stop(server) }
}

/** A person at the provider's own pages: types a name, allows what is asked for. Returns where the browser is sent at the end. */
export async function logIn(address: string, redirectUri: string): Promise<string> {
  const cookies = new Map<string, string>()
  let next = address
  let form: { action: string; body: string } | undefined
  for (let hop = 0; hop < 12; hop += 1) {
    const response = await fetch(form?.action ?? next, {
      redirect: 'manual',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(form === undefined ? {} : { method: 'POST', body: form.body }),
    })
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
      cookies.set(name, value)
    }
    const to = response.headers.get('location')
    if (to !== null) {
      next = new URL(to, form?.action ?? next).href
      form = undefined
      if (next.startsWith(redirectUri)) return next
      continue
    }
    const page = await response.text()
    const [, action = ''] = /action="([^"]+)"/.exec(page) ?? []
    const [, prompt = ''] = /name="prompt" value="([^"]+)"/.exec(page) ?? []
    if (action === '') throw new Error(`The provider shows a page without a form (HTTP ${response.status}): ${page.slice(0, 400)}`)
    form = { action: new URL(action, next).href, body: `prompt=${prompt}&login=ada&password=x` }
  }
  throw new Error('The provider sends the browser around without end')
}

async function listening(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function stop(server: Server): void {
  server.closeAllConnections()
  server.close()
}
