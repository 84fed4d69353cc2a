// Whether the window is phone-narrow: panes then stack, one at a time.
import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(max-width: 700px)')

function subscribe(listener: () => void): () => void {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

export function useNarrow(): boolean {
  return useSyncExternalStore(subscribe, () => query.matches)
}
