// Work that nobody waits for keeps out of the way of a call: code is fetched, unpacked and compiled on the same few processors
// that read what a server sends.

/** Milliseconds between two looks, and of patience in all: a call may hang for ever. */
const LOOK = 100
const PATIENCE = 10_000

/** A way to wait until nothing is asked of a server; all waits together take no longer than `PATIENCE`. */
export function untilCalm(busy: () => boolean): () => Promise<void> {
  let left = PATIENCE / LOOK
  return async () => {
    while (left > 0 && busy()) {
      left -= 1
      await new Promise((resolve) => setTimeout(resolve, LOOK))
    }
  }
}
