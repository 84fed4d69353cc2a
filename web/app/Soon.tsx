import { startTransition, useEffect, useState, type ReactNode } from 'react'

/** What is drawn in a turn of its own, after what stands beside it: who waits for that would else wait for both. */
export function Soon({ children }: { children: ReactNode }) {
  const [drawn, setDrawn] = useState(false)
  useEffect(() => startTransition(() => setDrawn(true)), [])
  return drawn ? children : null
}
