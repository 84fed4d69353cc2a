// What differs between two texts, line by line. Short stretches are compared exactly; long ones first where a line stands
// once in both, so that a line that came in far above moves nothing.

export interface DiffLine {
  kind: 'same' | 'only-first' | 'only-second'
  text: string
}

/** A line of the first beside the one of the second that took its place, or beside nothing. */
export interface DiffPair {
  kind: 'same' | 'changed'
  before?: string
  after?: string
}

/** So many lines stayed, then so many went and so many came in their place: three numbers for each such run. */
export type DiffRuns = Uint32Array<ArrayBuffer>

/** Cells of the exact comparison, which takes the product of both lengths. */
const MOST_CELLS = 2_250_000

/** Compares lines by their texts. */
export function diffRuns(first: readonly string[], second: readonly string[]): DiffRuns {
  const numbers = new Map<string, number>()
  const numbered = (lines: readonly string[]) =>
    Int32Array.from(lines, (line) => {
      const known = numbers.get(line) ?? numbers.size
      numbers.set(line, known)
      return known
    })
  const a = numbered(first)
  const b = numbered(second)
  /** For each line of the first: the line of the second that it is, or -1. */
  const partner = new Int32Array(a.length).fill(-1)
  const ranges: [number, number, number, number][] = [[0, a.length, 0, b.length]]
  for (let range = ranges.pop(); range !== undefined; range = ranges.pop()) {
    let [fromA, toA, fromB, toB] = range
    while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) partner[fromA++] = fromB++
    while (fromA < toA && fromB < toB && a[toA - 1] === b[toB - 1]) partner[--toA] = --toB
    if (fromA === toA || fromB === toB) continue
    if ((toA - fromA) * (toB - fromB) <= MOST_CELLS) {
      longest(a, b, fromA, toA, fromB, toB, partner)
      continue
    }
    const anchors = anchorsOf(a, b, fromA, toA, fromB, toB)
    // Nothing to hold on to: place by place.
    if (anchors.length === 0)
      for (let at = 0; at < Math.min(toA - fromA, toB - fromB); at++) if (a[fromA + at] === b[fromB + at]) partner[fromA + at] = fromB + at
    let lastA = fromA
    let lastB = fromB
    for (const [atA, atB] of anchors) {
      partner[atA] = atB
      ranges.push([lastA, atA, lastB, atB])
      lastA = atA + 1
      lastB = atB + 1
    }
    if (anchors.length > 0) ranges.push([lastA, toA, lastB, toB])
  }
  return runsOf(partner, b.length)
}

function runsOf(partner: Int32Array, lengthB: number): DiffRuns {
  const runs: number[] = []
  let i = 0
  let j = 0
  while (i < partner.length || j < lengthB) {
    const startSame = i
    while (i < partner.length && partner[i] === j) {
      i += 1
      j += 1
    }
    const same = i - startSame
    const startGone = i
    while (i < partner.length && partner[i] === -1) i += 1
    const next = i < partner.length ? partner[i]! : lengthB
    runs.push(same, i - startGone, next - j)
    j = next
  }
  return new Uint32Array(runs)
}

/** The longest common lines of a stretch. */
function longest(a: Int32Array, b: Int32Array, fromA: number, toA: number, fromB: number, toB: number, partner: Int32Array): void {
  const height = toA - fromA
  const width = toB - fromB + 1
  // For each pair of places: how many lines what follows has in common.
  const common = new Uint32Array((height + 1) * width)
  for (let i = height - 1; i >= 0; i--)
    for (let j = width - 2; j >= 0; j--)
      common[i * width + j] =
        a[fromA + i] === b[fromB + j]
          ? common[(i + 1) * width + j + 1]! + 1
          : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
  for (let i = 0, j = 0; i < height && j < width - 1;) {
    if (a[fromA + i] === b[fromB + j]) partner[fromA + i++] = fromB + j++
    else if (common[(i + 1) * width + j]! >= common[i * width + j + 1]!) i++
    else j++
  }
}

/** Lines that stand once in either stretch, as many as keep their order. */
function anchorsOf(a: Int32Array, b: Int32Array, fromA: number, toA: number, fromB: number, toB: number): [number, number][] {
  const placesA = placesOnce(a, fromA, toA)
  const placesB = placesOnce(b, fromB, toB)
  const pairs: [number, number][] = []
  for (const [line, at] of placesA) {
    const there = at < 0 ? undefined : placesB.get(line)
    if (there !== undefined && there >= 0) pairs.push([at, there])
  }
  // The longest rising row of places in the second (patience).
  const ends: number[] = []
  const before = new Int32Array(pairs.length).fill(-1)
  for (const [index, [, place]] of pairs.entries()) {
    let low = 0
    let high = ends.length
    while (low < high) {
      const middle = (low + high) >> 1
      if (pairs[ends[middle]!]![1] < place) low = middle + 1
      else high = middle
    }
    if (low > 0) before[index] = ends[low - 1]!
    ends[low] = index
  }
  const kept: [number, number][] = []
  for (let at = ends.at(-1) ?? -1; at >= 0; at = before[at]!) kept.push(pairs[at]!)
  return kept.reverse()
}

/** Where each line stands; -1 for one that stands more than once. */
function placesOnce(lines: Int32Array, from: number, to: number): Map<number, number> {
  const places = new Map<number, number>()
  for (let at = from; at < to; at++) places.set(lines[at]!, places.has(lines[at]!) ? -1 : at)
  return places
}

/** What is not there has no line, not an empty one. */
export function linesOfText(text: string): string[] {
  return text === '' ? [] : text.split('\n')
}

/** The longest common lines stay, all else is of the first or of the second. */
export function diffLines(first: string, second: string): DiffLine[] {
  const a = linesOfText(first)
  const b = linesOfText(second)
  const runs = diffRuns(a, b)
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  for (let at = 0; at < runs.length; at += 3) {
    for (let count = runs[at]!; count > 0; count--, j++) lines.push({ kind: 'same', text: a[i++]! })
    for (let count = runs[at + 1]!; count > 0; count--) lines.push({ kind: 'only-first', text: a[i++]! })
    for (let count = runs[at + 2]!; count > 0; count--) lines.push({ kind: 'only-second', text: b[j++]! })
  }
  return lines
}
