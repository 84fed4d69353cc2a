// How much happened when: rows counted over the time of a record.
import type { Blame } from './blame.ts'
import { DIRECTIONS, KINDS, TONES } from './codes.ts'
import { CHUNK, type Chunk, type Columns } from './columns.ts'

export interface Activity {
  /** Milliseconds since the epoch: the first row and the last, or the time that was asked for. */
  from: number
  to: number
  /** Rows in each equal part of that time; those that went wrong or break a MUST; of the others those that give cause for a warning. */
  counts: number[]
  bad: number[]
  warned: number[]
}

const BAD = TONES.indexOf('bad')
const NOTIFICATION = KINDS.indexOf('notification') + 1
const IN = DIRECTIONS.indexOf('in')

/** `time`: to be counted over this instead of the time of the record; what lies outside of it is left out. */
export function activityOf(
  columns: Columns,
  parts: number,
  blame: Pick<Blame, 'brokenIn' | 'wrongIn'>,
  time?: readonly [from: number, to: number],
): Activity | null {
  const [from, to] = time ?? timeOf(columns)
  if (from > to) return null
  const none = () => Array.from({ length: parts }, () => 0)
  const activity: Activity = { from, to, counts: none(), bad: none(), warned: none() }
  const width = Math.max(1e-6, to - from) / parts
  for (const [number, chunk] of columns.chunks()) {
    const broken = blame.brokenIn(number)
    const wrong = blame.wrongIn(number)
    for (let index = 0; index < CHUNK; index += 1) {
      if (chunk.kind[index] === 0) continue
      const at = chunk.at[index]!
      if (at < from || at > to) continue
      const part = Math.min(parts - 1, Math.floor((at - from) / width))
      activity.counts[part]! += 1
      const says = toneIn(chunk, index)
      if (says === 'bad' || holds(wrong, index)) activity.bad[part]! += 1
      else if (says === 'warn' || holds(broken, index)) activity.warned[part]! += 1
    }
  }
  return activity
}

/** Of the first row and of the last; the other way round where there is none. */
function timeOf(columns: Columns): [from: number, to: number] {
  let [from, to] = [Infinity, -Infinity]
  for (const [, chunk] of columns.chunks())
    for (let index = 0; index < CHUNK; index += 1) {
      if (chunk.kind[index] === 0) continue
      from = Math.min(from, chunk.at[index]!)
      to = Math.max(to, chunk.at[index]!)
    }
  return [from, to]
}

/** That a server logs an error does not mean that the talk with it failed. */
function toneIn(chunk: Chunk, index: number): 'bad' | 'warn' | undefined {
  if (chunk.tone[index] !== BAD) return undefined
  return chunk.kind[index] === NOTIFICATION && chunk.direction[index] === IN ? 'warn' : 'bad'
}

function holds(bits: Uint8Array | undefined, index: number): boolean {
  return bits !== undefined && (bits[index >> 3]! & (1 << (index & 7))) !== 0
}
