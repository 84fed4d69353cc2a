// Whether what points is a finger: then what it must hit is as large as one, rows that are drawn by their height too.
import { useSyncExternalStore } from 'react'

/** Pixels. */
export const FINGER = 44

let known: MediaQueryList | undefined
/** Asked for when it is needed: there is no window where pure functions are tested. */
const query = (): MediaQueryList => (known ??= window.matchMedia('(pointer: coarse)'))

function subscribe(listener: () => void): () => void {
  query().addEventListener('change', listener)
  return () => query().removeEventListener('change', listener)
}

export function useFinger(): boolean {
  return useSyncExternalStore(subscribe, () => query().matches)
}

/** The height of rows that can be pressed, which are `height` pixels high for a mouse. */
export function useRowHeight(height: number): number {
  return useFinger() ? Math.max(height, FINGER) : height
}
