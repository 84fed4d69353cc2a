// What many times tell: the usual ones, the slow ones, and how they are spread.

export interface Latency {
  count: number
  /** Milliseconds. */
  min: number
  median: number
  p95: number
  p99: number
  max: number
  /** Equal parts from `min` to `max`: how many fell into each. */
  parts: number[]
}

const PARTS = 24

/** Undefined when there are none. Percentiles are of times that were measured, the nearest rank above. */
export function latencyOf(times: readonly number[]): Latency | undefined {
  if (times.length === 0) return undefined
  // As numbers of the machine: sorted by a function, a hundred thousand would hold up the page.
  const sorted = Float64Array.from(times).sort()
  const rank = (share: number) => sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!
  const min = sorted[0]!
  const max = sorted[sorted.length - 1]!
  const parts = Array.from({ length: PARTS }, () => 0)
  for (const time of sorted) parts[Math.min(PARTS - 1, max === min ? 0 : Math.floor(((time - min) / (max - min)) * PARTS))]! += 1
  return { count: sorted.length, min, median: rank(0.5), p95: rank(0.95), p99: rank(0.99), max, parts }
}
