// What a view looks into: one record, or all of them as one. The code that merges is fetched when somebody first looks at all.
import type { Merged } from '#mcp/traffic/merged.ts'
import { concerns } from '#mcp/traffic/filter.ts'
import type { Activity } from '#mcp/traffic/activity.ts'
import type { Traffic } from '#mcp/traffic.ts'
import { ALL } from './all.ts'

/** A connection or a saved record. */
interface Shown {
  id: string
  traffic: Traffic
  state(): { name: string }
}

export interface Sources {
  /** Undefined: there is no such record. Null: not yet, `ready` will tell. */
  of(connection: string, filter: string): Pick<Traffic, 'window'> | undefined | null
  activity(connection: string, parts: number): Promise<Activity | null>
  /** Nobody looks at all of them any more: how they stand together is forgotten. */
  release(): void
}

export function createSources(
  shownAs: (id: string) => Shown | undefined,
  all: () => readonly Shown[],
  ready: () => void,
  load = () => import('#mcp/traffic/merged.ts'),
): Sources {
  let code: Awaited<ReturnType<typeof load>> | undefined
  let loading: Promise<void> | undefined
  let merged: Merged | undefined
  const named = (shown: Shown): string[] => [shown.state().name, shown.id]

  function mergedNow(): Merged | null {
    if (code === undefined) {
      loading ??= load().then(
        (module) => {
          code = module
          ready()
        },
        () => {
          loading = undefined
        },
      )
      return null
    }
    return (merged ??= new code.Merged((id) => {
      const shown = shownAs(id)
      return shown === undefined ? undefined : { traffic: shown.traffic, names: named(shown) }
    }))
  }

  return {
    of(connection, filter) {
      if (connection === ALL) return mergedNow()
      const shown = shownAs(connection)
      if (shown === undefined) return undefined
      const { traffic } = shown
      if (filter === '' || concerns(filter, named(shown))) return traffic
      return { window: (query) => traffic.window({ ...query, seqs: [] }) }
    },
    async activity(connection, parts) {
      if (connection !== ALL) return shownAs(connection)?.traffic.activity(parts) ?? null
      const { activityAcross } = await load()
      return activityAcross(
        all().map(({ traffic }) => traffic),
        parts,
      )
    },
    release: () => (merged = undefined),
  }
}
