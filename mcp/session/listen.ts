// What a server says unasked, over a stream that is kept open: opened, re-opened with growing pauses, given up after a
// budget. Which request brings the stream is the channel's.
import type { Facts } from '../session-types.ts'
import type { End, Exchange, Hearing } from '../wire.ts'
import { pause } from './pause.ts'
import { isBusy, retryAt } from './retry-after.ts'

/** One way to a stream. */
export interface Channel {
  open(events: ChannelEvents, signal: AbortSignal): Exchange
}

export interface ChannelEvents {
  /** The stream is there; `resumed`: it goes on where the one before broke off. */
  onOpen(resumed?: boolean): void
  /** It brought something, or named a place to go on from. */
  onHeard(): void
  /** Milliseconds that the server wants us to wait before the next attempt. */
  onRetry(ms: number): void
  /** The server ended it in good order: it is not opened again. */
  onEnded(): void
}

export interface ListenHost {
  onState(state: Facts['listening']): void
  /** The stream is open again, and what was said meanwhile is lost; `ms`: for how long. */
  onGap(ms: number): void
  /** It was refused for want of credentials; true: there are others now. */
  onRefused?(end: End, attempt: number): Promise<boolean>
  /** The stream was open once, and now the server cannot even be reached. */
  onGone(why: string): void
}

const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000
/** Streams in a row that brought nothing. */
const BUDGET = 6
/** Refusals that other credentials were sent after. */
const MOST_REFUSALS = 2
/** Attempts in a row without any response that mean: the server is gone. */
const GONE = 2

/** Runs until the signal aborts, the server says that it has no such stream or ends it, or the budget is used up. */
export async function listen(channel: Channel, host: ListenHost, signal: AbortSignal): Promise<void> {
  let retry: number | undefined
  let fruitless = 0
  let everOpen = false
  let unreachable = 0
  let lostAt = 0
  let refusals = 0
  while (!signal.aborted) {
    let heard = false
    let open = false
    let over = false
    host.onState('opening')
    const exchange = channel.open(
      {
        onOpen(resumed = false) {
          if (everOpen && !resumed && !open) host.onGap(performance.now() - lostAt)
          open = true
          everOpen = true
          host.onState('open')
        },
        onHeard: () => void (heard = true),
        onRetry: (ms) => void (retry = ms),
        onEnded: () => void (over = true),
      },
      signal,
    )
    const end = await exchange.ended
    if (open) lostAt = performance.now()
    if (signal.aborted) return
    if (over) return host.onState('ended')
    if ((end.status === 401 || end.status === 403) && refusals < MOST_REFUSALS && (await host.onRefused?.(end, refusals++)) === true)
      continue
    const busy = retryAt(end.status, end.headers)
    // A server without this stream answers 405; some say 404 or 400, or send a page.
    if (!open && end.status !== 0 && busy === undefined && !(everOpen && (end.status >= 500 || isBusy(end.status))))
      return host.onState(everOpen ? 'lost' : 'none')
    unreachable = end.status === 0 ? unreachable + 1 : 0
    if (everOpen && unreachable === GONE) return host.onGone(end.failure?.why ?? 'no response')
    fruitless = heard ? 0 : fruitless + 1
    if (fruitless >= BUDGET) return host.onState('lost')
    const grown = Math.min(FIRST_PAUSE * 2 ** Math.max(0, fruitless - 1), LONGEST_PAUSE)
    // What the server asks for must be kept, however long (2025-11-25: basic/transports).
    await pause(Math.max(retry ?? grown, (busy ?? 0) - Date.now()), signal)
  }
}

/** The GET stream of Streamable HTTP up to 2025-11-25. */
export function getChannel(
  get: (lastEventId: string | undefined, hearing: Hearing, signal: AbortSignal) => Exchange,
  hear: NonNullable<Hearing['onMessage']>,
): Channel {
  let place: string | undefined
  return {
    open({ onOpen, onHeard, onRetry }, signal) {
      const from = place
      return get(
        from,
        {
          onStatus(status, _headers, form) {
            if (status === 200 && form === 'stream') onOpen(from !== undefined)
          },
          onMessage(reading, seq, id) {
            onHeard()
            hear(reading, seq, id)
          },
          onPlace(next) {
            if (next.retry !== undefined) onRetry(next.retry)
            if (next.id === undefined) return
            place = next.id
            onHeard()
          },
        },
        signal,
      )
    },
  }
}
