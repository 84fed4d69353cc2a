// Rows of several records in order of time, in typed columns: fourteen bytes each. Of one record they stay in its own order,
// whatever its clock did.

/** Rows sorted by time, then by the place of their record. Only the first `length` of each column count. */
export interface Run {
  places: Uint16Array
  seqs: Uint32Array
  /** Milliseconds since the epoch; of a record whose clock went back, the latest time so far. */
  times: Float64Array
  length: number
}

export function emptyRun(room: number): Run {
  return { places: new Uint16Array(room), seqs: new Uint32Array(room), times: new Float64Array(room), length: 0 }
}

/** Writes into `into` at `at` what of two runs lies behind `skipA` and `skipB`. Of rows alike, those of `a` come first. */
function weave(into: Run, at: number, a: Run, skipA: number, b: Run, skipB: number): void {
  let [x, y, to] = [skipA, skipB, at]
  while (x < a.length && y < b.length) {
    const first = a.times[x]! < b.times[y]! || (a.times[x] === b.times[y] && a.places[x]! <= b.places[y]!)
    const from = first ? a : b
    const index = first ? x++ : y++
    into.places[to] = from.places[index]!
    into.seqs[to] = from.seqs[index]!
    into.times[to++] = from.times[index]!
  }
  for (const [run, index] of [
    [a, x],
    [b, y],
  ] as const) {
    copy(into, to, run, index)
    to += run.length - index
  }
  into.length = to
}

function copy(into: Run, at: number, from: Run, index: number): void {
  into.places.set(from.places.subarray(index, from.length), at)
  into.seqs.set(from.seqs.subarray(index, from.length), at)
  into.times.set(from.times.subarray(index, from.length), at)
}

/** All of them as one. */
export function joined(runs: readonly Run[]): Run {
  if (runs.length < 2) return runs[0] ?? emptyRun(0)
  const half = runs.length >> 1
  const [a, b] = [joined(runs.slice(0, half)), joined(runs.slice(half))]
  const into = emptyRun(a.length + b.length)
  weave(into, 0, a, 0, b, 0)
  return into
}

/** `order` with the rows of another; what comes after all that is there costs the new rows alone. The run given may be used up. */
export function extended(order: Run, fresh: Run): Run {
  if (fresh.length === 0) return order
  if (order.length === 0 && order.seqs.length < fresh.length) return fresh
  const room = order.length + fresh.length
  let into = order
  if (order.seqs.length < room) {
    into = emptyRun(Math.max(1024, Math.ceil(room * 1.5)))
    copy(into, 0, order, 0)
  }
  const from = firstAfter(order, fresh.times[0]!, fresh.places[0]!)
  if (from === order.length) copy(into, order.length, fresh, 0)
  else {
    const tail = emptyRun(order.length - from)
    copy(tail, 0, order, from)
    tail.length = order.length - from
    weave(into, from, tail, 0, fresh, 0)
  }
  into.length = room
  return into
}

/** Takes out the rows of one record. */
export function takeOut(order: Run, place: number): void {
  let to = 0
  for (let index = 0; index < order.length; index++) {
    if (order.places[index] === place) continue
    order.places[to] = order.places[index]!
    order.seqs[to] = order.seqs[index]!
    order.times[to++] = order.times[index]!
  }
  order.length = to
}

/** Index of the first row behind that time and place. */
function firstAfter({ times, places, length }: Run, time: number, place: number): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (times[middle]! < time || (times[middle] === time && places[middle]! <= place)) low = middle + 1
    else high = middle
  }
  return low
}

/** Index at which a row stands; when it is not there, that of the next row of its record, else of the next in time. */
export function indexOf({ places, seqs, times, length }: Run, place: number, seq: number, time: number): number {
  for (let index = 0; index < length; index++) if (places[index] === place && seqs[index]! >= seq) return index
  for (let index = 0; index < length; index++) if (times[index]! >= time) return index
  return length
}
