// How far the calls under way are, as the page hears of it: the newest word of each, no oftener than it can draw.
import type { ClockReading } from '#mcp/session-types.ts'
import { batch } from './engine-posts.ts'
import type { FromEngine } from './engine-messages.ts'

type Progress = Extract<FromEngine, { kind: 'progress' }>['progress']

/** Milliseconds between two words. */
const FRAME = 16

export interface Moves {
  progress(call: number, progress: Progress): void
  /** `extend` gives the call more time. */
  clock(call: number, clock: ClockReading, extend: () => void): void
  /** Gives a call its whole limits again. */
  more(call: number): void
  /** The last progress of a call that is over is told before its answer. */
  over(call: number): void
  forget(call: number): void
}

export function createMoves(post: (message: FromEngine) => void): Moves {
  const newest = new Map<number, Progress>()
  const clocks = new Map<number, ClockReading>()
  const ways = new Map<number, () => void>()
  const over = (id: number): void => {
    const progress = newest.get(id)
    if (newest.delete(id) && progress !== undefined) post({ kind: 'progress', id, progress })
  }
  const tellClock = (id: number): void => {
    const clock = clocks.get(id)
    if (clocks.delete(id) && clock !== undefined) post({ kind: 'clock', id, clock })
  }
  const moved = batch<number>((ids) => {
    ids.forEach(over)
    ids.forEach(tellClock)
  })
  return {
    progress(call, progress) {
      newest.set(call, progress)
      moved.add(call, FRAME)
    },
    clock(call, clock, extend) {
      clocks.set(call, clock)
      ways.set(call, extend)
      moved.add(call, FRAME)
    },
    more: (call) => ways.get(call)?.(),
    over,
    forget(call) {
      for (const all of [newest, clocks, ways]) all.delete(call)
    },
  }
}
