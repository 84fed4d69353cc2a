// What nobody waits for (judging, keeping the record) rests while somebody reads a large result: both would read it anew
// and hold up the rows that the page asks for.

let quietUntil = 0

/** Somebody reads something large now. */
export function askQuiet(milliseconds = 500): void {
  quietUntil = performance.now() + milliseconds
}

/** Milliseconds until work that can wait may be done. */
export function quietLeft(): number {
  return Math.max(0, quietUntil - performance.now())
}
