// What a person set for a connection and that outlives its sessions: the level of log messages and the subscriptions, said
// again to each new session, its limits, and how often it is pinged.
import type { Session } from '#mcp/session-types.ts'
import { itself } from '#mcp/wish.ts'
import type { ConnectSettings } from './engine-messages.ts'

export interface StandingHost {
  ping(session: Session): void
  /** The level that the session at hand was told; undefined when it was told none. */
  onLevel(level: string | undefined): void
}

export class Standing {
  /** One object for each session that is made, so that a change holds for all requests. */
  readonly timeouts: ConnectSettings['timeouts'] = { connect: 0, list: 0, call: 0, total: 0 }
  readonly #uris = new Set<string>()
  readonly #host: StandingHost
  #session: Session | undefined
  #level: string | undefined
  /** Milliseconds; 0: no pings. */
  #keepAlive = 0
  #pinging: ReturnType<typeof setInterval> | undefined

  constructor(host: StandingHost) {
    this.#host = host
  }

  /** A session is up. */
  begin(session: Session): void {
    this.#session = session
    this.#beat()
    const level = this.#level
    if (level === undefined || !('logging' in session.facts.capabilities)) return
    // A server that refuses keeps its own level, and what is shown says so.
    session.setLogLevel(level, itself('the level is said again to a new session')).then(
      () => this.#session === session && this.#host.onLevel(level),
      () => undefined,
    )
  }

  /** The session is over. */
  end(): void {
    this.#session = undefined
    clearInterval(this.#pinging)
    this.#host.onLevel(undefined)
  }

  /** Resources that a person wants to hear changes of. */
  get subscriptions(): string[] {
    return [...this.#uris]
  }

  /** What the record says of a new session that follows another; undefined when nothing hangs on it. */
  get gap(): string | undefined {
    const { size } = this.#uris
    if (size === 0) return undefined
    return `Connected anew: ${size === 1 ? 'one subscription is' : `${size} subscriptions are`} asked for again, and what may have changed meanwhile is read again.`
  }

  /** @throws McpError when the server refuses; what is wanted is then as before. */
  async subscribe(session: Session, uri: string, on: boolean): Promise<void> {
    await session.subscribe(uri, on)
    if (on) this.#uris.add(uri)
    else this.#uris.delete(uri)
  }

  /** Another server is connected to: it knows nothing of these resources. */
  forgetSubscriptions(): void {
    this.#uris.clear()
  }

  setTimeouts(timeouts: ConnectSettings['timeouts']): void {
    Object.assign(this.timeouts, timeouts)
  }

  setKeepAlive(milliseconds: number): void {
    if (milliseconds === this.#keepAlive) return
    this.#keepAlive = milliseconds
    this.#beat()
  }

  /** @throws McpError when the server refuses; the level is then as before. */
  async setLevel(session: Session, level: string | undefined): Promise<void> {
    await session.setLogLevel(level)
    this.#level = level
    if (this.#session === session) this.#host.onLevel(level)
  }

  #beat(): void {
    clearInterval(this.#pinging)
    const session = this.#session
    if (session?.facts.pings === true && this.#keepAlive > 0) this.#pinging = setInterval(() => this.#host.ping(session), this.#keepAlive)
  }
}
