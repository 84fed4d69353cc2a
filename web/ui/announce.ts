// What is said to a screen reader beside what is drawn. One region reads it out (web/app/Announcer.tsx), since regions
// that come together with their first words are often not heard.
import { useEffect, useRef } from 'react'

/** Progress is said at most this often, in milliseconds: words that come faster talk over each other. */
export const PACE = 5000

const listeners = new Set<(text: string) => void>()

export function announce(text: string): void {
  for (const listener of listeners) listener(text)
}

/** Hears all that is announced. Returns the function that stops it. */
export function onAnnounce(listener: (text: string) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Says the first text at once, and then drops those that come within the pace. `clock`: milliseconds. */
export function paced(say: (text: string) => void, clock = () => performance.now(), pace = PACE): (text: string) => void {
  let last = -Infinity
  return (text) => {
    const now = clock()
    if (now - last < pace) return
    last = now
    say(text)
  }
}

/** Announces how far something is, in its own time. */
export function useProgressSaid(text: string | undefined): void {
  const say = useRef<(text: string) => void>(undefined)
  useEffect(() => {
    say.current ??= paced(announce)
    if (text !== undefined) say.current(text)
  }, [text])
}
