// What `loupe tap` sends while it listens, handed to every page that looks, and to those that come later. A page that reads too
// slowly loses the tap, never the tap its time.
import type { DownFrame, TapFacts } from '#mcp/transport/tunnel-frames.ts'

/** Bytes of each tap that are kept for pages which come later; the header of its record always is. */
const KEPT = 8 * 1024 * 1024
const TAP_LIMIT = 64

export interface TapWriter {
  /** Whole lines of its record, the header first. */
  lines(lines: Uint8Array): void
  end(): void
}

export interface TapHub {
  /** Undefined when too many taps run already. */
  begin(facts: TapFacts): TapWriter | undefined
  /** `send` gets frames, and says false when it can take no more: then it hears no more of that tap. Returns how to end it. */
  listen(send: (frame: TapFrame) => boolean): () => void
}

type TapFrame = Extract<DownFrame, { tag: 't' | 'p' | 'q' }>

interface Tap {
  channel: number
  facts: TapFacts
  head: Uint8Array | undefined
  kept: Uint8Array[]
  bytes: number
  listeners: Set<(frame: TapFrame) => boolean>
}

export function createTapHub(): TapHub {
  const taps = new Set<Tap>()
  const listeners = new Set<(frame: TapFrame) => boolean>()
  let last = 0
  const hand = (tap: Tap, frame: TapFrame): void => {
    for (const send of tap.listeners) {
      if (send(frame)) continue
      tap.listeners.delete(send)
      send({ tag: 'q', channel: tap.channel, json: { why: 'This page read it too slowly. The file of the record is whole.' } })
    }
  }
  return {
    begin(facts) {
      if (taps.size >= TAP_LIMIT) return undefined
      const tap: Tap = { channel: ++last, facts, head: undefined, kept: [], bytes: 0, listeners: new Set(listeners) }
      taps.add(tap)
      hand(tap, { tag: 't', channel: tap.channel, json: facts })
      return {
        lines(lines) {
          hand(tap, { tag: 'p', channel: tap.channel, lines })
          // The frame that it lies in is the socket's.
          const copy = Uint8Array.from(lines)
          if (tap.head === undefined) tap.head = copy
          else {
            tap.kept.push(copy)
            tap.bytes += copy.length
          }
          while (tap.bytes > KEPT) tap.bytes -= tap.kept.shift()!.length
        },
        end() {
          hand(tap, { tag: 'q', channel: tap.channel, json: {} })
          taps.delete(tap)
        },
      }
    },
    listen(send) {
      listeners.add(send)
      for (const tap of taps) {
        const { channel, facts, head, kept } = tap
        tap.listeners.add(send)
        send({ tag: 't', channel, json: facts })
        for (const lines of head === undefined ? [] : [head, ...kept]) send({ tag: 'p', channel, lines })
      }
      return () => {
        listeners.delete(send)
        for (const tap of taps) tap.listeners.delete(send)
      }
    },
  }
}
