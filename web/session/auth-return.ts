// How the answer of a login comes back to the page: over a channel from the tab that the login ended in, or, when the page itself
// went there, from where /callback laid it before it sent the browser back (auth-came-back.ts).
import { ANSWERS, LEFT } from './auth-names.ts'
import type { AuthSettings } from '#mcp/auth/settings.ts'
import { noteStray } from './auth-state.ts'
import { call } from './engine.ts'
import type { Server } from './server.ts'

/** What a page leaves behind that goes to log in. */
export interface Left {
  server: Server
  /** What the engine gave, secrets and all. */
  flow: string
  /** What was chosen for the server, with the secrets that are kept in memory alone. */
  settings: AuthSettings
  /** Of the address. */
  hash: string
}

let channel: BroadcastChannel | undefined

/** Milliseconds in which another page may take an answer that none of ours waits for. */
const OTHERS = 1000

const STATELESS =
  'An answer came back without a state, so it belongs to no login that began here, and was thrown away. The authorization server must send back the state that it was given (RFC 6749 §4.1.2). Log in again.'
const STRANGE =
  'An answer came back whose state is that of no login that waits here, and was thrown away. It may be of an older login, or the authorization server changed the state that it was given. Log in again.'

/** From now on answers are heard; again is harmless. */
export function hearAnswers(): void {
  if (channel !== undefined) return
  channel = new BroadcastChannel(ANSWERS)
  const unclaimed = new Map<string, ReturnType<typeof setTimeout>>()
  channel.onmessage = ({ data }: MessageEvent<{ url?: string; taken?: string; lost?: boolean }>) => {
    if (data.lost === true) return noteStray(STATELESS)
    if (typeof data.taken === 'string') return clearTimeout(unclaimed.get(data.taken))
    if (typeof data.url !== 'string' || !URL.canParse(data.url)) return
    const { searchParams, hash } = new URL(data.url)
    const state = searchParams.get('state') ?? new URLSearchParams(hash.slice(1)).get('state')
    void call('authAnswer', [data.url]).then((connection) => {
      if (connection !== null) return channel?.postMessage({ taken: state })
      unclaimed.set(
        state ?? '',
        setTimeout(() => {
          // Where nobody waits, another page may yet.
          if (noteStray(STRANGE)) channel?.postMessage({ thrown: state })
        }, OTHERS),
      )
    })
  }
}

export function leave(state: string, left: Left): void {
  window.sessionStorage.setItem(LEFT + state, JSON.stringify(left))
}
