// Words that change in their place, and are read out when they do: not from there but from the one region that
// announces (announce.ts), once they rest. The place keeps its role, and is silent by itself.
import { useEffect, useRef, type HTMLAttributes, type RefObject } from 'react'
import { announce, PACE } from './announce.ts'

/** Milliseconds that words must stand before they are read out: who types is not talked into. */
const REST = 600

/**
 * Announces the words of the element that the ref is put on, when they have changed and rest. `pace`: milliseconds between
 * two of them at least; those in between are passed over. `appears`: what stands there at first is read too.
 */
export function useSaid<Place extends HTMLElement>(on: boolean, pace = 0, appears = true): RefObject<Place | null> {
  const place = useRef<Place>(null)
  const said = useRef<{ text: string | undefined; at: number }>({ text: appears ? '' : undefined, at: -Infinity })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => {
    const text = on ? wordsOf(place.current) : ''
    const before = said.current.text
    said.current.text = text
    if (text === before || before === undefined) return
    clearTimeout(timer.current)
    if (text === '') return
    timer.current = setTimeout(
      () => {
        said.current.at = performance.now()
        announce(text)
      },
      Math.max(REST, said.current.at + pace - performance.now()),
    )
  })
  useEffect(() => () => clearTimeout(timer.current), [])
  return place
}

export interface SaidProps extends HTMLAttributes<HTMLElement> {
  as?: 'span' | 'div' | 'p'
  /** It changes by itself: it is read out every few seconds at most. */
  pace?: boolean
  /** It changes without being read out now. */
  quiet?: boolean
  /** It comes and goes with its words: they are read out when it comes. */
  appears?: boolean
}

/** Words that are read out when they change. */
export function Said({ as: Place = 'span', pace = false, quiet = false, appears = false, ...rest }: SaidProps) {
  const place = useSaid<HTMLElement>(!quiet, pace ? PACE : 0, appears)
  // The three have nothing of their own.
  return <Place ref={place as RefObject<never>} role="status" aria-live="off" {...rest} />
}

/** What is read of an element: not its buttons, nor what is drawn for the eye alone. */
function wordsOf(element: HTMLElement | null): string {
  if (element === null) return ''
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT, (node) =>
    node instanceof Element
      ? node.matches('button, [aria-hidden=true]')
        ? NodeFilter.FILTER_REJECT
        : NodeFilter.FILTER_SKIP
      : NodeFilter.FILTER_ACCEPT,
  )
  const words: string[] = []
  while (walker.nextNode() !== null) words.push(walker.currentNode.nodeValue ?? '')
  return words.join(' ').replace(/\s+/g, ' ').trim()
}
