// The time, again and again, for things that count seconds. Stops while nobody needs it.
import { useEffect, useState } from 'react'

/** Milliseconds since the epoch, renewed every `interval` milliseconds while `active`. */
export function useNow(interval: number, active = true): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!active) return
    const tick = () => setNow(Date.now())
    tick()
    const timer = setInterval(tick, interval)
    return () => clearInterval(timer)
  }, [interval, active])
  return now
}
