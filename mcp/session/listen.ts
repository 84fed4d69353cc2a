// The GET stream for what a server says unasked: opened, re-opened with growing pauses, given up after a budget.
import type { Exchange, Hearing } from '../wire.ts'
import { pause } from './pause.ts'

export interface ListenHost {
  get(lastEventId: string | undefined, hearing: Hearing, signal: AbortSignal): Exchange
  hear: NonNullable<Hearing['onMessage']>
  onState(state: 'opening' | 'open' | 'none' | 'lost'): void
  /** The stream was open once, and now the server cannot even be reached. */
  onGone(why: string): void
}

const FIRST_PAUSE = 1000
const LONGEST_PAUSE = 30_000
/** Streams in a row that brought nothing. */
const BUDGET = 6
/** Attempts in a row without any response that mean: the server is gone. */
const GONE = 2

/** Runs until the signal aborts, the server says that it has no such stream, or the budget is used up. */
export async function listen(host: ListenHost, signal: AbortSignal): Promise<void> {
  let place: string | undefined
  let retry: number | undefined
  let fruitless = 0
  let everOpen = false
  let unreachable = 0
  while (!signal.aborted) {
    let heard = false
    let open = false
    host.onState('opening')
    const exchange = host.get(
      place,
      {
        onStatus(status, _headers, form) {
          if (status !== 200 || form !== 'stream') return
          open = true
          everOpen = true
          host.onState('open')
        },
        onMessage(reading, seq, id) {
          heard = true
          host.hear(reading, seq, id)
        },
        onPlace(next) {
          if (next.retry !== undefined) retry = next.retry
          if (next.id === undefined) return
          place = next.id
          heard = true
        },
      },
      signal,
    )
    const end = await exchange.ended
    if (signal.aborted) return
    // A server without this stream answers 405; some say 404 or 400, or send a page.
    if (!open && end.status !== 0 && !(everOpen && end.status >= 500)) return host.onState(everOpen ? 'lost' : 'none')
    unreachable = end.status === 0 ? unreachable + 1 : 0
    if (everOpen && unreachable === GONE) return host.onGone(end.failure?.why ?? 'no response')
    fruitless = heard ? 0 : fruitless + 1
    if (fruitless >= BUDGET) return host.onState('lost')
    const grown = FIRST_PAUSE * 2 ** Math.max(0, fruitless - 1)
    await pause(Math.min(retry ?? grown, LONGEST_PAUSE), signal)
  }
}
