// Where the focus goes when what holds it goes: to the button that began it, never to nowhere.
import { useLayoutEffect, useRef, type RefObject } from 'react'

/** For the element that goes. `to`: a selector of what is focused then. */
export function useFocusAfter<T extends HTMLElement>(to = '[data-call]'): RefObject<T | null> {
  const box = useRef<T>(null)
  useLayoutEffect(() => {
    const here = box.current
    return () => {
      if (here?.contains(document.activeElement) === true) document.querySelector<HTMLElement>(to)?.focus()
    }
  }, [to])
  return box
}
