// Who the client is for this authorization server: registered before, a metadata document, dynamic registration, or the person is asked.
import { writeJson } from '../../json.ts'
import type { Decision } from '../flow-state.ts'
import type { Client } from '../kept.ts'
import { chooseClientAuth } from '../proof.ts'
import type { ClientAuthMethod } from '../settings.ts'
import { isLoopback, mayOpen } from '../urls.ts'
import { doneAs, failed, textIn, textsIn, type Outcome, type Work } from '../work.ts'
import { endpoint } from './discover.ts'

type Rung = 'pre-registered' | 'kept' | 'metadata-document' | 'dynamic'

export async function registration(work: Work): Promise<Outcome> {
  const { settings, memory, redirectUri } = work
  const { mode = 'auto', registration: way = 'auto' } = settings
  const { issuer, document } = memory.metadata!
  work.rule('A11-04', 'A26-06')
  const alone = mode === 'client-credentials' || mode === 'enterprise' || mode === 'workload'
  if (mode === 'client-credentials') work.rule('AEX-01')
  if (!alone) {
    work.rule('AUT-11')
    work.fact('Redirect URI to register', redirectUri)
    if (!mayOpen(redirectUri)) {
      work.flaw({
        level: 'error',
        code: 'redirect-uri',
        says: `The redirect URI ${redirectUri} is neither https nor on a loopback address.`,
        mend: 'Open this page under http://127.0.0.1 or https, or enter another redirect URI.',
      })
      return failed('The redirect URI may not be used')
    }
  }
  const others = settings.clientIssuer !== undefined && settings.clientIssuer !== '' && settings.clientIssuer !== issuer
  const before = alone ? undefined : keptClient(work, issuer)
  const supportsDocument = document.client_id_metadata_document_supported === true
  const registrar = endpoint(work, 'registration')
  const rungs: { rung: Rung; when: string; open: boolean; why: string }[] = [
    {
      rung: 'pre-registered',
      when: 'You entered a client id',
      open: settings.clientId !== undefined && settings.clientId !== '' && !others,
      why: settings.clientId ? (others ? `it belongs to ${settings.clientIssuer}` : 'a client id was entered') : 'none was entered',
    },
    {
      rung: 'kept',
      when: 'This page registered with this issuer before',
      open: before !== undefined,
      why: before === undefined ? 'nothing that fits is kept' : 'the registration is kept',
    },
    {
      rung: 'metadata-document',
      when: 'Client ID Metadata Document',
      open: supportsDocument && (settings.metadataDocument ?? '') !== '',
      why: `${supportsDocument ? 'the server takes them' : 'the server does not say that it takes them'}; ${settings.metadataDocument ? 'you entered its URL' : 'you entered no URL'}`,
    },
    {
      rung: 'dynamic',
      when: 'Dynamic registration',
      open: registrar !== undefined,
      why: registrar === undefined ? 'there is no registration endpoint' : `at ${registrar}`,
    },
  ]
  // No person is there to consent to a client that registered itself.
  const usable = alone ? rungs.slice(0, 1) : rungs
  const forced: Rung | undefined = way === 'auto' ? undefined : way
  const rung = forced ?? usable.find(({ open }) => open)?.rung
  const table: Decision = {
    title: 'How the client is known',
    rows: usable.map((one) => ({
      when: one.when,
      so: one.why,
      holds: one.rung === rung,
      ...(one.rung === forced ? { why: 'you chose it' } : {}),
    })),
  }
  table.rows.push({ when: 'None of these', so: 'you are asked', holds: rung === undefined })
  work.decide(table)
  if (others && (rung === undefined || rung === 'pre-registered')) {
    work.rule('A26-08')
    const says = `The client id that you entered was registered with ${settings.clientIssuer}, and this server now uses ${issuer}. It is not tried there.`
    work.flaw({
      level: 'error',
      code: 'client-of-another',
      says,
      mend: `Register a client with ${issuer}, or clear the client id to register anew.`,
    })
    return failed(says)
  }
  switch (rung) {
    case 'pre-registered': {
      work.rule('A11-06')
      if (!settings.clientId) return ask(work, 'There is no client id yet')
      const secret = settings.clientSecret ? { secret: settings.clientSecret } : {}
      return take(
        work,
        { id: settings.clientId, how: 'pre-registered', auth: authFor(work, secret.secret !== undefined), ...secret },
        'The client id that you entered',
      )
    }
    case 'kept':
      return take(work, before!, 'Registered by this page before')
    case 'metadata-document':
      return metadataDocument(work)
    case 'dynamic':
      return dynamic(work, registrar)
    case undefined:
      if (mode === 'workload') return take(work, { id: '', how: 'pre-registered', auth: 'none' }, 'The assertion stands for the client')
      return ask(work, alone ? 'Enter the client id and its secret or key' : 'The server offers no way to register: enter a client id')
  }
}

function keptClient({ kept, redirectUri, now }: Work, issuer: string): Client | undefined {
  return kept
    .filter((one) => one.issuer === issuer && one.client?.how === 'dynamic')
    .map((one) => one.client!)
    .find(
      ({ redirectUris, secretExpiresAt }) =>
        (redirectUris === undefined || redirectUris.includes(redirectUri)) && (secretExpiresAt === undefined || secretExpiresAt > now()),
    )
}

function take(work: Work, client: Client, says: string): Outcome {
  work.memory.client = client
  work.fact('Client id', client.id === '' ? 'none' : client.id)
  work.fact('Proves itself by', client.auth)
  return doneAs(says, work)
}

function ask(work: Work, says: string): Outcome {
  work.flaw({
    level: 'warning',
    code: 'no-client',
    says: `${says}.`,
    mend: `Register an application with the authorization server, with the redirect URI ${work.redirectUri}, and enter its client id (and secret, if it has one) here.`,
  })
  return { state: 'needs-you', says }
}

function authFor({ settings, memory }: Work, secret: boolean, registered?: string): Client['auth'] {
  const listed = textsIn(memory.metadata?.document, 'token_endpoint_auth_methods_supported')
  return chooseClientAuth(
    { secret, key: (settings.privateKey ?? '') !== '' },
    {
      ...(settings.clientAuth === undefined ? {} : { chosen: settings.clientAuth }),
      ...(registered === undefined ? {} : { registered }),
      ...(listed === undefined ? {} : { listed }),
    },
  ).method
}

function metadataDocument(work: Work): Outcome {
  const url = work.settings.metadataDocument ?? ''
  work.rule('A11-05')
  const parsed = URL.canParse(url) ? new URL(url) : undefined
  if (parsed === undefined || parsed.protocol !== 'https:' || parsed.pathname === '/') {
    work.flaw({
      level: 'error',
      code: 'metadata-document-url',
      says: `${url === '' ? 'No URL' : url} can be the client id: it must be https, and have a path.`,
      mend: 'Put a document about this client at a public https URL with a path, and enter that.',
    })
    return failed('The URL of the metadata document may not be used')
  }
  if (work.memory.metadata?.document.client_id_metadata_document_supported !== true)
    work.flaw({
      level: 'warning',
      code: 'metadata-document-unsupported',
      says: 'The server does not say that it takes metadata documents.',
      mend: 'It must list "client_id_metadata_document_supported": true.',
    })
  work.fact(
    'The document must hold',
    writeJson({ client_id: url, client_name: work.settings.clientName ?? 'Loupe', redirect_uris: [work.redirectUri] }),
  )
  const auth = (work.settings.privateKey ?? '') === '' ? 'none' : authFor(work, false)
  return take(work, { id: url, how: 'metadata-document', auth }, 'By its metadata document')
}

async function dynamic(work: Work, registrar: string | undefined): Promise<Outcome> {
  const { settings, redirectUri, memory } = work
  work.rule('A11-07', 'A26-09', 'A26-12')
  if (registrar === undefined) return ask(work, 'The server has no registration endpoint')
  const type = settings.applicationType ?? (isLoopback(new URL(redirectUri)) ? 'native' : 'web')
  const listed = textsIn(memory.metadata?.document, 'token_endpoint_auth_methods_supported')
  const { clientAuth = 'auto' } = settings
  const method: ClientAuthMethod =
    clientAuth !== 'auto'
      ? clientAuth
      : listed === undefined || listed.includes('none')
        ? 'none'
        : ((['client_secret_basic', 'client_secret_post', 'client_secret_jwt'] as const).find((one) => listed.includes(one)) ?? 'none')
  const wish: { [name: string]: unknown } = {
    client_name: settings.clientName ?? 'Loupe',
    redirect_uris: [redirectUri],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: method,
    application_type: type,
  }
  for (const [name, value] of settings.extra?.registration ?? []) wish[name] = value
  for (const name of settings.omit?.registration ?? []) delete wish[name]
  const token = settings.initialAccessToken ?? ''
  const reply = await work.send({
    to: 'authorization-server',
    method: 'POST',
    url: registrar,
    headers: [
      ['Content-Type', 'application/json'],
      ['Accept', 'application/json'],
      ...(token === '' ? [] : [['Authorization', `Bearer ${token}`] as const]),
    ],
    body: writeJson(wish),
  })
  const { document, status } = reply
  const id = textIn(document, 'client_id')
  if (status >= 200 && status < 300 && id !== undefined) {
    work.document(document!)
    const secret = textIn(document, 'client_secret')
    const expires = document?.client_secret_expires_at
    const uri = textIn(document, 'registration_client_uri')
    const access = textIn(document, 'registration_access_token')
    const uris = textsIn(document, 'redirect_uris')
    if (uris !== undefined && !uris.includes(redirectUri))
      work.flaw({
        level: 'warning',
        code: 'redirect-uri-changed',
        says: `The server registered ${uris.length === 0 ? 'no redirect URI' : uris.join(', ')} instead of ${redirectUri}.`,
        mend:
          uris.length === 0
            ? 'A login will likely be refused: the registration must take the redirect_uris that it was asked for.'
            : 'Enter one of these as the redirect URI, if it leads to this page.',
      })
    if (status !== 201)
      work.flaw({
        level: 'warning',
        code: 'registration-status',
        says: `The registration was answered with HTTP ${status}; it should be 201 (RFC 7591 §3.2.1).`,
        mend: 'Answer with 201 Created.',
      })
    const client: Client = {
      id,
      how: 'dynamic',
      auth: authFor(
        work,
        secret !== undefined,
        textIn(document, 'token_endpoint_auth_method') ?? (secret === undefined ? 'none' : undefined),
      ),
      redirectUris: uris ?? [redirectUri],
    }
    if (secret !== undefined) client.secret = secret
    if (typeof expires === 'number' && expires > 0) client.secretExpiresAt = expires * 1000
    if (uri !== undefined && access !== undefined) client.registration = { uri, token: access }
    return take(work, client, 'Registered dynamically')
  }
  const error = textIn(document, 'error')
  const text = textIn(document, 'error_description') ?? reply.why ?? ''
  work.flaw({
    level: 'error',
    code: error ?? 'registration-refused',
    says: `The registration was refused${status === 0 ? '' : ` with HTTP ${status}`}: ${[error, text].filter(Boolean).join(': ') || 'no reason given'}`,
    mend: mendOf(error, status, type, redirectUri),
  })
  return failed(`The registration was refused${error === undefined ? '' : `: ${error}`}`)
}

/** A26-10: refusals of redirect URIs are explained. */
function mendOf(error: string | undefined, status: number, type: string, redirectUri: string): string {
  if (error === 'invalid_redirect_uri' || error === 'invalid_client_metadata')
    return `It may not take ${redirectUri} for an application of the type ${type}: try the other type, the other spelling of the loopback address (127.0.0.1 or localhost), or register a client by hand.`
  if (status === 401 || status === 403) return 'It wants an initial access token: enter one, or register a client by hand and enter its id.'
  if (status === 0) return 'Look at the exchange in the traffic; or register a client by hand and enter its id.'
  return 'Register a client by hand and enter its id; or change what is asked for.'
}
