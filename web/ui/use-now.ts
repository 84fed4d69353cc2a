// The time, again and again, for things that count seconds. Stops while nobody needs it. All of them tick together: a page that
// draws one of them a little after the other draws twice.
import { useEffect, useState } from 'react'

/** Milliseconds since the epoch, renewed every `interval` milliseconds while `active`. */
export function useNow(interval: number, active = true): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!active) return
    const tick = () => setNow(Date.now())
    tick()
    let timer = setTimeout(function next() {
      tick()
      timer = setTimeout(next, untilBeat(interval))
    }, untilBeat(interval))
    return () => clearTimeout(timer)
  }, [interval, active])
  return now
}

/** Milliseconds until the next of the moments that all who tick so often share. */
export function untilBeat(interval: number): number {
  return interval - (performance.now() % interval)
}
