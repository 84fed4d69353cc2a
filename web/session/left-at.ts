// Where a panel was left: its links in the navigation name no place in it.
import { useEffect } from 'react'
import { go, useRoute, type Route } from '../route/route.ts'

const places = new Map<string, Required<Pick<Route, 'item' | 'query'>>>()

/** Opens a wide panel where it was left on this connection, if that is still there; a narrow one opens with its list. */
export function useLeftAt(panel: string, connection: string, narrow: boolean, isThere: (item: string) => boolean): void {
  const route = useRoute()
  const key = JSON.stringify([panel, connection])
  useEffect(() => {
    // It may stand a moment longer than it is meant.
    if (route.panel !== panel || route.connection !== connection) return
    const { item, query } = route
    if (item !== undefined) {
      places.set(key, { item, query })
      return
    }
    const left = places.get(key)
    if (!narrow && left !== undefined && isThere(left.item)) go(left, 'replace')
  })
}
