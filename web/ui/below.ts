// What stands over the end of the page for a while: lists end above it, so that their last rows can be seen.
import { useLayoutEffect, type RefObject } from 'react'

/** The property that holds how much of the page's end is covered; it is there only while something is. */
const COVERED = '--covered'
/** Pixels around what stands there. */
const AROUND = 24

/** Says how high the element stands over the end of the page, as long as it does. */
export function useCovers(box: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return
    const root = document.documentElement.style
    const observer = new ResizeObserver(() => {
      const { top, bottom, height } = element.getBoundingClientRect()
      // On a small screen it may stand at the top.
      if (height === 0 || top + bottom < window.innerHeight) root.removeProperty(COVERED)
      else root.setProperty(COVERED, `${Math.ceil(height) + AROUND}px`)
    })
    observer.observe(element)
    return () => {
      observer.disconnect()
      root.removeProperty(COVERED)
    }
  }, [box])
}
