// What changed in the definitions since they were last seen: after a reconnect or a list_changed, by name.
// A mark stays until the person has looked at it; what changes back before that is no change.
import type { QueryClient } from '@tanstack/react-query'
import { create } from 'zustand'
import { isObject, writeJson, type Json } from '#mcp/json.ts'
import { useRoute } from '../route/route.ts'
import { CAPABILITY, type Listing, type ListMethod } from './list-query.ts'

export interface DefinitionChange {
  kind: 'added' | 'removed' | 'changed'
  /** The definition as it was last seen, and as it is now. */
  before?: Json
  after?: Json
  /** Members that differ, for 'changed': 'description', 'inputSchema' … */
  members: string[]
}

export type DefinitionChanges = ReadonlyMap<string, DefinitionChange>

const NONE: DefinitionChanges = new Map()

/** The changes from one list to another. Entries of one name are compared in their order. */
export function compareDefinitions(before: readonly Json[], after: readonly Json[], method: ListMethod): DefinitionChanges {
  const old = byName(before, method)
  const now = byName(after, method)
  const changes = new Map<string, DefinitionChange>()
  for (const [name, was] of old) if (!now.has(name)) changes.set(name, { kind: 'removed', before: was[0], members: [] })
  for (const [name, is] of now) {
    const was = old.get(name)
    if (was === undefined) changes.set(name, { kind: 'added', after: is[0], members: [] })
    else if (writeJson(was) !== writeJson(is)) {
      const at = is.findIndex((one, index) => writeJson(one) !== writeJson(was[index] ?? null))
      const [from, to] = [was[Math.max(0, at)], is[Math.max(0, at)]]
      changes.set(name, { kind: 'changed', before: from, after: to, members: differing(from, to) })
    }
  }
  return changes
}

function byName(items: readonly Json[], method: ListMethod): Map<string, Json[]> {
  const member = method === 'resources/list' ? 'uri' : method === 'resources/templates/list' ? 'uriTemplate' : 'name'
  const names = new Map<string, Json[]>()
  for (const item of items) {
    const name = isObject(item) && typeof item[member] === 'string' ? item[member] : ''
    const same = names.get(name)
    if (same === undefined) names.set(name, [item])
    else same.push(item)
  }
  return names
}

function differing(before: Json | undefined, after: Json | undefined): string[] {
  if (!isObject(before) || !isObject(after)) return []
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => writeJson(before[key] ?? null) !== writeJson(after[key] ?? null) || key in before !== key in after,
  )
}

interface Watched {
  /** What the person has seen. */
  seen: Json[]
  latest: Json[]
  changes: DefinitionChanges
}

const useStore = create<{ lists: ReadonlyMap<string, Watched> }>(() => ({ lists: new Map() }))

const keyOf = (connection: string, method: ListMethod) => `${method} ${connection}`

/** Compares each list that arrives with the one before it. Called once, with the page's query client. */
export function watchDefinitions(client: QueryClient): () => void {
  return client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    const [scope, connection, method] = event.query.queryKey as [string, string, ListMethod]
    if (scope === 'mcp' && method in CAPABILITY) accept(keyOf(connection, method), method, (event.query.state.data as Listing).items)
  })
}

function accept(key: string, method: ListMethod, items: Json[]): void {
  const { lists } = useStore.getState()
  const before = lists.get(key)
  const seen = before?.seen ?? items
  const changes = before === undefined ? NONE : compareDefinitions(seen, items, method)
  useStore.setState({ lists: new Map(lists).set(key, { seen, latest: items, changes }) })
}

/** Takes the mark from one definition (or, without a name, from all): the person has seen it. */
export function seeDefinition(connection: string, method: ListMethod, name?: string): void {
  const { lists } = useStore.getState()
  const key = keyOf(connection, method)
  const list = lists.get(key)
  if (list === undefined || list.changes.size === 0 || (name !== undefined && !list.changes.has(name))) return
  const seen =
    name === undefined
      ? list.latest
      : [
          ...list.seen.filter((item) => !byName([item], method).has(name)),
          ...list.latest.filter((item) => byName([item], method).has(name)),
        ]
  const changes = new Map(list.changes)
  if (name === undefined) changes.clear()
  else changes.delete(name)
  useStore.setState({ lists: new Map(lists).set(key, { ...list, seen, changes }) })
}

/** The marks of the current connection, by name (tools, prompts), URI or URI template. */
export function useDefinitionChanges(method: ListMethod): DefinitionChanges {
  const { connection } = useRoute()
  return useStore((state) => state.lists.get(keyOf(connection, method))?.changes ?? NONE)
}
