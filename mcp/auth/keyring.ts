// Registrations and tokens of all servers, each under its server and its issuer; nothing of one is ever found under another.
import type { KeptView } from './flow-state.ts'
import { keptKey, type Kept } from './kept.ts'

const THINGS = ['client', 'tokens', 'endpoints', 'dpop'] as const

export class Keyring {
  readonly #kept = new Map<string, Kept>()
  #listener: (server: string, kept: Kept[], gone: string[]) => void = () => {}

  /** Called with all that is kept for a server whenever something of it changes. */
  onChange(listener: (server: string, kept: Kept[], gone: string[]) => void): void {
    this.#listener = listener
  }

  /** What was stored before; anything that is no entry is passed over. */
  load(entries: readonly Kept[]): void {
    for (const one of entries)
      if (typeof one?.server === 'string' && typeof one.issuer === 'string') this.#kept.set(keptKey(one.server, one.issuer), one)
  }

  /** What is stored of a server is this now, by the hand of another page; nobody is told. */
  replace(server: string, entries: readonly Kept[]): void {
    for (const one of this.all) if (one.server === server) this.#kept.delete(one.key)
    this.load(entries.filter((one) => one.server === server))
  }

  get all(): readonly Kept[] {
    return [...this.#kept.values()]
  }

  get(server: string, issuer: string): Kept | undefined {
    return this.#kept.get(keptKey(server, issuer))
  }

  /** The newest tokens of a server. */
  newest(server: string): Kept | undefined {
    return this.all
      .filter((one) => one.server === server && one.tokens !== undefined)
      .toSorted((a, b) => b.tokens!.obtainedAt - a.tokens!.obtainedAt)[0]
  }

  change(server: string, issuer: string, change: Partial<Kept>): void {
    const key = keptKey(server, issuer)
    const { ...next } = { ...(this.#kept.get(key) ?? { key, server, issuer }), ...change }
    for (const name of THINGS) if (next[name] === undefined) delete next[name]
    // What holds nothing is no entry: one that was forgotten stays so.
    if (!THINGS.some((name) => name in next)) return this.remove(key)
    this.#kept.set(key, next)
    this.tell(server, [])
  }

  remove(key: string): void {
    const one = this.#kept.get(key)
    if (one === undefined) return
    this.#kept.delete(key)
    this.tell(one.server, [key])
  }

  /** Of a server, and of others with an issuer that it has. */
  views(server: string): KeptView[] {
    const issuers = new Set(this.all.filter((one) => one.server === server).map(({ issuer }) => issuer))
    return this.all
      .filter((one) => one.server === server || issuers.has(one.issuer))
      .map(({ key, server, issuer, client, tokens }) => ({
        key,
        server,
        issuer,
        ...(client === undefined ? {} : { clientId: client.id, registered: client.how }),
        token: tokens !== undefined,
        refresh: tokens?.refresh !== undefined,
        ...(tokens?.expiresAt === undefined ? {} : { expiresAt: tokens.expiresAt }),
      }))
  }

  /** Tells the listener of all that is kept for a server. */
  tell(server: string, gone: string[] = []): void {
    this.#listener(
      server,
      this.all.filter((one) => one.server === server),
      gone,
    )
  }
}
