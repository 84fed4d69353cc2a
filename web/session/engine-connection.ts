// One connection: its record, its session, its process or route, and its state as the page sees it. Hides connecting,
// waiting for a server that went away, keep-alive and the wording of failures.
import { McpError } from '#mcp/errors.ts'
import type { Json } from '#mcp/json.ts'
import { connect } from '#mcp/session.ts'
import type { Answer, EraVerdict, RawOptions, RequestOptions, Session } from '#mcp/session-types.ts'
import { createTraffic, type Traffic } from '#mcp/traffic.ts'
import type { Target } from '#mcp/transport/target.ts'
import type { WebSocketConnection } from '#mcp/transport/websocket.ts'
import type { ConnectionState } from './connection-state.ts'
import { startWords, type EngineChild } from './engine-child.ts'
import type { Adjustable, ConnectSettings } from './engine-messages.ts'
import { causeOf, Doubt, endedByQuestion, hidesSession, problemWith, signOfLife } from './engine-doubt.ts'
import type { EngineHost } from './engine-host.ts'
import { noticesOf } from './engine-notices.ts'
import { inQuiet } from './engine-quiet.ts'
import { Standing } from './engine-standing.ts'
import { afterLoss, askedPause, brokeOff, givenUp, isAbsent, isUnreachable, pauseBefore } from './engine-wait.ts'
import { FileWatch } from './engine-watch.ts'
import { HeldTime } from './held-time.ts'
import { itself } from '#mcp/wish.ts'
import { declaredBy, tellsOfRoots } from './declared.ts'
import { eraAsked, openWay, optionsFor, placeOf } from './engine-way.ts'

export type ConnectionHost = EngineHost<Connection>

export class Connection {
  readonly id: string
  readonly traffic: Traffic
  readonly #host: ConnectionHost
  #state: ConnectionState
  #settings: ConnectSettings | undefined
  #session: Session | undefined
  #child: EngineChild | undefined
  #socket: WebSocketConnection | undefined
  #attempt = new AbortController()
  readonly #files: FileWatch
  #timer: ReturnType<typeof setTimeout> | undefined
  readonly #standing = new Standing({
    ping: (session) => this.#ping(session),
    onLevel: (logLevel) => {
      if (logLevel !== this.#state.logLevel) this.#become({ logLevel })
    },
  })
  #connectedAt = 0
  /** Connections in a row that were lost soon after they were opened. */
  #short = 0
  /** What is known of the server's era, for the next attempt. */
  #known: EraVerdict | undefined
  /** Why the page's own way to the server is no longer tried. */
  #blocked: string | undefined
  #switching: Promise<void> | undefined
  /** Gives the attempt to connect its whole limit again. */
  #more: (() => void) | undefined
  /** The last attempt failed for want of a token. */
  #unauthorized = false

  constructor(id: string, name: string, target: Target, host: ConnectionHost) {
    this.id = id
    this.#host = host
    this.traffic = createTraffic({ memoryLimit: host.memoryLimit })
    this.#files = new FileWatch(host.tunnel, (news) => {
      if ('fault' in news) this.traffic.append(0, { kind: 'note', fault: 'not-watched', text: news.fault })
      else void this.#startAgain(news.path)
    })
    this.#state = { id, name, target, status: 'idle', since: Date.now(), generation: 0, messages: 0, dropped: 0, consoleLines: 0 }
  }

  get name(): string {
    return this.#state.name
  }

  /** What it was opened with last; it is made and opened in one go. */
  get settings(): ConnectSettings {
    return this.#settings!
  }

  get session(): Session | undefined {
    return this.#session
  }

  /** The same as in its state, which takes longer to make. */
  get status(): ConnectionState['status'] {
    return this.#state.status
  }

  state(): ConnectionState {
    const { total, dropped, consoleLines, aside } = this.traffic
    const state = { ...this.#state, messages: total, dropped, consoleLines, ...(aside > 0 && { cleared: aside }) }
    return this.#child === undefined ? state : { ...state, process: this.#child.state() }
  }

  /** Connects, or again with what is given now. @throws McpError; the state says the same in more words. */
  async open(name: string, target: Target, settings: ConnectSettings, signal: AbortSignal): Promise<void> {
    const ended = this.#end('You reconnected')
    const attempt = this.#attempt
    this.#become({ name, status: 'connecting', problem: undefined, waiting: undefined })
    await Promise.all([ended, this.#host.settled(this)])
    if (attempt !== this.#attempt) throw new McpError('cancelled', 'Another attempt to connect took the place of this one')
    this.#settings = settings
    this.adjust(settings)
    this.#host.onSettings(this)
    this.#known = settings.known
    this.#blocked = undefined
    this.#short = 0
    if (placeOf(target) !== placeOf(this.#state.target)) this.#standing.forgetSubscriptions()
    this.#become({ target })
    const give = (): void => attempt.abort(signal.reason)
    if (signal.aborted) give()
    signal.addEventListener('abort', give, { once: true })
    try {
      await this.#connect()
    } finally {
      signal.removeEventListener('abort', give)
    }
  }

  /** What it will be opened with, for what is done before that. */
  prepare(settings: ConnectSettings): void {
    this.#settings ??= settings
  }

  /** There is a token now: what failed for want of one is tried again. */
  authorized(): void {
    if (this.#unauthorized && this.#state.status === 'failed') this.#connect().catch(() => undefined)
  }

  async close(): Promise<void> {
    this.#files.over(undefined)
    const ended = this.#end('You disconnected')
    this.#become({ ...(this.#state.status === 'failed' ? {} : { status: 'closed', problem: undefined }), waiting: undefined })
    await ended
  }

  /** @throws McpError */
  async request(method: string, params: Json | undefined, options: RequestOptions): Promise<Answer> {
    await this.#switching
    const session = this.#ready(method)
    try {
      const answer = await inQuiet(() => session.request(method, params, optionsFor(method, options)))
      if (method === 'ping') this.#become({ latency: answer.ms })
      return answer
    } catch (error) {
      if (hidesSession(error, this.#state) && this.#host.tunnel()?.state.kind === 'open') this.#switching ??= this.#switch()
      // Others under way were cut off by the switch, and none of them can have been served without a session.
      if (this.#switching !== undefined && options.signal?.aborted !== true) {
        await this.#switching
        return this.#ready(method).request(method, params, options)
      }
      this.#mind(session, error)
      throw error
    }
  }

  async #switch(): Promise<void> {
    this.#blocked = 'The server uses sessions and does not expose Mcp-Session-Id, so the page cannot read their ids; the proxy can.'
    try {
      await this.#end('Connected anew through the proxy')
      await this.#connect()
    } finally {
      this.#switching = undefined
    }
  }

  /** @throws McpError */
  async notify(method: string, params: Json | undefined): Promise<void> {
    await this.#ready(method).notify(method, params)
  }

  /** @throws McpError */
  async raw(text: string, options: RawOptions): Promise<{ exchange: number; status: number }> {
    return this.#ready('The text').raw(text, options)
  }

  /** @throws McpError */
  async subscribe(uri: string, on: boolean): Promise<void> {
    await this.#standing.subscribe(this.#ready('The subscription'), uri, on)
  }

  /** @throws McpError */
  async setLogLevel(level: string | undefined): Promise<void> {
    await this.#standing.setLevel(this.#ready('The log level'), level)
  }

  /** What of the settings holds at once does. */
  adjust(settings: Adjustable): void {
    const before = this.#settings!
    this.#settings = { ...before, ...settings }
    // Whether the server hears it is its own matter; the newer era has no such notice.
    if (this.#session?.facts.era === 'legacy' && tellsOfRoots(before, settings))
      this.#session.notify('notifications/roots/list_changed', undefined, itself('you changed the roots')).catch(() => {})
    this.#standing.setTimeouts(settings.timeouts)
    this.#standing.setKeepAlive(settings.keepAlive)
    this.#session?.declare(declaredBy(this.#settings))
  }

  keepConnecting(): void {
    this.#more?.()
  }

  #ready(method: string): Session {
    if (this.#session !== undefined) return this.#session
    throw new McpError('unreachable', `${method} was not sent: ${this.name} is not connected.`, { advice: 'Connect first.' })
  }

  /** One attempt. The session, the process and the state are set when it resolves; nothing is left open when not. */
  async #connect(because = ''): Promise<void> {
    const { target, generation } = this.#state
    const settings = this.#settings!
    const attempt = this.#attempt
    this.#child = undefined
    this.#socket = undefined
    this.#become({ status: 'connecting', generation: generation + 1, facts: undefined, route: undefined, latency: undefined })
    const doubt = new Doubt()
    let verdict: EraVerdict | undefined
    try {
      const { child, socket, ...way } = await openWay(target, {
        host: this.#host,
        traffic: this.traffic,
        era: eraAsked(settings, this.#known),
        blocked: this.#blocked,
        signal: attempt.signal,
        carries: this.#host.carries({ target, settings }),
        onBegin: () => void this.traffic.append(0, { kind: 'start', text: startWords(target, because) }),
        onChild: () => this.#host.onState(this),
        onNoise: () => doubt.grow(),
        onVerdict: (route) => this.#become({ route }),
        onBlocked: (why) => (this.#blocked = why),
      })
      this.#child = child
      this.#socket = socket
      this.#files.over(target)
      attempt.signal.throwIfAborted()
      const startedAt = performance.now()
      const held = new HeldTime()
      const authorizer = this.#host.authorizerFor(this)
      let session: Session | undefined
      session = await connect({
        ...way,
        traffic: this.traffic,
        ...(authorizer === undefined ? {} : { authorizer }),
        wish: { by: 'you' },
        clientInfo: settings.clientInfo,
        capabilities: declaredBy(settings),
        era: settings.era,
        ...(this.#known === undefined ? {} : { known: this.#known }),
        onVerdict: (found) => (verdict = found),
        timeouts: this.#standing.timeouts,
        onClock: (clock, more) => {
          if (attempt !== this.#attempt) return
          this.#more = more
          held.take(clock)
          this.#become({ clock })
        },
        signal: AbortSignal.any([attempt.signal, doubt.signal]),
        subscriptions: this.#standing.subscriptions,
        onGap: () => this.#host.onGap(this, this.#standing.subscriptions),
        onAsk: (ask) => this.#host.onAsk(this, ask),
        ...noticesOf(this.id, this.#host.onNotices),
        onFacts: (facts) => {
          if (attempt === this.#attempt) this.#become({ facts })
        },
        onClosed: (why, cause) => {
          if (session !== undefined) this.#gone(session, cause ?? new McpError('unreachable', why))
        },
      })
      if (attempt.signal.aborted) {
        await session.close('No longer wanted')
        throw new McpError('cancelled', 'Connecting was cancelled by you')
      }
      doubt.end()
      this.#session = session
      if (settings.era === 'auto' && session.facts.verdict.rule !== 'late') this.#known = session.facts.verdict
      this.#connectedAt = Date.now()
      this.#become({
        status: 'connected',
        facts: session.facts,
        latency: performance.now() - startedAt - held.ms,
        problem: undefined,
        waiting: undefined,
      })
      this.#standing.begin(session)
      this.#tellGap()
    } catch (thrown) {
      doubt.end()
      const first = this.#known === undefined && attempt === this.#attempt
      if (first && verdict?.rule === 'exit' && endedByQuestion(thrown, this.#child?.state())) {
        this.#known = verdict
        await this.#endPeer()
        return this.#connect()
      }
      const error = causeOf(thrown, attempt.signal, doubt)
      this.#unauthorized = error instanceof McpError && (error.status === 401 || error.status === 403)
      // An aborted attempt has been replaced, or the person gave it up: nobody wants its process.
      void this.#endPeer()
      if (attempt === this.#attempt) {
        if (attempt.signal.aborted) this.#become({ status: 'closed', problem: undefined })
        else this.#become({ status: 'failed', problem: this.#problem(error) })
      }
      throw error
    }
  }

  /** A file changed. Whatever came of the server meanwhile, the next start may be better. */
  async #startAgain(path: string): Promise<void> {
    const ended = this.#end(`${path} changed`)
    const attempt = this.#attempt
    this.#short = 0
    this.#become({ status: 'connecting', problem: undefined, waiting: undefined })
    await ended
    if (attempt === this.#attempt) await this.#connect(`, since ${path} changed`).catch(() => {}) // the state tells
  }

  /** A new session knows nothing of the one before: what was subscribed to is subscribed to again, and read. */
  #tellGap(): void {
    const text = this.#standing.gap
    if (text === undefined) return
    this.traffic.append(0, { kind: 'note', fault: 'gap', text })
    this.#host.onGap(this, this.#standing.subscriptions)
  }

  /** The session ended by itself. */
  #gone(session: Session, error: unknown): void {
    if (this.#session !== session) return
    const { target } = this.#state
    const settings = this.#settings!
    this.#session = undefined
    this.#standing.end()
    void session.close()
    void this.#endPeer()
    const { attempt, short } = afterLoss({ kind: target.kind, lived: Date.now() - this.#connectedAt, short: this.#short })
    this.#short = short
    const problem = this.#problem(error)
    const hopeless = settings.waitForServer && attempt === null && short > 0
    if (hopeless) problem?.todo.push(givenUp(short))
    this.#become({ status: hopeless ? 'failed' : 'closed', problem })
    if (settings.waitForServer && attempt !== null) this.#wait(attempt, error)
  }

  /** Tries again after a growing pause, and no sooner than the server asked for, for as long as it takes. */
  #wait(attempt: number, lost: unknown): void {
    const pause = Math.max(pauseBefore(attempt), askedPause(lost))
    this.#become({ waiting: { attempt, nextAt: Date.now() + pause } })
    this.#timer = setTimeout(() => {
      this.#connect().catch((error: unknown) => {
        if (!(error instanceof McpError) || error.kind === 'cancelled') return
        const exited = this.#child !== undefined && this.#child.state().exit?.code != null
        if (isAbsent(error) && !exited) this.#wait(attempt + 1, error)
        else this.#become({ waiting: undefined })
      })
    }, pause)
  }

  #ping(session: Session): void {
    signOfLife(session, 'to keep the connection alive').then(
      ({ ms }) => this.#session === session && this.#become({ latency: ms }),
      (error: unknown) => isUnreachable(error) && this.#gone(session, error),
    )
  }

  /**
   * A remote server that cannot be reached is one that went away; but a single request may break at a server that is well, so it
   * is asked for a sign of life first.
   */
  #mind(session: Session, error: unknown): void {
    if (this.#state.target.kind !== 'http' || !(isUnreachable(error) || brokeOff(error)) || this.#session !== session) return
    signOfLife(session, 'a request broke: does the server still answer?').catch((second: unknown) => {
      if (isUnreachable(second)) this.#gone(session, error)
    })
  }

  async #end(why: string): Promise<void> {
    this.#attempt.abort(why)
    this.#attempt = new AbortController()
    clearTimeout(this.#timer)
    this.#standing.end()
    const session = this.#session
    this.#session = undefined
    await session?.close(why)
    // The next run begins when this one is over: both may want the same port or lock.
    await this.#endPeer()
  }

  async #endPeer(): Promise<void> {
    this.#socket?.close()
    await this.#child?.end()
  }

  #problem(error: unknown): ConnectionState['problem'] {
    const modern = this.#settings !== undefined && eraAsked(this.#settings, this.#known) !== 'legacy'
    return problemWith(error, this.#state, this.#child?.state(), { modern, proxy: this.#host.tunnel()?.state.kind === 'open' })
  }

  #become(news: Partial<ConnectionState>): void {
    const since = news.status !== undefined && news.status !== this.#state.status ? Date.now() : this.#state.since
    this.#state = { ...this.#state, ...news, since }
    if (this.#state.status !== 'connecting') delete this.#state.clock
    this.#host.onState(this)
  }
}
