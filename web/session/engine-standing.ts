// What a person set for a connection and that outlives its sessions: the level of log messages, said again to each new
// session, and how often it is pinged.
import type { Session } from '#mcp/session-types.ts'

export interface StandingHost {
  ping(session: Session): void
  /** The level that the session at hand was told; undefined when it was told none. */
  onLevel(level: string | undefined): void
}

export class Standing {
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
    session.setLogLevel(level).then(
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
