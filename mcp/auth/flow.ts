// One server's authorization as a list of steps: runs them in order, stops where a person is needed, forgets what follows a step
// that is run again, and tells how it stands. What a step does is in steps/.
import type { Revision } from '../dialect/revisions.ts'
import { writeJson } from '../json.ts'
import type { Courier } from './courier.ts'
import type { FlowState, Step, StepUp, ToOpen, TokenView } from './flow-state.ts'
import type { StepId } from './step-id.ts'
import { stateOf } from './flow-view.ts'
import type { Keyring } from './keyring.ts'
import type { Tokens } from './kept.ts'
import { makeDpop, type Dpop } from './proof.ts'
import { ruleNote } from './rules.ts'
import type { AuthSettings } from './settings.ts'
import { blank, DOES, MAKES, NEEDS, stepsOf, TITLES } from './step-list.ts'
import { stepWork } from './step-work.ts'
import { paramsOf } from './steps/login.ts'
import { refusalFlaws, viewOf } from './token-view.ts'
import { canonicalUri } from './well-known.ts'
import { rememberedFrom, toKeep } from './remember.ts'
import type { Memory, Outcome, Refusal } from './work.ts'

export interface FlowHost {
  /** URL of the server. */
  server: string
  /** Origin of the page; undefined outside of one. */
  origin: string | undefined
  courier: Courier
  keyring: Keyring
  /** The revision that is spoken, if that is known. */
  spoken(): Revision | undefined
  /** Called on each change, at once: a listener only takes a note. */
  onChange(): void
  /** Milliseconds since the epoch. */
  now?: () => number
}

/** Steps that make the address of a login page. */
const LOGINS: readonly StepId[] = ['authorization', 'sign-on']
const NEWEST: Revision = '2026-07-28'

export class Flow {
  settings: AuthSettings = {}
  memory: Memory = { attempts: {} }
  /** Set while a call waits for a decision. */
  stepUp: StepUp | undefined
  holds = false
  #steps: Step[] = []
  #open: ToOpen | undefined
  #closed: 'signed-out' | 'given-up' | undefined
  #failed = false
  /** Runs that have begun and not ended. */
  #busy = 0
  #grants = 0
  #turn: Promise<void> = Promise.resolve()
  #life = new AbortController()
  #dpop: { kept: JsonWebKey | undefined; made: Promise<Dpop> } | undefined
  readonly #host: FlowHost

  constructor(host: FlowHost, settings: AuthSettings = {}) {
    this.#host = host
    this.settings = settings
    this.#begin()
    this.recall()
  }

  get tokens(): Tokens | undefined {
    return this.memory.tokens
  }

  /** Takes up what is kept for this server from before. */
  recall(): void {
    const kept = this.#host.keyring.newest(this.#host.server)
    if (kept?.tokens === undefined || this.memory.tokens !== undefined) return
    Object.assign(this.memory, rememberedFrom(kept))
  }

  /** Another page changed what is kept: the newest tokens count, and those that are gone are gone. */
  synchronise(): void {
    const { access } = this.memory.tokens ?? {}
    const kept = this.#host.keyring.newest(this.#host.server)?.tokens
    if (kept?.access === access) return
    delete this.memory.tokens
    if (kept === undefined) this.#closed = 'signed-out'
    else this.recall()
    this.#host.onChange()
  }

  /** Why the last refresh says nothing about the token: the authorization server itself was not well. */
  get refreshTrouble(): string | undefined {
    const step = this.#step('refresh')
    const status = step?.trips.at(-1)?.status
    if (step?.state !== 'failed' || status === undefined || (status !== 0 && status !== 429 && status < 500)) return undefined
    return status === 0 ? 'the authorization server was not reached' : `the authorization server answered HTTP ${status}`
  }

  /** The server refused: what was found before it may be out of date, and is looked for anew. */
  refused(refusal: Refusal): void {
    this.memory.refusal = refusal
    this.#closed = undefined
    const refresh = this.#step('refresh')
    this.#begin()
    if (refresh !== undefined) this.#steps.push(refresh)
    this.#host.onChange()
  }

  change(settings: AuthSettings): void {
    const before = stepsOf(this.settings.mode).join()
    this.settings = settings
    if (stepsOf(this.settings.mode).join() !== before) this.#begin()
    this.#host.onChange()
  }

  /** Runs steps one after the other; never rejects. One run waits for another. */
  run(from?: StepId, until?: StepId, answer?: string): Promise<void> {
    const life = this.#life
    this.#busy += 1
    const turn = this.#turn
      .then(() => (life.signal.aborted ? undefined : this.#run(from, until, answer, life.signal)))
      .finally(() => {
        this.#busy -= 1
        this.#host.onChange()
      })
    this.#turn = turn.catch(() => undefined)
    return turn
  }

  /** What came back to the redirect URI; false when no attempt of this flow has its state. */
  knows(answer: string): boolean {
    const state = paramsOf(answer).get('state')
    return state !== null && this.memory.attempts[state] !== undefined
  }

  /** A call waits for this flow, or no longer does. */
  hold(holds: boolean): void {
    this.holds = holds
    this.#host.onChange()
  }

  /** Puts a wish for more scopes to the person; undefined: it is decided. */
  propose(stepUp: StepUp | undefined): void {
    this.stepUp = stepUp
    this.#closed = undefined
    this.#host.onChange()
  }

  /** Ends what runs; `forget`: the tokens as well. */
  close(forget = false): void {
    this.#life.abort('given up')
    this.#life = new AbortController()
    this.#open = undefined
    this.stepUp = undefined
    this.#closed = forget ? 'signed-out' : 'given-up'
    // Nothing waits for a person any more.
    for (const step of this.#steps) if (step.state === 'needs-you' || step.state === 'running') Object.assign(step, blank(step.id))
    if (forget) {
      const { issuer } = this.memory
      delete this.memory.tokens
      if (issuer !== undefined) this.#host.keyring.change(this.#host.server, issuer, { tokens: undefined, dpop: undefined })
      this.#dpop = undefined
      // What became of the revocation is news after the end as well: it may have failed.
      const revoked = this.#step('revoke')
      this.#begin()
      if (revoked !== undefined) this.#steps.push(revoked)
    }
    this.#host.onChange()
  }

  /** How the request fared that carried the token. */
  used(says: string, good: boolean, exchange: number): void {
    const step = this.#step('use')
    if (step === undefined) return
    step.state = good ? 'done' : 'failed'
    step.says = says
    step.at = this.#now()
    step.facts = exchange === 0 ? [] : [{ name: 'Exchange', value: String(exchange) }]
    step.rules = [ruleNote('AUT-04'), ruleNote('AUT-05')]
    step.flaws = []
    if (!good) this.#failed = true
    if (!good) step.flaws = refusalFlaws(this.#view()?.jwt?.misfits ?? [])
    this.#host.onChange()
  }

  async dpop(): Promise<Dpop | undefined> {
    const { dpop } = this.settings
    const { memory } = this
    const wants =
      memory.resource?.document.dpop_bound_access_tokens_required === true || memory.refusal?.challenge?.scheme.toLowerCase() === 'dpop'
    if (dpop === false || (dpop !== true && !wants && memory.tokens?.type !== 'DPoP')) return undefined
    const kept = memory.issuer === undefined ? undefined : this.#host.keyring.get(this.#host.server, memory.issuer)?.dpop
    this.#dpop ??= { kept, made: makeDpop(kept) }
    return this.#dpop.made
  }

  state(): FlowState {
    const { settings, memory, stepUp, holds, redirectUri } = this
    const { server, keyring } = this.#host
    const token = this.#view()
    return stateOf({
      server,
      redirectUri,
      resource: this.#resource(),
      settings,
      memory,
      ...this.#revision(),
      steps: this.#steps,
      busy: this.#busy > 0,
      failed: this.#failed,
      ...(this.#closed === undefined ? {} : { closed: this.#closed }),
      kept: keyring.views(server),
      holds,
      grants: this.#grants,
      ...(this.#open === undefined ? {} : { open: this.#open }),
      ...(stepUp === undefined ? {} : { stepUp }),
      ...(token === undefined ? {} : { token }),
    })
  }

  get redirectUri(): string {
    const { redirectUri = '' } = this.settings
    return redirectUri === '' ? `${this.#host.origin ?? 'http://127.0.0.1'}/callback` : redirectUri
  }

  /** All of it, secrets too, for a page that leaves and comes back. */
  leave(): string {
    const { settings, memory } = this
    return writeJson({ settings, memory, steps: this.#steps })
  }

  /** `recorded`: the record of the page that left goes on here. */
  comeBack(left: string, recorded = false): void {
    const { settings, memory, steps } = JSON.parse(left) as { settings: AuthSettings; memory: Memory; steps: Step[] }
    this.settings = settings
    this.memory = memory
    // Where the record that their exchanges stand in stayed behind, the same numbers mean others here.
    const known = (exchange: number): number => (recorded ? exchange : 0)
    this.#steps = steps.map((step) => ({ ...step, trips: step.trips.map((trip) => ({ ...trip, exchange: known(trip.exchange) })) }))
    this.#host.onChange()
  }

  async #run(from: StepId | undefined, until: StepId | undefined, answer: string | undefined, life: AbortSignal): Promise<void> {
    this.#closed = undefined
    this.#failed = false
    const ids = stepsOf(this.settings.mode)
    if (from === 'refresh' || from === 'revoke') return this.#one(from, undefined, life).then(() => undefined)
    const first =
      from === undefined ? this.#steps.find(({ state }) => state !== 'done' && state !== 'warned' && state !== 'skipped')?.id : from
    const start = Math.max(0, ids.indexOf(first ?? 'challenge'))
    this.#forget(start)
    for (const id of ids.slice(start)) {
      if (life.aborted || id === 'use') break
      const outcome = await this.#one(id, answer, life)
      if (outcome === undefined || outcome.state === 'failed' || outcome.state === 'needs-you') break
      if (id === until) break
    }
  }

  async #one(id: StepId, answer: string | undefined, life: AbortSignal): Promise<Outcome | undefined> {
    let step = this.#step(id)
    if (step === undefined) this.#steps.push((step = blank(id)))
    Object.assign(step, blank(id), { state: 'running', at: this.#now() })
    if (LOGINS.includes(id) || id === 'callback') this.#open = undefined
    this.#host.onChange()
    const scope = this.memory.tokens?.scope
    let outcome: Outcome
    try {
      const missing = (NEEDS[id] ?? []).find(([name]) => this.memory[name] === undefined)
      outcome =
        missing === undefined
          ? await DOES[id]!(this.#work(step, answer, life))
          : { state: 'failed', says: `The step “${TITLES[missing[1]]}” must be done first` }
    } catch (error) {
      const says = error instanceof Error ? error.message : String(error)
      step.flaws.push({ level: 'error', code: 'broken', says, mend: 'Change what this step was given, and run it again.' })
      outcome = { state: 'failed', says }
    }
    if (life.aborted) {
      Object.assign(step, blank(id))
      return undefined
    }
    Object.assign(step, outcome)
    if (outcome.state === 'failed' && id !== 'revoke') this.#failed = true
    this.#settle(id, outcome)
    if (outcome.state === 'done' || outcome.state === 'warned') this.#granted(id, scope)
    this.#host.onChange()
    return outcome
  }

  /** What a step found is kept; a login that came back ends the waiting for it. */
  #settle(id: StepId, outcome: Outcome): void {
    const { memory } = this
    const { server, keyring } = this.#host
    const good = outcome.state === 'done' || outcome.state === 'warned'
    if (id === 'callback') {
      const before = this.#steps.find((step) => LOGINS.includes(step.id))
      if (before?.state === 'needs-you' && outcome.state !== 'needs-you')
        Object.assign(before, { state: before.flaws.length > 0 ? 'warned' : 'done', says: 'The person came back' })
    }
    // A registration that the authorization server knows no more is of no use to anyone.
    if (!good && memory.issuer !== undefined && (id === 'token' || id === 'refresh') && memory.client === undefined)
      keyring.change(server, memory.issuer, { client: undefined })
    if (!good || memory.issuer === undefined) return
    if (id === 'registration' && memory.client !== undefined) keyring.change(server, memory.issuer, { client: memory.client })
    if (id === 'token' || id === 'refresh') {
      keyring.change(server, memory.issuer, toKeep(memory, this.settings.endpoints?.token))
      const step = this.#step('use')
      if (step !== undefined) Object.assign(step, blank('use'), { says: 'The next request carries the token' })
      void this.dpop().then((dpop) => {
        if (dpop !== undefined && memory.tokens?.type === 'DPoP' && memory.issuer !== undefined)
          keyring.change(server, memory.issuer, { dpop: dpop.key })
      })
    }
    if (id === 'revoke') this.close(true)
  }

  /** `before`: the scope that was had. */
  #granted(id: StepId, before: string | undefined): void {
    if (id === 'token' || (id === 'refresh' && this.memory.tokens?.scope !== before)) this.#grants += 1
    // Why a login was needed is no news once it is over.
    if (id === 'token') this.#steps = this.#steps.filter((step) => step.id !== 'refresh')
  }

  #work(step: Step, answer: string | undefined, signal: AbortSignal) {
    const { settings, memory, redirectUri } = this
    const { server, origin, courier, keyring, onChange } = this.#host
    return stepWork(
      {
        server,
        origin,
        resource: this.#resource(),
        redirectUri,
        settings,
        revision: this.#revision().revision,
        memory,
        step,
        kept: keyring.all,
        answer,
        now: () => this.#now(),
        dpop: () => this.dpop(),
        open: (login) => (this.#open = login),
      },
      courier,
      onChange,
      signal,
    )
  }

  #forget(start: number): void {
    const ids = stepsOf(this.settings.mode)
    // A login page that was made before what is forgotten now may be another server's.
    if (ids.findIndex((id) => LOGINS.includes(id)) >= start) this.#open = undefined
    for (const id of ids.slice(start)) {
      for (const name of MAKES[id] ?? []) if (name !== 'attempts') delete this.memory[name]
      const step = this.#step(id)
      // The answer of a login is not forgotten while it is taken in.
      if (step !== undefined) Object.assign(step, blank(id))
    }
    // A refresh that failed is why the person is asked again.
    this.#steps = this.#steps.filter(({ id, state }) => ids.includes(id) || (id === 'refresh' && state === 'failed'))
  }

  #begin(): void {
    this.#steps = stepsOf(this.settings.mode).map(blank)
    this.#open = undefined
    this.#failed = false
  }

  #step(id: StepId): Step | undefined {
    return this.#steps.find((one) => one.id === id)
  }

  #resource(): string {
    const { resource } = this.settings
    if (resource !== undefined) return resource
    // A server of the oldest kind knows no such parameter; what it does not know it passes over (RFC 6749 §3.1).
    if (this.settings.revision === '2025-03-26') return ''
    const named = this.memory.resource?.document.resource
    return typeof named === 'string' && URL.canParse(named) ? named : canonicalUri(this.#host.server)
  }

  #revision(): { revision: Revision; why: string } {
    const { revision = 'auto' } = this.settings
    if (revision !== 'auto') return { revision, why: 'You chose it.' }
    const spoken = this.#host.spoken()
    if (spoken !== undefined) return { revision: spoken, why: 'It is the one that is spoken.' }
    return { revision: NEWEST, why: 'Nothing is known of the server yet, so the newest rules hold.' }
  }

  #view(): TokenView | undefined {
    const resource = this.#resource()
    return viewOf(this.memory, resource === '' ? canonicalUri(this.#host.server) : resource, this.#now())
  }

  #now(): number {
    return this.#host.now?.() ?? Date.now()
  }
}
