// How long a server lets a copy of its answer count as fresh (2026-07-28, caching), and for whom. Nothing is asked for by it.
import { isObject, type Json } from '#mcp/json.ts'
import { clock, reveal } from './format.ts'
import { useNow } from './use-now.ts'
import style from './LimitClock.module.css'

export interface Fresh {
  /** Milliseconds since the epoch. */
  until: number
  /** False: the server wants no copy kept at all, which is the usual thing to say, and no news. */
  lasts: boolean
  scope: string
}

/** Undefined when the result does not say. `at`: when it came, milliseconds since the epoch. */
export function freshOf(result: Json, at: number): Fresh | undefined {
  if (!isObject(result) || typeof result.ttlMs !== 'number') return undefined
  return { until: at + result.ttlMs, lasts: result.ttlMs > 0, scope: typeof result.cacheScope === 'string' ? result.cacheScope : 'private' }
}

export function freshWords({ until, lasts, scope }: Fresh, now: number): string {
  if (!lasts) return `not to be kept, ${reveal(scope)}`
  return until <= now
    ? `stale since ${clock(until).slice(0, 8)}, ${reveal(scope)}`
    : `fresh until ${clock(until).slice(0, 8)}, ${reveal(scope)}`
}

/** `padded`: it stands at the edge of a pane. */
export function Freshness({ fresh, padded = false }: { fresh: Fresh | undefined; padded?: boolean }) {
  const now = useNow(1000, fresh?.lasts === true)
  if (fresh?.lasts !== true) return null
  return (
    <span
      className={padded ? `${style.fresh} ${style.edge}` : style.fresh}
      title="What the server says of copies of this answer (ttlMs, cacheScope)"
    >
      {freshWords(fresh, now)}
    </span>
  )
}
