// From a refusal to the authorization server: challenge, protected resource metadata, choice of the issuer, its metadata.
import type { Reply } from '../courier.ts'
import type { Flaw, Trip } from '../flow-state.ts'
import { baseOf, isPrivateHost, issuerCandidates, resourceCandidates, resourceFit } from '../well-known.ts'
import { bearerOf, readChallenges } from '../challenge.ts'
import { doneAs, endpointFlaw, failed, hostOf, textIn, textsIn, waived, type Obj, type Outcome, type Work } from '../work.ts'

const HEADER_ADVICE =
  'The server should send WWW-Authenticate: Bearer resource_metadata="…" with its 401, and expose it to pages (Access-Control-Expose-Headers: WWW-Authenticate).'

export async function challenge(work: Work): Promise<Outcome> {
  const { refusal } = work.memory
  work.rule('AUT-03', 'AUT-13')
  if (refusal === undefined)
    return { state: 'skipped', says: 'The server has refused nothing yet: what it needs is looked for at the well-known addresses.' }
  const { status, header, filtered, during } = refusal
  work.fact('Refused', `${during} with HTTP ${status}`)
  if (header === undefined) {
    work.flaw({
      level: 'warning',
      code: filtered ? 'challenge-hidden' : 'no-challenge',
      says: filtered
        ? `HTTP ${status} came, and CORS hides its header WWW-Authenticate from the page.`
        : `HTTP ${status} came without a header WWW-Authenticate, which a 401 must have (RFC 9110 §15.5.2).`,
      mend: HEADER_ADVICE,
    })
    return doneAs('Nothing says where to go on: the well-known addresses are tried', work)
  }
  work.fact('WWW-Authenticate', header)
  const { challenges, faults } = readChallenges(header)
  for (const fault of faults)
    work.flaw({
      level: 'warning',
      code: 'challenge-syntax',
      says: `In WWW-Authenticate, ${fault}.`,
      mend: 'See RFC 9110 §11.6.1 for how it is written.',
    })
  const found = bearerOf(challenges)
  if (found === undefined) {
    const schemes = challenges.map(({ scheme }) => scheme).join(', ') || 'nothing'
    work.flaw({
      level: 'warning',
      code: 'other-scheme',
      says: `The server asks for ${schemes}, and OAuth answers Bearer.`,
      mend: /basic/i.test(schemes)
        ? 'Choose the mode Basic and enter user and password.'
        : 'Choose another mode, such as a header of your own.',
    })
    return doneAs(`The server asks for ${schemes}`, work)
  }
  refusal.challenge = found
  for (const [name, value] of Object.entries(found.params)) work.fact(name, value, { from: 'the challenge' })
  return doneAs(
    found.params.error === undefined
      ? `The server asks for a token (${found.scheme})`
      : `The server asks for a token: ${found.params.error}`,
    work,
  )
}

export async function resourceMetadata(work: Work): Promise<Outcome> {
  const { memory, server, settings } = work
  if (settings.revision === '2025-03-26') {
    work.rule('A03-01')
    memory.march = true
    return { state: 'skipped', says: 'Revision 2025-03-26 has no such document: the server is its own authorization server.' }
  }
  work.rule('A06-01', 'A11-01', 'A06-03')
  const named = memory.refusal?.challenge?.params.resource_metadata
  const manual = settings.endpoints?.resourceMetadata
  const candidates =
    manual === undefined
      ? [...(named === undefined ? [] : [{ url: named, why: 'as the challenge says' }]), ...resourceCandidates(server)]
      : [{ url: manual, why: 'as you entered it' }]
  const distinct = candidates.filter(({ url }, at) => candidates.findIndex((one) => one.url === url) === at)
  let reached = false
  let wrong: string | undefined
  for (const { url, why } of distinct) {
    const reply = await work.send({ to: 'server', method: 'GET', url, headers: DISCOVERY(work) })
    reached ||= reply.status !== 0
    const document = usable(reply, why)
    if (document === undefined) continue
    const resource = textIn(document, 'resource')
    const fit = resource === undefined ? 'other' : resourceFit(resource, server)
    if (fit === 'other' && !waived(work, 'resource-mismatch')) {
      mark(reply, `for another resource: ${resource ?? 'none'}`, 'bad')
      wrong ??= resource ?? ''
      continue
    }
    mark(reply, `used, ${why}`, 'ok')
    if (named !== undefined && url !== named)
      work.flaw({
        level: 'warning',
        code: 'challenge-url-dead',
        says: `The document is not at ${named}, where the challenge says; it was found at ${url}.`,
        mend: 'Correct resource_metadata in the server’s WWW-Authenticate.',
      })
    if (fit === 'parent' && !/\/\.well-known\/oauth-protected-resource\/?$/.test(url))
      work.flaw({
        level: 'warning',
        code: 'resource-parent',
        says: `The document is about ${resource}, and the server is ${server}: strict clients refuse it (RFC 9728 §3.3).`,
        mend: 'Let "resource" be the URL of the MCP endpoint.',
      })
    if (fit === 'other')
      work.flaw({
        level: 'warning',
        code: 'resource-mismatch',
        says: `The document is about ${resource ?? 'nothing'}, and you chose to use it.`,
        mend: 'Let "resource" be the URL of the MCP endpoint.',
      })
    memory.resource = { url, document }
    work.document(document)
    for (const name of [
      'resource',
      'authorization_servers',
      'scopes_supported',
      'bearer_methods_supported',
      'dpop_bound_access_tokens_required',
    ])
      if (document[name] !== undefined) work.fact(name, shown(document[name]))
    return doneAs(`Found ${why}`, work)
  }
  if (wrong !== undefined) {
    work.flaw({
      level: 'error',
      code: 'resource-mismatch',
      says: `The document is about ${wrong === '' ? 'no resource at all' : wrong}, and the server that was called is ${server}. It must not be used: a token for it would belong to somebody else.`,
      mend: 'In the document, let "resource" be the URL of the MCP endpoint.',
      waiver: 'resource-mismatch',
    })
    return failed(`The metadata is about ${wrong === '' ? 'no resource' : wrong}, not about this server`)
  }
  if (!reached) return failed('The server could not be asked for its metadata')
  if (manual !== undefined) return failed('There is no document at the address that you entered')
  work.rule('A03-06', 'A03-01')
  memory.march = true
  work.flaw({
    level: 'warning',
    code: 'no-resource-metadata',
    says: 'The server has no protected resource metadata, which revisions since 2025-06-18 want. It is treated as one of 2025-03-26: as its own authorization server.',
    mend: `Serve ${distinct.at(-1)?.url ?? 'it'} (RFC 9728).`,
  })
  return doneAs('There is none: going on as in 2025-03-26', work)
}

export async function issuer(work: Work): Promise<Outcome> {
  const { memory, server, settings, kept } = work
  const listed = textsIn(memory.resource?.document, 'authorization_servers') ?? []
  let chosen: string
  if (settings.issuer !== undefined && settings.issuer !== '') {
    chosen = settings.issuer
    work.fact('Issuer', chosen, { from: 'you' })
    if (listed.length > 0 && !listed.includes(chosen))
      work.flaw({
        level: 'warning',
        code: 'issuer-unlisted',
        says: `The server does not name ${chosen}; it names ${listed.join(', ')}.`,
        mend: 'Choose one of those, or check the server’s metadata.',
      })
  } else if (listed.length > 0) {
    work.rule('A06-02')
    const known = listed.find((one) => kept.some((entry) => entry.server === server && entry.issuer === one))
    chosen = known ?? listed[0]!
    work.fact('Issuer', chosen, { from: known === undefined ? 'the first of the metadata' : 'the one that you logged in with before' })
    if (listed.length > 1) work.fact('Others', listed.filter((one) => one !== chosen).join(', '))
  } else {
    chosen = baseOf(server)
    work.rule('A03-01')
    work.fact('Issuer', chosen, { from: 'the server’s URL without its path' })
    if (memory.resource !== undefined)
      work.flaw({
        level: 'warning',
        code: 'no-authorization-servers',
        says: 'The metadata names no authorization server, and must name at least one.',
        mend: 'Add "authorization_servers" to the document.',
      })
  }
  const flaw = endpointFlaw('issuer', chosen)
  if (flaw !== undefined) {
    work.flaw(flaw)
    return failed(flaw.says)
  }
  if (isPrivateHost(chosen) && !isPrivateHost(server)) {
    const says = `The server names the authorization server ${chosen}, which is in a private network, and is itself not in one. It is not asked.`
    work.flaw({ level: 'error', code: 'private-issuer', says, mend: 'A public server must name a public authorization server.' })
    return failed(says)
  }
  work.rule('A26-06')
  const former = kept.filter(
    (one) => one.server === server && one.issuer !== chosen && (one.tokens !== undefined || one.client !== undefined),
  )
  if (former.length > 0 && settings.issuer === undefined) {
    work.rule('A26-07')
    work.flaw({
      level: 'warning',
      code: 'issuer-changed',
      says: `The authorization server changed from ${former.map((one) => one.issuer).join(', ')} to ${chosen}: nothing that the former one gave is used.`,
      mend: 'If you did not expect this, ask who runs the server before you log in.',
    })
  }
  memory.issuer = chosen
  return doneAs(hostOf(chosen), work)
}

export async function serverMetadata(work: Work): Promise<Outcome> {
  const { memory, settings, revision } = work
  const wanted = memory.issuer!
  const manual = settings.endpoints?.serverMetadata
  work.rule(new URL(wanted).pathname === '/' ? 'A11-03' : 'A11-02', 'A26-01')
  if (memory.march === true) work.rule('A03-02', 'A03-04')
  const candidates = manual === undefined ? issuerCandidates(wanted) : [{ url: manual, why: 'as you entered it', kind: 'oauth' as const }]
  let wrong: string | undefined
  let reached = false
  for (const { url, why } of candidates) {
    const reply = await work.send({ to: 'authorization-server', method: 'GET', url, headers: DISCOVERY(work) })
    reached ||= reply.status !== 0
    const document = usable(reply, why)
    if (document === undefined) continue
    const found = textIn(document, 'issuer')
    const slash = found !== undefined && found !== wanted && found.replace(/\/$/, '') === wanted.replace(/\/$/, '')
    // Since it may be the newest, nothing is let pass while it is unknown.
    const lenient = slash && revision < '2026-07-28'
    if (found !== wanted && !lenient && !waived(work, 'issuer-mismatch')) {
      mark(reply, `thrown away: its issuer is ${found ?? 'missing'}`, 'bad')
      wrong ??= found ?? ''
      continue
    }
    if (found !== wanted)
      work.flaw({
        level: 'warning',
        code: 'issuer-mismatch',
        says: `The document’s issuer is ${found ?? 'missing'}, and ${wanted} was asked: since 2026-07-28 a client must throw it away${lenient ? '' : '; you chose to use it'}.`,
        mend: `Make both the same, character for character${slash ? ' (they differ in a slash at the end)' : ''}.`,
      })
    mark(reply, `used, ${why}`, 'ok')
    memory.metadata = { url, document, issuer: found ?? wanted }
    work.document(document)
    return judged(work, `Found ${why}`)
  }
  if (wrong !== undefined) {
    work.flaw({
      level: 'error',
      code: 'issuer-mismatch',
      says: `The document’s issuer is ${wrong === '' ? 'missing' : wrong}, and ${wanted} was asked. It must be thrown away: another server may pretend to be this one.`,
      mend: `Make both the same, character for character${wrong.replace(/\/$/, '') === wanted.replace(/\/$/, '') ? ' (they differ in a slash at the end)' : ''}: in the server’s authorization_servers, and in the issuer of the authorization server.`,
      waiver: 'issuer-mismatch',
    })
    return failed(`The issuer does not fit: ${wrong === '' ? 'none' : wrong} instead of ${wanted}`)
  }
  const { authorization, token } = settings.endpoints ?? {}
  if (token !== undefined || authorization !== undefined) {
    memory.metadata = { document: {}, issuer: wanted }
    work.fact('Endpoints', 'as you entered them')
    return judged(work, 'There is no document: the endpoints are those that you entered')
  }
  if (memory.march === true && reached) {
    work.rule('A03-03')
    memory.metadata = {
      issuer: wanted,
      document: {
        issuer: wanted,
        authorization_endpoint: `${wanted}/authorize`,
        token_endpoint: `${wanted}/token`,
        registration_endpoint: `${wanted}/register`,
      },
    }
    work.fact('Default endpoints in use (2025-03-26)', `${wanted}/authorize, /token, /register`, { tone: 'warn' })
    return { state: 'warned', says: 'There is none: the default endpoints of 2025-03-26' }
  }
  const forbidden = work.step.trips.find(({ verdict }) => verdict.startsWith('not sent: '))?.verdict.slice('not sent: '.length)
  work.flaw({
    level: 'error',
    code: 'no-server-metadata',
    says: reached
      ? `${wanted} has metadata at none of these addresses.`
      : forbidden === undefined
        ? `${wanted} could not be reached.`
        : `${wanted} was not asked: ${forbidden}.`,
    mend: 'Serve RFC 8414 or OpenID Connect metadata there; or enter the endpoints by hand.',
  })
  return failed(reached ? 'No metadata was found' : `${hostOf(wanted)} could not be reached`)
}

/** What the document says, and whether a client may go on with it. */
function judged(work: Work, says: string): Outcome {
  const { memory, settings, revision } = work
  const { document, url } = memory.metadata!
  const endpoints = { ...document, ...manualOf(settings.endpoints) }
  for (const name of ['authorization_endpoint', 'token_endpoint', 'registration_endpoint', 'revocation_endpoint']) {
    const value = textIn(endpoints, name)
    if (value === undefined) continue
    work.fact(name, value)
    const flaw = endpointFlaw(name.replaceAll('_', ' '), value) ?? strayFlaw(work, name, value)
    if (flaw !== undefined) work.flaw(flaw)
  }
  work.rule('AUT-12')
  for (const name of [
    'scopes_supported',
    'grant_types_supported',
    'token_endpoint_auth_methods_supported',
    'code_challenge_methods_supported',
  ])
    if (document[name] !== undefined) work.fact(name, shown(document[name]))
  const own = settings.mode === 'client-credentials' || settings.mode === 'enterprise' || settings.mode === 'workload'
  if (textIn(endpoints, 'token_endpoint') === undefined) {
    work.flaw({
      level: 'error',
      code: 'no-token-endpoint',
      says: 'There is no token endpoint.',
      mend: 'The document must name one; or enter it by hand.',
    })
    return failed('There is no token endpoint')
  }
  if (!own && textIn(endpoints, 'authorization_endpoint') === undefined) {
    work.flaw({
      level: 'error',
      code: 'no-authorization-endpoint',
      says: 'There is no authorization endpoint: nobody can log in here.',
      mend: 'The document must name one; or choose a mode without a person, such as client credentials.',
    })
    return failed('There is no authorization endpoint')
  }
  if (work.step.flaws.some(({ level }) => level === 'error')) return failed('An endpoint is none that may be called')
  if (own || url === undefined) return doneAs(says, work)
  work.rule('AUT-08', 'AUT-09')
  const methods = textsIn(document, 'code_challenge_methods_supported')
  if (methods?.includes('S256') === true) return doneAs(says, work)
  const must = revision >= '2025-11-25'
  const lacks =
    methods === undefined
      ? 'does not say whether it knows PKCE (code_challenge_methods_supported)'
      : `lists ${methods.join(', ') || 'no method'} for PKCE, and not S256`
  const stop = must && !waived(work, 'pkce-unknown')
  work.flaw({
    level: stop ? 'error' : 'warning',
    code: 'pkce-unknown',
    says: `The authorization server ${lacks}.${must ? ' Since 2025-11-25 a client must not go on then.' : ''}`,
    mend: 'Add "code_challenge_methods_supported": ["S256"] to its metadata.',
    ...(stop ? { waiver: 'pkce-unknown' as const } : {}),
  })
  return stop ? failed('The metadata does not promise PKCE with S256') : doneAs(says, work)
}

/** A public server that names an address inside would have the person's browser, or us, call what only they can reach. */
function strayFlaw({ server, settings }: Work, name: string, url: string): Flaw | undefined {
  if (!isPrivateHost(url) || isPrivateHost(server) || Object.values(settings.endpoints ?? {}).includes(url)) return undefined
  return {
    level: 'error',
    code: 'private-endpoint',
    says: `The ${name.replaceAll('_', ' ')} is ${url}, which is in a private network, and the server is not.`,
    mend: 'A public server must have public endpoints. If you trust it, enter the address by hand.',
  }
}

function manualOf(endpoints: Work['settings']['endpoints'] = {}): Obj {
  const { authorization, token, registration, revocation } = endpoints
  return {
    ...(authorization === undefined ? {} : { authorization_endpoint: authorization }),
    ...(token === undefined ? {} : { token_endpoint: token }),
    ...(registration === undefined ? {} : { registration_endpoint: registration }),
    ...(revocation === undefined ? {} : { revocation_endpoint: revocation }),
  }
}

/** An endpoint: as a person entered it, else as the document names it. */
export function endpoint(
  work: Pick<Work, 'memory' | 'settings'>,
  name: 'authorization' | 'token' | 'registration' | 'revocation',
): string | undefined {
  return work.settings.endpoints?.[name] ?? textIn(work.memory.metadata?.document, `${name}_endpoint`)
}

const DISCOVERY = ({ revision }: Work): [string, string][] => [
  ['Accept', 'application/json'],
  ['MCP-Protocol-Version', revision],
]

/** The document of a reply, or undefined, with the reason in its trip. */
function usable(reply: Reply, why: string): Obj | undefined {
  if (reply.why !== undefined || reply.status === 0) return undefined
  if (reply.status >= 300) {
    mark(reply, `none here, ${why}`, reply.status === 404 ? 'plain' : 'warn')
    return undefined
  }
  if (reply.document === undefined) {
    mark(reply, 'no JSON object: perhaps a web page that stands at every address', 'warn')
    return undefined
  }
  return reply.document
}

function mark({ trip }: Reply, verdict: string, tone: Trip['tone']): void {
  trip.verdict = trip.verdict === '' ? verdict : `${trip.verdict}; ${verdict}`
  trip.tone = tone
}

function shown(value: Obj[string]): string {
  return Array.isArray(value) ? value.map(String).join(' ') : String(value)
}
