// Copying a text, and for a moment what came of it.
import { useEffect, useState } from 'react'
import { announce } from './announce.ts'

/** `said` is a word for people while it is news; `done`: that word means that it worked. */
export function useCopy(text: string | (() => string | Promise<string>)): { said: string | undefined; done: boolean; copy: () => void } {
  const [said, setSaid] = useState<string>()
  useEffect(() => {
    if (said === undefined) return
    announce(said)
    const timer = setTimeout(() => setSaid(undefined), 1600)
    return () => clearTimeout(timer)
  }, [said])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : await text())
      setSaid(DONE)
    } catch {
      setSaid('The browser refused')
    }
  }
  return { said, done: said === DONE, copy: () => void copy() }
}

const DONE = 'Copied'
