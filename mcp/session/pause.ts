// Waiting that ends early when it is no longer wanted.

/** Beyond this a timer fires at once. */
const LONGEST = 2 ** 31 - 1

/** Resolves after `ms`, or at once when the signal aborts. Never rejects. */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) return resolve()
    const timer = setTimeout(done, Math.min(ms, LONGEST))
    function done(): void {
      clearTimeout(timer)
      signal.removeEventListener('abort', done)
      resolve()
    }
    signal.addEventListener('abort', done, { once: true })
  })
}
