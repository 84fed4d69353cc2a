// The rows of the tools list: what each says, in which order they stand, and how a search finds them.
import { go as fuzzyGo, prepare, type Prepared } from 'fuzzysort'
import { appOf, visibilityOf } from '#mcp/apps/app-tool.ts'
import { isObject } from '#mcp/json.ts'
import type { Tool } from '#mcp/model.ts'
import type { Facts } from '#mcp/session-types.ts'
import type { DefinitionChanges } from '../session/definition-changes.ts'
import { count } from '../ui/format.ts'
import type { ListItem } from '../ui/item-rows.ts'

export type Hint = 'all' | 'read-only' | 'destructive' | 'idempotent' | 'open world' | 'unmarked' | 'changed'

export const HINTS: Hint[] = ['all', 'read-only', 'destructive', 'idempotent', 'open world', 'unmarked', 'changed']

/** The group of those that cannot be called. */
const LEFT_OUT = 'left out: not callable over HTTP'

/** Fewer tools than this are not grouped. */
const GROUP_FROM = 10

/** The words that a server's annotations come to. Hints are a server's claims, not facts. */
export function hintsOf({ annotations }: Tool): string[] {
  const hints: string[] = []
  if (annotations.readOnlyHint === true) hints.push('read-only')
  else if (annotations.destructiveHint === true) hints.push('destructive')
  if (annotations.idempotentHint === true) hints.push('idempotent')
  if (annotations.openWorldHint === true) hints.push('open world')
  return hints
}

/** What is odd about a tool's definition beside what its reader noted. */
export function notesOf(tool: Tool, tools: readonly Tool[]): string[] {
  const notes = tool.oddities.map(({ at, says }) => (at === '' ? says : `${says} (${at})`))
  if (tools.some((other) => other !== tool && other.name === tool.name))
    notes.push('Another tool has the same name: a call reaches whichever the server picks.')
  if (tool.name !== '' && !/^[A-Za-z0-9_.-]{1,128}$/.test(tool.name))
    notes.push('The name is outside of what the specification advises: 1 to 128 of A–Z a–z 0–9 _ - .')
  else if (tool.name.length > 64) notes.push('Some clients take no more than 64 characters of a name.')
  return notes
}

export interface Arrangement {
  pinned: readonly string[]
  recent: readonly string[]
  hint: Hint
  changes: DefinitionChanges
  /** Whether those that clients must leave out over HTTP are left out here. */
  strict?: boolean
}

/** Whether the rule that clients leave tools with a broken "x-mcp-header" out holds for this peer (2026-07-28, over HTTP). */
export function leavesOut(facts: Pick<Facts, 'era' | 'transport'> | undefined): boolean {
  return facts?.era === 'modern' && facts.transport === 'streamable-http'
}

/** Pinned ones first, then those used last, then by the first word of their names; each in the server's order; those left out last. */
export function toolItems(tools: readonly Tool[], { pinned, recent, hint, changes, strict = false }: Arrangement): ListItem[] {
  const names = new Map<string, number>()
  for (const { name } of tools) names.set(name, (names.get(name) ?? 0) + 1)
  const prefixes = new Map<string, number>()
  const prefixOfEach = tools.map(({ name }) => prefixOf(name))
  for (const prefix of prefixOfEach) prefixes.set(prefix, (prefixes.get(prefix) ?? 0) + 1)
  const grouped = tools.length >= GROUP_FROM && prefixes.size > 1
  const buckets = new Map<string, ListItem[]>()
  const put = (bucket: string, item: ListItem): void => {
    const there = buckets.get(bucket)
    if (there === undefined) buckets.set(bucket, [item])
    else there.push(item)
  }
  for (const [at, tool] of tools.entries()) {
    if (!passes(tool, hint, changes)) continue
    const item = itemOf(tool, (names.get(tool.name) ?? 0) > 1, changes)
    const prefix = prefixOfEach[at]!
    if (strict && tool.leftOut !== undefined)
      put('4', { ...item, struck: tool.leftOut.says, mark: 'left out', tone: 'warn', group: LEFT_OUT })
    else if (pinned.includes(tool.name)) put('0', { ...item, group: 'pinned' })
    else if (recent.includes(tool.name)) put('1', { ...item, group: 'recent' })
    else if (grouped && prefix !== '' && (prefixes.get(prefix) ?? 0) > 1) put(`3${prefix}`, { ...item, group: prefix })
    else put('2', grouped || pinned.length + recent.length > 0 ? { ...item, group: 'tools' } : item)
  }
  // One heading over all would say what the panel is called.
  const [plain] = buckets.values()
  if (buckets.size === 1 && buckets.has('2') && plain !== undefined) return plain.map(withoutGroup)
  const order = [...buckets.keys()].map((key, index) => ({ key, rank: Number(key[0]) * 10_000 + index }))
  order.sort((a, b) => a.rank - b.rank)
  return order.flatMap(({ key }) => buckets.get(key)!)
}

function withoutGroup(item: ListItem): ListItem {
  const { group: _, ...rest } = item
  return rest
}

function passes(tool: Tool, hint: Hint, changes: DefinitionChanges): boolean {
  if (hint === 'all') return true
  if (hint === 'changed') return changes.has(tool.name)
  const hints = hintsOf(tool)
  return hint === 'unmarked' ? hints.length === 0 : hints.includes(hint)
}

function prefixOf(name: string): string {
  return /^([\p{L}\p{N}]+)[_./:-]/u.exec(name)?.[1]?.toLowerCase() ?? ''
}

function itemOf(tool: Tool, twice: boolean, changes: DefinitionChanges): ListItem {
  const item: ListItem = { index: tool.index, name: tool.name }
  if (tool.title !== undefined) item.title = tool.title
  const line = tool.description?.trim().split('\n', 1)[0]
  if (line !== undefined && line !== '') item.description = line
  const change = changes.get(tool.name)
  const [hint] = hintsOf(tool)
  if (change?.kind === 'changed') Object.assign(item, { mark: 'changed', tone: 'warn' })
  else if (change?.kind === 'added') Object.assign(item, { mark: 'new', tone: 'ok' })
  else if (hint !== undefined) Object.assign(item, { mark: hint, ...(hint === 'destructive' ? { tone: 'bad' } : {}) })
  const notes = tool.oddities.length + (twice ? 1 : 0)
  // Who a tool is for, and that it brings a page of its own (extension for apps).
  const forApps = visibilityOf(tool.raw).includes('model') ? appOf(tool.raw) !== undefined && 'app' : 'for apps only'
  const words = [forApps, notes > 0 && count(notes, 'note')].filter((word) => word !== false)
  if (words.length > 0) item.note = words.join(' · ')
  return item
}

export interface ToolSearch {
  (items: readonly ListItem[], search: string): readonly ListItem[]
  /** Does some of the work for the first search, for so many milliseconds. False: nothing is left of it. */
  prepare(milliseconds: number): boolean
}

/** A search by letters in order, over names, titles, descriptions and parameter names; the best first. */
export function toolSearch(tools: readonly Tool[]): ToolSearch {
  const byIndex = new Map(tools.map((tool) => [tool.index, tool]))
  const prepared = new Map<number, Prepared[]>()
  const keysOf = (index: number): Prepared[] => {
    const tool = byIndex.get(index)
    if (tool === undefined) return []
    let keys = prepared.get(index)
    if (keys === undefined) {
      const { properties } = tool.inputSchema
      const parameters = isObject(properties) ? Object.keys(properties).join(' ') : ''
      keys = [tool.name, tool.title ?? '', (tool.description ?? '').slice(0, 1000), parameters].map((text) => prepare(text))
      prepared.set(index, keys)
    }
    return keys
  }
  let ready = 0
  const search = (items: readonly ListItem[], search: string): readonly ListItem[] => {
    if (search.trim() === '') return items
    const found = fuzzyGo(
      search.trim(),
      items.map((item) => ({ item, keys: keysOf(item.index) })),
      {
        keys: [0, 1, 2, 3].map((at) => (row: { keys: Prepared[] }) => row.keys[at]!),
        threshold: 0.4,
        // A name counts most; letters scattered over a description count little.
        scoreFn: (keys) =>
          Math.max(keys[0]?.score ?? 0, (keys[1]?.score ?? 0) * 0.95, (keys[3]?.score ?? 0) * 0.8, (keys[2]?.score ?? 0) * 0.7),
      },
    )
    return found.map(({ obj }) => ({ ...obj.item, group: undefined }))
  }
  return Object.assign(search, {
    prepare(milliseconds: number) {
      const until = performance.now() + milliseconds
      while (ready < tools.length && performance.now() < until) keysOf(tools[ready++]!.index)
      return ready < tools.length
    },
  })
}
