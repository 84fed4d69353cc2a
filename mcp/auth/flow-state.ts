// The authorization of one server as a person sees it: plain data, masked, pushed to the page whenever it changes.
import type { Revision } from '../dialect/revisions.ts'
import type { HeaderList } from '../wire-event.ts'
import type { AuthMode, Waiver } from './settings.ts'
import type { StepId } from './step-id.ts'

export type StepState =
  | 'waiting'
  | 'running'
  /** A person must do something: open the login page, type a client id. */
  | 'needs-you'
  | 'done'
  /** Done, with something to be said about it. */
  | 'warned'
  | 'failed'
  /** Not needed here; `says` tells why. */
  | 'skipped'

/** Who is at the other end. */
export type Party = 'server' | 'authorization-server' | 'identity-provider' | 'browser'

/** One HTTP request of a step, and what came of it; secrets are masked. The whole stands in the record. */
export interface Trip {
  /** In the record; 0: none of ours (the browser's own navigation). */
  exchange: number
  to: Party
  method: string
  url: string
  /** 0: no answer. */
  status: number
  requestHeaders: HeaderList
  requestBody?: string
  responseHeaders: HeaderList
  responseBody?: string
  /** Milliseconds; left out while it runs. */
  ms?: number
  /** Left out: not known. */
  via?: 'direct' | 'proxy'
  /** What it meant for the step: 'used', 'not found', 'refused: …'. */
  verdict: string
  tone: 'plain' | 'ok' | 'warn' | 'bad'
}

/** The rule that chose what a step did. */
export interface RuleNote {
  /** Of the requirements: 'A11-02'. */
  id: string
  revisions: readonly Revision[]
  says: string
  /** Page of the specification, or the RFC, as a URL. */
  spec: string
}

export interface Flaw {
  level: 'error' | 'warning'
  /** Stable name: 'issuer-mismatch'. */
  code: string
  says: string
  /** What to do about it: `who` can. */
  mend: string
  /** A person may go on in spite of it by adding this to `settings.waive`. */
  waiver?: Waiver
}

/** A named finding of a step, in the order of reading. */
export interface Fact {
  name: string
  value: string
  /** Where it comes from, if that is worth saying: "the challenge's scope". */
  from?: string
  tone?: 'ok' | 'warn' | 'bad'
}

/** A table of the rules for one decision, of which one row holds: the four rows for `iss`, the rungs of registration. */
export interface Decision {
  title: string
  rows: { when: string; so: string; holds: boolean; why?: string }[]
}

/** Something that may be edited before the step is run (again). `path` is a way into AuthSettings: 'scope', 'endpoints.token', 'extra.token'. */
export interface Edit {
  path: string
  label: string
  kind: 'text' | 'url' | 'scopes' | 'secret' | 'choice' | 'flag' | 'params' | 'names'
  /** What would be used as it stands; secrets masked; params as a query string; names separated by spaces. */
  value: string
  /** Of a choice. */
  options?: { value: string; label: string }[]
  help?: string
  /** A person set it. */
  changed: boolean
}

export interface Step {
  id: StepId
  title: string
  state: StepState
  /** What came of it, or what it will do: one line. */
  says: string
  trips: Trip[]
  rules: RuleNote[]
  flaws: Flaw[]
  facts: Fact[]
  decisions: Decision[]
  edits: Edit[]
  /** The document that it found, indented JSON, masked. */
  document?: string
  /** Milliseconds since the epoch. */
  at?: number
}

/** The login page, to be opened by the page and by nothing else. Only https (or loopback http) ever stands here. */
export interface ToOpen {
  url: string
  /** Key of the attempt. */
  state: string
  redirectUri: string
}

/** The scopes that a refused call wants, and those that would be asked for. */
export interface StepUp {
  /** The request that was refused: 'tools/call delete_file'. */
  during: string
  wants: string[]
  had: string[]
  asks: string[]
  /** How often this was tried already. */
  attempt: number
}

/** One claim that does not fit. */
export interface Misfit {
  claim: string
  says: string
  level: 'error' | 'warning'
}

/** A token as it may be shown. */
export interface TokenView {
  issuer: string
  resource: string
  clientId: string
  type: string
  /** 'eyJh…3kQ (812 characters)' */
  masked: string
  /** Milliseconds since the epoch. */
  obtainedAt: number
  expiresAt?: number
  scope?: string
  requestedScope?: string
  refreshable: boolean
  /** Present when the token is a JWT: header and claims as indented JSON, and what does not fit. */
  jwt?: { header: string; claims: string; misfits: Misfit[] }
  /** The same of an ID token. */
  idToken?: { header: string; claims: string }
}

/** What is kept for a server and an issuer. */
export interface KeptView {
  key: string
  server: string
  issuer: string
  clientId?: string
  /** 'dynamic', 'pre-registered' … */
  registered?: string
  token: boolean
  refresh: boolean
  expiresAt?: number
}

export interface FlowState {
  /** URL of the server. */
  server: string
  resource: string
  mode: AuthMode
  /** Whose rules hold. */
  revision: Revision
  /** Why that one. */
  revisionWhy: string
  status:
    /** Nothing was asked for yet. */
    | 'idle'
    | 'running'
    /** A step needs the person. */
    | 'waiting'
    /** A token is at hand. */
    | 'authorized'
    | 'failed'
    /** Signed out, or given up. */
    | 'closed'
  /** A request was refused for want of a token. */
  refused?: true
  /** The person ended it under way. */
  gaveUp?: true
  /** The step that stopped it, or runs. */
  at?: StepId
  steps: Step[]
  open?: ToOpen
  stepUp?: StepUp
  token?: TokenView
  /** All that is kept for this server, and for others with the same issuer. */
  kept: KeptView[]
  /** To register with an authorization server. */
  redirectUri: string
  /** A request waits for this. */
  holds: boolean
  /** Grows when other rights came, and not the same ones anew: what the server lists may hang on them (2026-07-28, tools). */
  grants: number
}
