// A result that arrives: it is said to a screen reader, and on a small screen it comes into view.
import { useEffect, useRef, type RefObject } from 'react'
import { announce } from './announce.ts'
import { useNarrow } from './use-narrow.ts'

/** Milliseconds after which it is drawn: words before would be drawn by themselves, in the same frame. */
const DRAWN = 50

/**
 * `of` names the run and how it stands: a change of it is an arrival; what is there at first is none. `words` is what is
 * said then, undefined when nothing is. Returns the ref of the box that comes into view.
 */
export function useArrival<Box extends HTMLElement>(of: string | undefined, words: string | undefined): RefObject<Box | null> {
  const box = useRef<Box>(null)
  const before = useRef(of)
  const narrow = useNarrow()
  useEffect(() => {
    if (before.current === of) return
    before.current = of
    if (of === undefined) return
    if (words !== undefined) setTimeout(announce, DRAWN, words)
    if (narrow) box.current?.scrollIntoView({ block: 'start' })
  }, [of, words, narrow])
  return box
}
