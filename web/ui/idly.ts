// Work that can wait, done bit by bit while the page has nothing else to do.

/** Milliseconds between two bits where the browser does not say when it is idle. */
const PAUSE = 20

/** Calls `step`, which does a few milliseconds of work, until it answers that nothing is left. Returns the way to stop. */
export function idly(step: () => boolean): () => void {
  const waits = typeof requestIdleCallback === 'function'
  let handle = 0
  const next = (): void => {
    handle = waits ? requestIdleCallback(run) : window.setTimeout(run, PAUSE)
  }
  const run = (): void => {
    if (step()) next()
  }
  next()
  return () => (waits ? cancelIdleCallback(handle) : clearTimeout(handle))
}
