// How much happened when: rows counted over the time of a record.
import { TONES } from './codes.ts'
import { CHUNK, type Columns } from './columns.ts'

export interface Activity {
  /** Milliseconds since the epoch of the first row and of the last. */
  from: number
  to: number
  /** Rows in each equal part of that time, those of them that went wrong, and those that break a rule. */
  counts: number[]
  bad: number[]
  broken: number[]
}

const BAD = TONES.indexOf('bad')

/** `brokenIn`: a bit for each row of a chunk that breaks a rule, if any does. */
export function activityOf(columns: Columns, parts: number, brokenIn: (chunk: number) => Uint8Array | undefined): Activity | null {
  let from = Infinity
  let to = -Infinity
  for (const [, chunk] of columns.chunks())
    for (let index = 0; index < CHUNK; index += 1) {
      if (chunk.kind[index] === 0) continue
      from = Math.min(from, chunk.at[index]!)
      to = Math.max(to, chunk.at[index]!)
    }
  if (from > to) return null
  const none = () => Array.from({ length: parts }, () => 0)
  const activity: Activity = { from, to, counts: none(), bad: none(), broken: none() }
  const width = Math.max(1e-6, to - from) / parts
  for (const [number, chunk] of columns.chunks()) {
    const broken = brokenIn(number)
    for (let index = 0; index < CHUNK; index += 1) {
      if (chunk.kind[index] === 0) continue
      const part = Math.min(parts - 1, Math.floor((chunk.at[index]! - from) / width))
      activity.counts[part]! += 1
      if (chunk.tone[index] === BAD) activity.bad[part]! += 1
      if (broken !== undefined && (broken[index >> 3]! & (1 << (index & 7))) !== 0) activity.broken[part]! += 1
    }
  }
  return activity
}
