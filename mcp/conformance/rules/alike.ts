// Whether a list is the same again: within a conversation, and over another.
import { isObject } from '../../json.ts'
import { isText, LISTS, MEMBER } from '../items.ts'
import { breach, quote, type Rule } from '../rule.ts'
import type { Message } from '../seen.ts'
import { headerOf } from '../trips.ts'

/** Requests that may change what a server has. */
const ACTS = new Set(['tools/call', 'tasks/update', 'tasks/cancel', 'logging/setLevel'])

/** The names in a list that is complete in one page; undefined for a part of one. */
export function namesOf({ method, asked, result }: Message): string | undefined {
  const items = result[MEMBER[method] ?? '']
  if (asked?.params.cursor !== undefined || isText(result.nextCursor) || !Array.isArray(items)) return undefined
  const names = items.map((one) => (isObject(one) ? quote(one.uri ?? one.uriTemplate ?? one.name) : quote(one)))
  return names.toSorted((a, b) => (a < b ? -1 : 1)).join(' ')
}

export const changes = ({ kind, method }: Message): boolean =>
  kind === 'notification' ? method.endsWith('list_changed') : kind === 'sent' && ACTS.has(method)

/** A list, and when it was had. */
export interface Listed {
  names: string
  at: number
}
/** Milliseconds within which no list changes by itself, as far as anybody can tell. */
const SOON = 15_000
export const recent = (one: Listed | undefined, at: number): string | undefined =>
  one !== undefined && at - one.at < SOON ? one.names : undefined

export const TOLD = [...LISTS, 'notification', 'sent']

/** Which list, and for whom. */
const keyed = ({ method, trip }: Message): string =>
  `${method} ${trip === undefined ? '' : (headerOf(trip.headers, 'authorization') ?? '')}`

/** Whether a list is the one that was had before, where nothing has happened since that may change it. */
export function asBefore(seen: Message, lists: Map<string, Listed>): string | undefined | null {
  if (changes(seen)) lists.clear()
  const names = seen.kind === 'result' ? namesOf(seen) : undefined
  if (names === undefined || String(seen.asked?.id).startsWith('loupe-other')) return null
  const before = recent(lists.get(keyed(seen)), seen.at)
  lists.set(keyed(seen), { names, at: seen.at })
  return before === undefined ? null : before === names ? undefined : 'it is another than before'
}

/** The same between conversations. What changes within one tells nothing here: DV-21 looks at that. */
export function elsewhere(): Pick<Rule, 'on' | 'judge'> {
  return {
    on: TOLD,
    judge(_, kept) {
      const before = (kept.get('lists') ?? new Map<string, Listed>()) as Map<string, Listed>
      const unsteady = (kept.get('unsteady') ?? new Set<string>()) as Set<string>
      const own = new Map<string, Listed>()
      const next = new Map(before)
      kept.set('lists', next)
      kept.set('unsteady', unsteady)
      return {
        *see(one) {
          const seen = one as Message
          if (changes(seen)) {
            before.clear()
            own.clear()
            next.clear()
          }
          const names = seen.kind === 'result' ? namesOf(seen) : undefined
          if (names === undefined || String(seen.asked?.id).startsWith('loupe-other')) return
          const key = keyed(seen)
          const [here, there] = [recent(own.get(key), seen.at), recent(before.get(key), seen.at)]
          own.set(key, { names, at: seen.at })
          next.set(key, { names, at: seen.at })
          if (here !== undefined && here !== names) unsteady.add(key)
          if (here !== undefined || there === undefined || unsteady.has(key)) return
          yield there === names
            ? { outcome: 'pass', seq: seen.seq }
            : { outcome: breach('MUST NOT'), says: 'it is another than over the connection before', seq: seen.seq }
        },
      }
    },
  }
}
