// What a step works with: what was chosen and found so far, a way to send, and where it says what it does.
import type { Json } from '../json.ts'
import type { Revision } from '../dialect/revisions.ts'
import type { Challenge } from './challenge.ts'
import type { Order, Reply } from './courier.ts'
import type { Fact, Flaw, Decision, Step, StepState, ToOpen } from './flow-state.ts'
import type { Client, Kept, Tokens } from './kept.ts'
import type { Dpop } from './proof.ts'
import type { RuleId } from './rules.ts'
import type { AuthSettings, Waiver } from './settings.ts'
import { mayOpen } from './urls.ts'

export type Obj = { [name: string]: Json }

/** The server's refusal that began it. */
export interface Refusal {
  status: number
  /** WWW-Authenticate as it came; undefined: there was none. */
  header?: string
  /** CORS hides headers that the server does not expose. */
  filtered: boolean
  exchange: number
  /** The request that was refused: 'initialize', 'tools/call delete_file'. */
  during: string
  challenge?: Challenge
}

export interface ServerMetadata {
  /** Where it was found; undefined: the default endpoints of 2025-03-26, or entered by hand. */
  url?: string
  document: Obj
  issuer: string
}

/** One visit to the login page, kept under its state until its answer comes. */
export interface Attempt {
  state: string
  verifier: string
  issuer: string
  /** The metadata says that the answer has `iss`. */
  issPromised: boolean
  redirectUri: string
  client: Client
  scope?: string
  resource?: string
  /** What the ID token must repeat, of a login at the identity provider. */
  nonce?: string
  at: number
}

export interface IdentityProvider {
  issuer: string
  authorization: string
  token: string
  /** It says that its answer has `iss`. */
  issPromised: boolean
}

/** Plain data, secrets and all. */
export interface Memory {
  refusal?: Refusal
  /** Metadata of the protected resource. */
  resource?: { url: string; document: Obj }
  /** There is none: the rules of 2025-03-26 hold. */
  march?: true
  issuer?: string
  metadata?: ServerMetadata
  client?: Client
  attempts: { [state: string]: Attempt }
  /** What came back, and the attempt that it answers. */
  answer?: { attempt: Attempt; code: string }
  /** Scopes that a step-up asks for. */
  stepUp?: string[]
  idp?: IdentityProvider
  /** Of the login at the identity provider. */
  idToken?: string
  /** The ID-JAG. */
  jag?: string
  tokens?: Tokens
}

export interface Outcome {
  state: Extract<StepState, 'needs-you' | 'done' | 'warned' | 'failed' | 'skipped'>
  says: string
}

export interface Work {
  /** URL of the server. */
  readonly server: string
  /** Its canonical URI, or what a person put in its place. */
  readonly resource: string
  readonly redirectUri: string
  /** Origin of the page, where there is one. */
  readonly origin: string | undefined
  readonly settings: AuthSettings
  readonly revision: Revision
  readonly memory: Memory
  readonly step: Step
  /** All that is kept, for any server. */
  readonly kept: readonly Kept[]
  /** What came back to the redirect URI, for the step 'callback'. */
  readonly answer: string | undefined
  now(): number
  /** The key that tokens are bound to, where they are. */
  dpop(): Promise<Dpop | undefined>
  open(login: ToOpen): void
  send(order: Order): Promise<Reply>
  rule(...ids: RuleId[]): void
  fact(name: string, value: string, more?: Omit<Fact, 'name' | 'value'>): void
  flaw(flaw: Flaw): void
  decide(decision: Decision): void
  document(value: Json): void
}

export function waived({ settings }: Pick<Work, 'settings'>, waiver: Waiver): boolean {
  return settings.waive?.includes(waiver) === true
}

export function textIn(document: Obj | undefined, name: string): string | undefined {
  const value = document?.[name]
  return typeof value === 'string' ? value : undefined
}

export function textsIn(document: Obj | undefined, name: string): string[] | undefined {
  const value = document?.[name]
  return Array.isArray(value) ? value.filter((one) => typeof one === 'string') : undefined
}

/** AUT-12. A flaw, unless it is https, or http on a loopback address. */
export function endpointFlaw(name: string, url: string): Flaw | undefined {
  if (!URL.canParse(url))
    return {
      level: 'error',
      code: 'bad-endpoint',
      says: `The ${name} is ${JSON.stringify(url)}, which is no URL.`,
      mend: 'The authorization server must name a whole https URL; or enter one by hand.',
    }
  if (mayOpen(url)) return undefined
  return {
    level: 'error',
    code: 'unsafe-endpoint',
    says: `The ${name} is ${url}: only https (or http on a loopback address) is ever called or opened.`,
    mend: 'The authorization server must serve it over https.',
  }
}

export function failed(says: string): Outcome {
  return { state: 'failed', says }
}

/** 'done', or 'warned' where something is to be said about it. */
export function doneAs(says: string, { step }: Pick<Work, 'step'>): Outcome {
  return { state: step.flaws.length > 0 ? 'warned' : 'done', says }
}

export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url
}
