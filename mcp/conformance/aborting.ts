// Many wait for one signal: a burst sends dozens of requests that one stop breaks off. Each would be a listener of its own, and Node takes
// more than ten for a leak and says so on stderr.

const waiting = new WeakMap<AbortSignal, Set<() => void>>()

/** Calls `act` once when the signal is aborted, at once where it is already. Returns what takes that back. */
export function onAbort(signal: AbortSignal, act: () => void): () => void {
  if (signal.aborted) {
    act()
    return () => {}
  }
  let all = waiting.get(signal)
  if (all === undefined) {
    const own = (all = new Set<() => void>())
    waiting.set(signal, own)
    signal.addEventListener('abort', () => [...own].forEach((one) => one()), { once: true })
  }
  const one = (): void => act()
  all.add(one)
  return () => void all.delete(one)
}
