// How many things the lists of a panel hold, beside its title. Reads the lists that are known, never asks for one: a number that may
// have changed since, by a reconnect or because the server said so, is shown as the one of before.
import { useEffect, useSyncExternalStore } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useConnection } from '../session/connections.ts'
import { lastCount, noteCount } from '../session/last-counts.ts'
import { listQuery } from '../session/list-query.ts'
import type { ListMethod } from '../session/list-methods.ts'
import { useStale } from '../session/stale-lists.ts'
import { grouped } from '../ui/format.ts'
import type { Panel } from './panels.ts'
import style from './PanelNav.module.css'

export interface ListedProps {
  panel: Panel
  lists: readonly ListMethod[]
}

/** The second of resources/list and resources/templates/list, or one that never runs. */
const SPARE: ListMethod = 'resources/templates/list'

interface Known {
  count: number
  /** It was listed like that once, and may be another number now. */
  before: boolean
}

export function Listed({ panel, lists: [first = SPARE, second] }: ListedProps) {
  const facts = useConnection()?.facts
  const one = useLength(first)
  const other = useLength(second ?? SPARE)
  const known = [one, second === undefined ? undefined : other].filter((list) => list !== undefined)
  const before = known.some((list) => list.before)
  // What the server offers no more was true of another time.
  if (known.length === 0 || (before && facts !== undefined && !panel.offered(facts))) return null
  const sum = grouped(known.reduce((sum, { count }) => sum + count, 0))
  if (!before) return <span className={style.count}>{sum}</span>
  return (
    <span className={`${style.count} ${style.before}`} title="When it was listed last: open the panel for what it is now">
      {sum}
      <span className="visually-hidden"> when it was listed last</span>
    </span>
  )
}

/** Undefined: the list was never read. */
function useLength(method: ListMethod): Known | undefined {
  const connection = useConnection()
  const client = useQueryClient()
  const id = connection?.id ?? ''
  const query = listQuery(id, connection?.generation ?? 0, method)
  const { data, dataUpdatedAt, isPlaceholderData } = useQuery({ ...query, enabled: false })
  const now = isPlaceholderData ? undefined : data
  // It is asked for again only where somebody looks at it.
  const doubted = useSyncExternalStore(
    (change) => client.getQueryCache().subscribe(change),
    () => client.getQueryState(query.queryKey)?.isInvalidated === true,
  )
  const stale = useStale(id, method, dataUpdatedAt)
  const count = now?.items.length
  useEffect(() => {
    if (count !== undefined) noteCount(id, method, count)
  }, [id, method, count])
  if (count !== undefined) return { count, before: doubted || stale }
  const last = lastCount(id, method)
  return last === undefined ? undefined : { count: last, before: true }
}
