// How wide the window is: phone-narrow, where panes stack, one at a time; or tight, where rows of acts become menus.
import { useSyncExternalStore } from 'react'

const narrow = widthWatch('(max-width: 700px)')
const tight = widthWatch('(max-width: 1100px)')

function widthWatch(media: string) {
  const query = window.matchMedia(media)
  return {
    subscribe(listener: () => void): () => void {
      query.addEventListener('change', listener)
      return () => query.removeEventListener('change', listener)
    },
    matches: () => query.matches,
  }
}

export function useNarrow(): boolean {
  return useSyncExternalStore(narrow.subscribe, narrow.matches)
}

export function useTight(): boolean {
  return useSyncExternalStore(tight.subscribe, tight.matches)
}
