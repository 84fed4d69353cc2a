// What nobody waits for (judging, keeping the record) rests while somebody reads a large result: both would read it anew
// and hold up the rows that the page asks for. It rests as well while the answer to a call is drawn: on a machine with few
// processors the page would wait for one.

/** Milliseconds in which a page draws an answer. */
const DRAWN = 250
/** Requests that follow closer upon each other are a program's: nothing rests for them, or it would never be done. */
const APART = 300

let quietUntil = 0
let askedAt = -Infinity

/** Somebody reads something large now. */
export function askQuiet(milliseconds = 500): void {
  quietUntil = Math.max(quietUntil, performance.now() + milliseconds)
}

/** Milliseconds until work that can wait may be done. */
export function quietLeft(): number {
  return Math.max(0, quietUntil - performance.now())
}

/** Begins a request, in quiet if a person may wait for it: as it leaves, and when its answer has come. Settles as it does. */
export async function inQuiet<T>(begin: () => Promise<T>): Promise<T> {
  const now = performance.now()
  const awaited = now - askedAt > APART
  askedAt = now
  if (awaited) askQuiet(DRAWN)
  try {
    return await begin()
  } finally {
    if (awaited) askQuiet(DRAWN)
  }
}
