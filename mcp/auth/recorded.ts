// The last authorization that a record tells of, read back into steps: what was sent, what came, in order. Pure; never throws. What left
// no trace on the wire (the login page, which rule chose what) is not made up.
import { writeJson } from '../json.ts'
import type { Revision } from '../dialect/revisions.ts'
import { nameOf } from '../traffic/naming.ts'
import type { WireEvent } from '../wire-event.ts'
import { bearerOf, readChallenges } from './challenge.ts'
import type { FlowState, Party, Step, Trip } from './flow-state.ts'
import type { StepId } from './step-id.ts'
import { maskBody, maskHeaders, maskJson, maskUrl } from './mask.ts'
import { objectIn } from './object-in.ts'
import { operationOf } from './operation.ts'
import type { AuthMode } from './settings.ts'
import { blank, stepsOf } from './step-list.ts'
import { readTokens } from './token-answer.ts'
import { hostOf, textIn, textsIn, type Obj } from './work.ts'

type Sent = Extract<WireEvent, { kind: 'sent' }>

/** One exchange as far as it went. */
interface Heard {
  sent: Sent
  status: number
  headers: Trip['responseHeaders']
  body: string
}

/** Undefined where the record holds no request of an authorization. */
export function recordedFlow(events: Iterable<WireEvent>, server: string, revision: Revision | undefined): FlowState | undefined {
  const reader = new Reader()
  const open = new Map<number, Heard>()
  for (const event of events) {
    if (event.kind === 'sent') open.set(event.exchange, { sent: event, status: 0, headers: [], body: '' })
    const heard = open.get(event.exchange)
    if (heard === undefined) continue
    if (event.kind === 'status') {
      Object.assign(heard, { status: event.status, headers: event.headers })
      if (heard.sent.aside === undefined) reader.spoken(event.exchange, heard)
    } else if (event.kind === 'body' && heard.sent.aside !== undefined) heard.body = event.text
    else if (event.kind === 'closed' || event.kind === 'failed') {
      open.delete(event.exchange)
      if (heard.sent.aside !== undefined) reader.asked(event.exchange, heard, event.at, event.kind === 'failed' ? event.why : undefined)
    }
  }
  return reader.flow(server, revision)
}

class Reader {
  readonly #steps = new Map<StepId, Step>()
  /** The last refusal, until a step follows from it. */
  #refused: Step | undefined
  #mode: AuthMode = 'oauth'
  #issuer: string | undefined
  #resource: string | undefined
  #redirectUri = ''
  #any = false

  /** A request of the conversation has its status. */
  spoken(exchange: number, { sent, status, headers }: Heard): void {
    const header = headers.find(([name]) => name.toLowerCase() === 'www-authenticate')?.[1]
    const during = labelOf(sent)
    if (status === 401 || (status === 403 && header !== undefined)) {
      const step = blank('challenge')
      const found = header === undefined ? undefined : bearerOf(readChallenges(header).challenges)
      step.facts.push({ name: 'Refused', value: `${during} with HTTP ${status}` })
      if (header !== undefined) step.facts.push({ name: 'WWW-Authenticate', value: header })
      for (const [name, value] of Object.entries(found?.params ?? {})) step.facts.push({ name, value, from: 'the challenge' })
      const { error } = found?.params ?? {}
      Object.assign(step, {
        state: 'done',
        says:
          header === undefined
            ? 'The server asks for a token, and does not say where one is to be had'
            : `The server asks for a token${error === undefined ? '' : `: ${error}`}`,
      })
      this.#refused = step
    }
    const use = this.#steps.get('use')
    if (use?.state !== 'waiting') return
    const good = status !== 401 && status !== 403
    Object.assign(use, {
      state: good ? 'done' : 'failed',
      says: good ? 'The server took it' : `The server refused it: HTTP ${status} to ${during}`,
      facts: [{ name: 'Exchange', value: String(exchange) }],
    })
  }

  /** A request of the authorization has ended. */
  asked(exchange: number, heard: Heard, at: number, why: string | undefined): void {
    const { sent, status, headers, body } = heard
    const form = new URLSearchParams(sent.body ?? '')
    const [id, to] = placeOf(sent, form)
    if (id === undefined) return
    this.#any = true
    const document = objectIn(body)
    const ok = status >= 200 && status < 300 && document?.error === undefined
    const trip: Trip = {
      exchange,
      to,
      method: sent.method,
      url: maskUrl(sent.url),
      status,
      requestHeaders: maskHeaders(sent.headers),
      responseHeaders: maskHeaders(headers),
      ms: Math.max(0, at - (sent as WireEvent).at),
      verdict: ok ? 'used' : (textIn(document, 'error') ?? why ?? (status === 404 ? 'not found' : `HTTP ${status}`)),
      tone: ok ? 'ok' : status === 404 ? 'plain' : 'bad',
      ...(sent.body === undefined ? {} : { requestBody: maskBody(sent.body) }),
      ...(body === '' ? {} : { responseBody: maskBody(body) }),
    }
    const step = this.#stepFor(id, at)
    step.trips.push(trip)
    Object.assign(step, {
      state: ok ? 'done' : 'failed',
      says: ok ? (SAYS[id]?.(sent.url) ?? 'Done') : `${hostOf(sent.url)}: ${trip.verdict}`,
    })
    step.flaws = []
    if (document !== undefined && ok && (id === 'resource-metadata' || id === 'server-metadata' || id === 'registration'))
      step.document = writeJson(maskJson(document), 2)
    this.#learn(id, form, document, sent)
    if (id === 'token' || id === 'refresh') this.#tokens(id, step, heard, ok)
  }

  flow(server: string, revision: Revision | undefined): FlowState | undefined {
    if (!this.#any) return undefined
    const ids = stepsOf(this.#mode)
    const extra = (['refresh', 'revoke'] as const).filter((id) => this.#steps.has(id))
    const steps = [...ids, ...extra].map((id) => this.#steps.get(id) ?? blank(id))
    if (this.#issuer !== undefined) {
      const step = steps.find(({ id }) => id === 'issuer')
      if (step !== undefined)
        Object.assign(step, { state: 'done', says: hostOf(this.#issuer), facts: [{ name: 'Issuer', value: this.#issuer }] })
    }
    const failed = steps.find(({ state }) => state === 'failed')
    const authorized = this.#steps.get('token')?.state === 'done'
    return {
      server,
      resource: this.#resource ?? '',
      mode: this.#mode,
      revision: revision ?? '2025-11-25',
      revisionWhy: revision === undefined ? 'The record does not say which one was spoken.' : 'It is the one that was spoken.',
      status: failed !== undefined ? 'failed' : authorized ? 'authorized' : 'closed',
      steps,
      kept: [],
      redirectUri: this.#redirectUri,
      holds: false,
      grants: 0,
      ...(failed === undefined ? {} : { at: failed.id }),
    }
  }

  /** A step that begins, or goes on. What follows it is forgotten: it is run again. */
  #stepFor(id: StepId, at: number): Step {
    if (this.#refused !== undefined && id !== 'refresh' && id !== 'revoke') {
      this.#steps.set('challenge', this.#refused)
      this.#refused = undefined
    }
    const order = ORDER.indexOf(id)
    const later = [...this.#steps].filter(([other, { trips }]) => ORDER.indexOf(other) > order && trips.length > 0)
    const known = this.#steps.get(id)
    if (known !== undefined && later.length === 0) return known
    for (const other of ORDER.slice(order)) this.#steps.delete(other)
    const step = { ...blank(id), at }
    this.#steps.set(id, step)
    return step
  }

  #learn(id: StepId, form: URLSearchParams, document: Obj | undefined, sent: Sent): void {
    if (id === 'resource-metadata') {
      this.#resource = textIn(document, 'resource') ?? this.#resource
      this.#issuer = textsIn(document, 'authorization_servers')?.[0] ?? this.#issuer
    }
    if (id === 'server-metadata') this.#issuer = textIn(document, 'issuer') ?? this.#issuer
    if (id === 'registration') this.#redirectUri = textsIn(objectIn(sent.body ?? ''), 'redirect_uris')?.[0] ?? this.#redirectUri
    if (id !== 'token') return
    this.#resource = form.get('resource') ?? this.#resource
    this.#redirectUri = form.get('redirect_uri') ?? this.#redirectUri
    const grant = form.get('grant_type')
    if (grant === 'client_credentials') this.#mode = 'client-credentials'
    else if (grant !== 'authorization_code') this.#mode = this.#steps.has('identity') ? 'enterprise' : 'workload'
    if (grant !== 'authorization_code') return
    this.#mode = 'oauth'
    for (const [id, says] of [
      ['authorization', 'A person logged in; what they saw is in no record'],
      ['callback', 'A code came back'],
    ] as const)
      this.#steps.set(id, { ...blank(id), state: 'done', says })
  }

  #tokens(id: 'token' | 'refresh', step: Step, { status, headers, body, sent }: Heard, ok: boolean): void {
    const document = objectIn(body)
    const reply = { trip: step.trips[0]!, status, headers: new Headers(), text: body, ...(document === undefined ? {} : { document }) }
    const { tokens, flaws } = readTokens(reply, { now: (sent as WireEvent).at })
    // An export has a word in the place of each token: that is no fault of the server's.
    step.flaws = ok ? flaws.filter(({ level }) => level === 'warning') : flaws
    if (tokens !== undefined) {
      step.facts = [
        { name: 'Type', value: tokens.type },
        { name: 'Scope granted', value: tokens.scope ?? 'as asked for' },
        { name: 'Refresh token', value: tokens.refresh === undefined ? 'none' : 'given' },
      ]
    }
    if (headers.length === 0 || !ok || id !== 'token') return
    this.#steps.set('use', { ...blank('use'), says: 'The record ends before it is used' })
  }
}

/** Refresh and revocation come after all else, and again. */
const ORDER: readonly StepId[] = [
  'challenge',
  'resource-metadata',
  'issuer',
  'server-metadata',
  'registration',
  'authorization',
  'sign-on',
  'callback',
  'identity',
  'token',
  'use',
]

const SAYS: { [Id in StepId]?: (url: string) => string } = {
  'resource-metadata': (url) => `Found at ${hostOf(url)}`,
  'server-metadata': (url) => `Found at ${hostOf(url)}`,
  registration: () => 'Registered dynamically',
  identity: () => 'The identity provider gave an ID-JAG',
  token: () => 'A token was issued',
  refresh: () => 'The token was refreshed',
  revoke: () => 'Revoked',
}

/** Which step a request is of, and who is asked. */
function placeOf({ method, url, body = '' }: Sent, form: URLSearchParams): [StepId | undefined, Party] {
  if (method === 'GET') {
    if (/\/\.well-known\/oauth-protected-resource/.test(url)) return ['resource-metadata', 'server']
    return [
      /\/\.well-known\/(?:oauth-authorization-server|openid-configuration)/.test(url) ? 'server-metadata' : 'resource-metadata',
      'authorization-server',
    ]
  }
  if (body.trimStart().startsWith('{')) return ['registration', 'authorization-server']
  if (form.has('token_type_hint')) return ['revoke', 'authorization-server']
  switch (form.get('grant_type')) {
    case null:
      return [undefined, 'authorization-server']
    case 'refresh_token':
      return ['refresh', 'authorization-server']
    case 'urn:ietf:params:oauth:grant-type:token-exchange':
      return ['identity', 'identity-provider']
    default:
      return ['token', 'authorization-server']
  }
}

function labelOf({ method, body }: Sent): string {
  const message = objectIn(body ?? '')
  const called = message?.method
  return typeof called === 'string' ? operationOf(called, nameOf(called, message?.params)) : `HTTP ${method}`
}
