// How the answer of a login comes back to the page: over a channel from the tab that the login ended in, or, when the page itself
// went there, from where /callback laid it before it sent the browser back.
import { call } from './engine.ts'

/** Name of the channel that /callback speaks into: { url } of an answer, and back { taken: state }. */
export const ANSWERS = 'loupe.callback'
/** Under this and its `state` lies what a page left behind that went to log in itself. */
export const LEFT = 'loupe.left/'
/** Here /callback lays the answer for a page that comes back. */
export const CAME = 'loupe.came'

let channel: BroadcastChannel | undefined

/** From now on answers are heard; again is harmless. */
export function hearAnswers(): void {
  if (channel !== undefined) return
  channel = new BroadcastChannel(ANSWERS)
  channel.onmessage = ({ data }: MessageEvent<{ url?: string }>) => {
    if (typeof data.url !== 'string') return
    const state = new URL(data.url).searchParams.get('state')
    void call('authAnswer', [data.url]).then((connection) => {
      if (connection !== null) channel?.postMessage({ taken: state })
    })
  }
}
