// What changed in the definitions since they were last seen: after a reconnect, a list_changed or a reload, by name.
// A mark stays until the person has looked at it; what changes back before that is no change.
import type { Query, QueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { create } from 'zustand'
import { isObject, type Json } from '#mcp/json.ts'
import { useRoute } from '../route/route.ts'
import { differing, digestsOf, keepDigests, keptDigests, type Digests } from './definition-digest.ts'
import { CAPABILITY, type Listing } from './list-query.ts'
import type { ListMethod } from './list-methods.ts'

export interface DefinitionChange {
  kind: 'added' | 'removed' | 'changed'
  /** Members that differ, for 'changed': 'description', 'inputSchema' … */
  members: string[]
}

/** A change with both versions; how it was is not known any more when the page was reloaded since. */
export interface NamedChange extends DefinitionChange {
  name: string
  before?: Json
  after?: Json
}

export type DefinitionChanges = ReadonlyMap<string, DefinitionChange>

const NONE: DefinitionChanges = new Map()

const NAMES: Record<ListMethod, string> = {
  'tools/list': 'name',
  'resources/list': 'uri',
  'resources/templates/list': 'uriTemplate',
  'prompts/list': 'name',
}

/** The changes from one list to another. Entries of one name are compared in their order. */
export function compareDefinitions(old: Digests, now: Digests): DefinitionChanges {
  const changes = new Map<string, DefinitionChange>()
  for (const name of old.keys()) if (!now.has(name)) changes.set(name, { kind: 'removed', members: [] })
  for (const [name, is] of now) {
    const was = old.get(name)
    if (was === undefined) {
      changes.set(name, { kind: 'added', members: [] })
      continue
    }
    const members = new Set<string>()
    for (let at = 0; at < Math.max(is.length, was.length); at += 1) for (const member of differing(was[at], is[at])) members.add(member)
    if (members.size > 0) changes.set(name, { kind: 'changed', members: [...members] })
  }
  return changes
}

interface Watched {
  method: ListMethod
  /** What the person has seen: items of this page, or digests of before. */
  seen: Json[] | Digests
  latest: Json[]
  changes: DefinitionChanges
  /** Definitions of earlier lists of this page, by name: each as it was before it changed or went. */
  before: ReadonlyMap<string, Json>
}

const useStore = create<{ lists: ReadonlyMap<string, Watched> }>(() => ({ lists: new Map() }))

const keyOf = (connection: string, method: ListMethod) => `${method} ${connection}`
const seenOf = ({ seen, method }: Watched): Digests => (Array.isArray(seen) ? digestsOf(seen, method) : seen)

/** Compares each list that arrives, or is there already, with the one before it. Called once, with the page's query client. */
export function watchDefinitions(client: QueryClient): () => void {
  window.addEventListener('pagehide', keep)
  const take = ({ queryKey, state }: Query): void => {
    const [scope, connection, method] = queryKey as [string, string, ListMethod]
    if (scope === 'mcp' && method in CAPABILITY && state.data !== undefined)
      accept(keyOf(connection, method), method, state.data as Listing)
  }
  client.getQueryCache().getAll().forEach(take)
  const stop = client.getQueryCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === 'success') take(event.query)
  })
  return () => {
    window.removeEventListener('pagehide', keep)
    stop()
  }
}

function accept(key: string, method: ListMethod, { items, next, grownFrom }: Listing): void {
  const { lists } = useStore.getState()
  const known = lists.get(key)
  if (known !== undefined && grownFrom !== undefined) {
    // Further pages of the same list: nothing changed by asking for them.
    const seen = new Map([...digestsOf(items.slice(grownFrom), method), ...seenOf(known)])
    return useStore.setState({ lists: new Map(lists).set(key, { ...known, seen, latest: items }) })
  }
  const seen = known?.seen ?? keptDigests(key)
  const list: Watched = { method, seen: seen ?? items, latest: items, changes: NONE, before: beforeOf(known, items, method) }
  if (seen !== undefined) list.changes = compareDefinitions(seenOf(list), digestsOf(items, method))
  // Of a list that was not asked for to its end, what lies behind is not gone.
  if (next !== undefined) list.changes = new Map([...list.changes].filter(([, { kind }]) => kind !== 'removed'))
  // What changed back, or came and went unseen, is compared with nothing: names may be others each time.
  list.before = new Map([...list.before].filter(([name]) => list.changes.has(name)))
  useStore.setState({ lists: new Map(lists).set(key, list) })
}

/** What each name stood for before, where that is something else now. */
function beforeOf(known: Watched | undefined, items: Json[], method: ListMethod): ReadonlyMap<string, Json> {
  if (known === undefined) return new Map()
  const before = new Map(known.before)
  const differs = compareDefinitions(digestsOf(known.latest, method), digestsOf(items, method))
  // As it was before the first of several changes that were not seen: that is what is to be compared.
  for (const [name, item] of byName(known.latest, method))
    if (differs.has(name) && !(known.changes.has(name) && before.has(name))) before.set(name, item)
  return before
}

/** The first of each name. */
function byName(items: Json[], method: ListMethod): Map<string, Json> {
  const names = new Map<string, Json>()
  for (const item of items) {
    const name = isObject(item) ? item[NAMES[method]] : undefined
    if (typeof name === 'string' && !names.has(name)) names.set(name, item)
  }
  return names
}

/** What was seen goes into storage when the page goes: digests are not worth a moment before that. */
function keep(): void {
  for (const [key, list] of useStore.getState().lists) keepDigests(key, seenOf(list))
}

/** Takes the mark from one definition (or, without a name, from all): the person has seen it. */
export function seeDefinition(connection: string, method: ListMethod, name?: string): void {
  const { lists } = useStore.getState()
  const key = keyOf(connection, method)
  const list = lists.get(key)
  if (list === undefined || list.changes.size === 0 || (name !== undefined && !list.changes.has(name))) return
  if (name === undefined) return useStore.setState({ lists: new Map(lists).set(key, { ...list, seen: list.latest, changes: NONE }) })
  const seen = new Map(seenOf(list))
  const now = digestsOf(list.latest, method).get(name)
  if (now === undefined) seen.delete(name)
  else seen.set(name, now)
  const changes = new Map(list.changes)
  changes.delete(name)
  useStore.setState({ lists: new Map(lists).set(key, { ...list, seen, changes }) })
}

/** The marks of the current connection, by name (tools, prompts), URI or URI template. */
export function useDefinitionChanges(method: ListMethod): DefinitionChanges {
  const { connection } = useRoute()
  return useStore((state) => state.lists.get(keyOf(connection, method))?.changes ?? NONE)
}

/** The marks of several lists of the current connection together, with both versions of each definition. */
export function useNamedChanges(methods: readonly ListMethod[]): readonly NamedChange[] {
  const { connection } = useRoute()
  const lists = useStore((state) => state.lists)
  return useMemo(() => named(lists, connection, methods), [lists, connection, methods])
}

/** The same for any connection, now. */
export function namedChanges(connection: string, methods: readonly ListMethod[]): readonly NamedChange[] {
  return named(useStore.getState().lists, connection, methods)
}

/** How many definitions are remembered as they were. */
export function earlierVersions(connection: string, method: ListMethod): number {
  return useStore.getState().lists.get(keyOf(connection, method))?.before.size ?? 0
}

function named(lists: ReadonlyMap<string, Watched>, connection: string, methods: readonly ListMethod[]): NamedChange[] {
  return methods.flatMap((method) => {
    const list = lists.get(keyOf(connection, method))
    if (list === undefined || list.changes.size === 0) return []
    const now = byName(list.latest, method)
    return [...list.changes].map(([name, change]): NamedChange => {
      const before = list.before.get(name)
      const after = now.get(name)
      return {
        ...change,
        name,
        ...(before === undefined || change.kind === 'added' ? {} : { before }),
        ...(after === undefined ? {} : { after }),
      }
    })
  })
}
