// Between a session and a flow: gives each request its credentials, and turns a 401 or 403 into what is due: a refresh, a login, more
// scopes. Branches on the status and the header, never on a text.
import { TITLES } from './step-list.ts'
import type { HeaderList } from '../wire-event.ts'
import { bearerOf, readChallenges } from './challenge.ts'
import type { Flow } from './flow.ts'
import { scopesOf, union } from './scope.ts'
import type { AuthMode, AuthSettings } from './settings.ts'
import type { StepId } from './step-id.ts'
import { endpoint } from './steps/discover.ts'

/** What a session asks of whoever knows the credentials. */
export interface Authorizer {
  /** For one request to the server itself; takes the place of headers of the same name. Rejects when there are none to be had. */
  headers(method: string, url: string): HeaderList | Promise<HeaderList>
  /** The server refused. 'retry': send it once more, with what `headers` gives then. Never rejects. */
  challenged(refused: Refused, signal: AbortSignal): Promise<'retry' | 'give-up'>
  /** The request was not refused for want of a token. */
  passed(exchange: number): void
  /** Grows with each login: what was shut out before may be let in now. */
  logins(): number
  /** Why it gave up on this operation, as advice to a person; undefined where it has none. */
  advice(during: string): string | undefined
}

export interface Refused {
  status: number
  headers: Headers
  /** CORS hides headers that the server does not expose. */
  filtered: boolean
  exchange: number
  /** The operation: 'tools/call delete_file'. */
  during: string
  /** How often this request was sent before because of a refusal. */
  attempt: number
  /** A person may be asked: false for streams in the background. */
  asks: boolean
}

/** Milliseconds before its end at which a token is refreshed; of one that lives shortly a quarter of its life. */
const MARGIN = 30_000
const MOST_TRIES = 3

export function usesOAuth(mode: AuthMode): boolean {
  return mode === 'auto' || mode === 'oauth' || mode === 'client-credentials' || mode === 'enterprise' || mode === 'workload'
}

/** The one header of a mode that needs no conversation. */
export function plainHeaders({ mode, user = '', password = '', keyHeader = '', key = '' }: AuthSettings): HeaderList {
  if (mode === 'basic') {
    const bytes = new TextEncoder().encode(`${user}:${password}`)
    return [['Authorization', `Basic ${btoa(String.fromCharCode(...bytes))}`]]
  }
  if (mode === 'api-key' && key !== '') return [[keyHeader.trim() === '' ? 'X-API-Key' : keyHeader.trim(), key]]
  return []
}

export class FlowAuthorizer implements Authorizer {
  readonly #flow: Flow
  /** The target itself says what Authorization is. */
  readonly #hasOwn: boolean
  /** A refresh under way: all that need one wait for the same. */
  #refreshing: Promise<void> | undefined
  /** A login or step-up under way, likewise. */
  #asking: Promise<'retry' | 'give-up'> | undefined
  /** The access token that last went out, and the last that a login (or whatever stands for one) gave. */
  #sent = ''
  #issued = ''
  /** An access token that a login gave while no request waited for it, and that none has been let in with yet. */
  #fresh = ''
  #logins = 0
  /** An access token that a refresh gave, and that no request has been let in with yet. */
  #unproved = ''
  /** Operations that were refused more scopes for good, with those scopes. */
  readonly #hopeless = new Map<string, string>()
  readonly #advice = new Map<string, string>()
  /** A page came back from a login that failed, and no request has been told. */
  #untold = false
  #decided: ((go: boolean) => void) | undefined
  #changed: (() => void) | undefined

  readonly #exclusive: (work: () => Promise<void>) => Promise<void>

  /** `exclusive`: does its work while no other page of this browser, which has the same tokens, does. */
  constructor(flow: Flow, hasOwn: boolean, exclusive: (work: () => Promise<void>) => Promise<void> = (work) => work()) {
    this.#flow = flow
    this.#hasOwn = hasOwn
    this.#exclusive = exclusive
  }

  headers(method: string, url: string): HeaderList | Promise<HeaderList> {
    const { settings, tokens } = this.#flow
    if (!this.#active) return plainHeaders(settings)
    if (tokens === undefined) return []
    const { access, expiresAt = Number.POSITIVE_INFINITY, obtainedAt } = tokens
    const late = expiresAt - Math.min(MARGIN, (expiresAt - obtainedAt) / 4) < Date.now()
    // One that was just given is tried at least once, whatever its life.
    const untried = access === this.#unproved || (access === this.#issued && access !== this.#sent)
    if (late && !untried && tokens.refresh !== undefined) return this.#refresh().then(() => this.#dress(method, url))
    return this.#dress(method, url)
  }

  get #active(): boolean {
    const { mode = 'auto' } = this.#flow.settings
    return usesOAuth(mode) && !(mode === 'auto' && this.#hasOwn)
  }

  #dress(method: string, url: string): HeaderList | Promise<HeaderList> {
    const { tokens } = this.#flow
    if (tokens === undefined) return []
    this.#sent = tokens.access
    if (tokens.type !== 'DPoP') return [['Authorization', `Bearer ${tokens.access}`]]
    return this.#flow.dpop().then(async (dpop): Promise<HeaderList> => {
      const headers = new Headers()
      await dpop?.prove(headers, method, url, tokens.access)
      return [
        ['Authorization', `DPoP ${tokens.access}`],
        ['DPoP', headers.get('dpop') ?? ''],
      ]
    })
  }

  async challenged(refused: Refused, signal: AbortSignal): Promise<'retry' | 'give-up'> {
    if (!this.#active || refused.attempt >= MOST_TRIES) return 'give-up'
    const { status, headers, during } = refused
    const found = bearerOf(readChallenges(headers.get('www-authenticate') ?? '').challenges)
    if (status === 403)
      return found?.params.error === 'insufficient_scope' ? this.#stepUp(refused, scopesOf(found.params.scope), signal) : 'give-up'
    if (status !== 401) return 'give-up'
    const dpop = await this.#flow.dpop()
    if (found?.params.error === 'use_dpop_nonce' && dpop?.learn(this.#url, headers) === true) return 'retry'
    const { tokens } = this.#flow
    // Another request has seen to it meanwhile.
    if (tokens !== undefined && this.#sent !== tokens.access) return 'retry'
    if (this.#asking !== undefined) return this.#wait(this.#asking, signal)
    const fresh = tokens?.access === this.#fresh
    // Where a refresh did not help, another will not; nor does one of what was just issued.
    if (tokens?.refresh !== undefined && refused.attempt === 0 && tokens.access !== this.#unproved && !fresh) {
      await this.#refresh()
      if (this.#flow.tokens !== undefined && this.#flow.tokens.access !== tokens.access) return 'retry'
      const trouble = this.#flow.refreshTrouble
      if (trouble !== undefined) {
        this.#advice.set(
          during,
          `The token could not be refreshed: ${trouble}. It is kept; try again when the authorization server is well.`,
        )
        return 'give-up'
      }
    } else if (tokens !== undefined && (fresh || (refused.attempt > 0 && tokens.access === this.#issued))) {
      // Asked for once more by the person, it is tried in every way.
      this.#fresh = ''
      this.#flow.used(`The server refused it: HTTP 401 to ${during}`, false, refused.exchange)
      this.#advice.set(during, 'The server refuses a token that was just issued for it: see Authorization for what does not fit.')
      return 'give-up'
    }
    if (!refused.asks) return 'give-up'
    // Asked to log in again at once, nobody would learn why the login before was not enough.
    if (this.#untold) {
      this.#untold = false
      this.#advice.set(during, stoppedAt(this.#flow.state().at))
      return 'give-up'
    }
    return this.#login(refused, signal)
  }

  passed(exchange: number): void {
    if (this.#sent === this.#unproved) this.#unproved = ''
    if (this.#sent === this.#fresh) this.#fresh = ''
    const use = this.#flow.tokens === undefined ? undefined : this.#flow.state().steps.find(({ id }) => id === 'use')
    if (use?.state === 'waiting' && this.#sent === this.#flow.tokens?.access) this.#flow.used('The server took it', true, exchange)
  }

  logins(): number {
    return this.#logins
  }

  advice(during: string): string | undefined {
    return this.#advice.get(during)
  }

  /** A person decides about what waits. False when nothing does. */
  decide(go: boolean): boolean {
    const decided = this.#decided
    this.#decided = undefined
    decided?.(go)
    if (!go && decided === undefined) this.#flow.close()
    this.changed()
    return decided !== undefined
  }

  /** The flow changed: what waits for it looks at it again. */
  changed(): void {
    this.#changed?.()
  }

  /** A login gave a token while no request waited for one: by hand, or for a page that went there itself. */
  admit(): void {
    this.#fresh = this.#flow.tokens?.access ?? ''
    this.#logins += 1
  }

  /** What was learnt of refusals is forgotten: the person began anew. */
  forget(): void {
    this.#hopeless.clear()
    this.#advice.clear()
  }

  refresh(): Promise<void> {
    return this.#refresh()
  }

  get #url(): string {
    return this.#flow.state().server
  }

  #refresh(): Promise<void> {
    const before = this.#flow.tokens?.access
    // Another page may have seen to it while this one waited for its turn.
    const work = async (): Promise<void> => (this.#flow.tokens?.access === before ? this.#flow.run('refresh') : undefined)
    this.#refreshing ??= this.#exclusive(work).finally(() => {
      this.#refreshing = undefined
      const { access = '' } = this.#flow.tokens ?? {}
      if (access !== before) this.#unproved = access
    })
    return this.#refreshing
  }

  #login({ status, headers, filtered, exchange, during }: Refused, signal: AbortSignal): Promise<'retry' | 'give-up'> {
    const before = this.#flow.tokens?.access
    this.#asking = this.#until(
      async () => {
        const header = headers.get('www-authenticate')
        this.#flow.refused({ status, filtered, exchange, during, ...(header === null ? {} : { header }) })
        await this.#flow.run('challenge')
      },
      before,
      during,
    ).finally(() => (this.#asking = undefined))
    return this.#wait(this.#asking, signal)
  }

  async #stepUp(refused: Refused, wants: string[], signal: AbortSignal): Promise<'retry' | 'give-up'> {
    const { during, attempt } = refused
    const { tokens, settings } = this.#flow
    const had = union(scopesOf(tokens?.asked), scopesOf(tokens?.scope))
    const asks = union(had, wants)
    const key = `${during} ${wants.join(' ')}`
    const permanent = (why: string): 'give-up' => {
      this.#hopeless.set(key, why)
      this.#advice.set(during, why)
      this.#flow.used(`${during} is refused for good: ${why}`, false, refused.exchange)
      return 'give-up'
    }
    const known = this.#hopeless.get(key)
    if (known !== undefined) return permanent(known)
    if (wants.length === 0) return permanent('The server wants more scopes, and does not say which (scope is missing in its challenge).')
    // A scope that was asked for already and not granted is not granted by asking again.
    if (wants.every((one) => had.includes(one)))
      return permanent(`${wants.join(' ')} was asked for already, and it is not enough. Nothing more is asked for.`)
    if (attempt >= MOST_TRIES - 1) return permanent(`More scopes were asked for ${attempt} times, and it is not enough.`)
    if (this.#asking !== undefined) return this.#wait(this.#asking, signal)
    if (!refused.asks) return 'give-up'
    const header = refused.headers.get('www-authenticate') ?? ''
    this.#asking = this.#until(
      async () => {
        const alone = settings.mode === 'client-credentials' || settings.mode === 'enterprise' || settings.mode === 'workload'
        if (!alone && !(await this.#approved({ during, wants, had, asks, attempt }))) return this.#flow.close()
        const challenge = bearerOf(readChallenges(header).challenges)
        const { memory } = this.#flow
        memory.refusal = {
          status: 403,
          header,
          filtered: refused.filtered,
          exchange: refused.exchange,
          during,
          ...(challenge === undefined ? {} : { challenge }),
        }
        memory.stepUp = asks
        const complete = memory.client !== undefined && endpoint(this.#flow, alone ? 'token' : 'authorization') !== undefined
        await this.#flow.run(
          !complete ? 'resource-metadata' : alone ? (settings.mode === 'enterprise' ? 'identity' : 'token') : 'authorization',
        )
      },
      tokens?.access,
      during,
    ).finally(() => (this.#asking = undefined))
    return this.#wait(this.#asking, signal)
  }

  async #approved(stepUp: NonNullable<Flow['stepUp']>): Promise<boolean> {
    const decision = new Promise<boolean>((resolve) => (this.#decided = resolve))
    this.#flow.propose(stepUp)
    const go = await decision
    this.#flow.propose(undefined)
    return go
  }

  /** Begins something, and waits until there is another token, or the flow is over without one. A person may take any time. */
  async #until(begin: () => Promise<void>, before: string | undefined, during: string): Promise<'retry' | 'give-up'> {
    const flow = this.#flow
    flow.hold(true)
    try {
      await begin()
      for (;;) {
        if (flow.tokens !== undefined && flow.tokens.access !== before) {
          this.#issued = flow.tokens.access
          this.#logins += 1
          return 'retry'
        }
        const { status, at } = flow.state()
        if (status !== 'waiting' && status !== 'running') {
          this.#advice.set(
            during,
            status === 'closed'
              ? 'The login was given up.'
              : status === 'idle'
                ? 'How to authorize was changed meanwhile: try again.'
                : stoppedAt(at),
          )
          return 'give-up'
        }
        await new Promise<void>((resolve) => (this.#changed = resolve))
      }
    } finally {
      this.#changed = undefined
      flow.hold(false)
    }
  }

  /** The page was away to log in, and its answer has been tried. */
  returned(): void {
    this.#untold = this.#flow.state().status === 'failed'
  }

  /** The request that waits may be given up by itself; when nobody waits any more the flow goes on all the same. */
  async #wait(asking: Promise<'retry' | 'give-up'>, signal: AbortSignal): Promise<'retry' | 'give-up'> {
    if (signal.aborted) return 'give-up'
    let stop = (): void => {}
    const aborted = new Promise<'give-up'>((resolve) => (stop = () => resolve('give-up')))
    signal.addEventListener('abort', stop, { once: true })
    try {
      return await Promise.race([asking, aborted])
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }
}

function stoppedAt(at: StepId | undefined): string {
  return `Authorization stopped at ${at === undefined ? 'its beginning' : `“${TITLES[at]}”`}: see there for why, and how to mend it.`
}
