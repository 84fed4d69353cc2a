// The rows of the tools list: what each says, in which order they stand, and how a search finds them.
import { go as fuzzyGo, prepare, type Prepared } from 'fuzzysort'
import { appOf, visibilityOf } from '#mcp/apps/app-tool.ts'
import { isObject, type Json } from '#mcp/json.ts'
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
  const names = counted(tools.map(({ name }) => name))
  const prefixOfEach = tools.map(({ name }) => prefixOf(name))
  const prefixes = counted(prefixOfEach)
  const grouped = tools.length >= GROUP_FROM && prefixes.size > 1
  const [first, used] = [new Set(pinned), new Set(recent)]
  const others = grouped || first.size + used.size > 0 ? 'tools' : undefined
  const buckets = new Map<string, ListItem[]>()
  for (const [at, tool] of tools.entries()) {
    if (!passes(tool, hint, changes)) continue
    // A list may be thousands long: one object for each, made once.
    const item = itemOf(tool, (names.get(tool.name) ?? 0) > 1, changes)
    const prefix = grouped ? prefixOfEach[at]! : ''
    let bucket = '2'
    let group: string | undefined
    if (strict && tool.leftOut !== undefined) {
      Object.assign(item, { struck: tool.leftOut.says, mark: 'left out', tone: 'warn' })
      ;[bucket, group] = ['4', LEFT_OUT]
    } else if (first.has(tool.name)) [bucket, group] = ['0', 'pinned']
    else if (used.has(tool.name)) [bucket, group] = ['1', 'recent']
    else if (prefix !== '' && (prefixes.get(prefix) ?? 0) > 1) [bucket, group] = [`3${prefix}`, prefix]
    if (group !== undefined) item.group = group
    const there = buckets.get(bucket)
    if (there === undefined) buckets.set(bucket, [item])
    else there.push(item)
  }
  // One heading over all would say what the panel is called.
  if (others !== undefined && buckets.size > 1) for (const item of buckets.get('2') ?? []) item.group = others
  const order = [...buckets.keys()].map((key, index) => ({ key, rank: Number(key[0]) * 10_000 + index }))
  order.sort((a, b) => a.rank - b.rank)
  return order.flatMap(({ key }) => buckets.get(key)!)
}

/** How often each stands there. */
function counted(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
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
  const line = tool.description === undefined ? '' : firstLine(tool.description)
  if (line !== '') item.description = line
  const change = changes.get(tool.name)
  const [hint] = hintsOf(tool)
  if (change?.kind === 'changed') Object.assign(item, { mark: 'changed', tone: 'warn' })
  else if (change?.kind === 'added') Object.assign(item, { mark: 'new', tone: 'ok' })
  else if (hint !== undefined) Object.assign(item, { mark: hint, ...(hint === 'destructive' ? { tone: 'bad' } : {}) })
  const notes = tool.oddities.length + (twice ? 1 : 0)
  const forWhom = isObject(tool.raw) && tool.raw._meta !== undefined ? forApps(tool.raw) : undefined
  if (forWhom !== undefined || notes > 0)
    item.note = [forWhom, notes > 0 ? count(notes, 'note') : undefined].filter((word) => word !== undefined).join(' · ')
  return item
}

/** Who a tool is for, and that it brings a page of its own (extension for apps). */
function forApps(raw: Json): string | undefined {
  if (!visibilityOf(raw).includes('model')) return 'for apps only'
  return appOf(raw) === undefined ? undefined : 'app'
}

function firstLine(text: string): string {
  const from = text.search(/\S/)
  if (from < 0) return ''
  const end = text.indexOf('\n', from)
  return text.slice(from, end < 0 ? undefined : end).trimEnd()
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
