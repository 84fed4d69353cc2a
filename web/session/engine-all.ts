// What a view looks into: one record, or all of them as one. The code that knows connections apart is fetched when it is first wanted.
import type { Member, Merged } from '#mcp/traffic/merged.ts'
import type { Activity } from '#mcp/traffic/activity.ts'
import type { Traffic } from '#mcp/traffic.ts'
import { ALL, calledAs } from './all.ts'
import type { ConnectionState } from './connection-state.ts'
import type { EngineCalls } from './engine-messages.ts'

/** A connection or a saved record. */
interface Shown {
  id: string
  traffic: Traffic
  state(): Pick<ConnectionState, 'id' | 'name' | 'facts'>
}

export interface Sources {
  /** Undefined: there is no such record. Null: not yet, `ready` will tell. */
  of(connection: string, filter: string): Pick<Traffic, 'window'> | undefined | null
  activity(...args: Parameters<EngineCalls['activity']>): Promise<Activity | null>
  /** Nobody looks at all of them any more: how they stand together is forgotten. */
  release(): void
}

const load = () => import('#mcp/traffic/merged.ts')

export function createSources(shownAs: (id: string) => Shown | undefined, all: () => readonly Shown[], ready: () => void): Sources {
  let code: Awaited<ReturnType<typeof load>> | undefined
  let loading: Promise<void> | undefined
  let merged: Merged | undefined

  function member(id: string): Member | undefined {
    const shown = shownAs(id)
    return shown === undefined ? undefined : { traffic: shown.traffic, ...calledAs(shown.state()) }
  }

  function fetchCode(): null {
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

  return {
    of(connection, filter) {
      const several = connection === ALL
      // Most filters name no connection, and what this one is called need not be asked.
      if (!several && !/connection:/i.test(filter)) return shownAs(connection)?.traffic
      if (code === undefined) return fetchCode()
      if (several) return (merged ??= new code.Merged(member))
      const one = member(connection)
      return (
        one &&
        code.called(
          one,
          filter,
          all().flatMap(({ id }) => member(id) ?? []),
        )
      )
    },
    async activity(connection, ...wish) {
      if (connection !== ALL) return shownAs(connection)?.traffic.activity(...wish) ?? null
      const { activityAcross } = await load()
      return activityAcross(
        all().map(({ traffic }) => traffic),
        ...wish,
      )
    },
    release: () => (merged = undefined),
  }
}
