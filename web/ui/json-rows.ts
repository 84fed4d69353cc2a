// A JSON value as the rows that are to be seen: what is folded makes one row however large it is, so the cost is
// that of the visible rows alone. Pure; drawn by JsonView.
import { noteAt } from '#mcp/content/big.ts'
import { isObject, writeJson, type Json } from '#mcp/json.ts'
import { spellingOf } from '#mcp/spelling.ts'

export interface JsonRow {
  /** Unique among the rows of one value. */
  id: string
  /** 'inline': a short container on one line. 'more': members that are not shown yet. */
  kind: 'scalar' | 'open' | 'folded' | 'inline' | 'close' | 'more'
  depth: number
  /** JSON Pointer (RFC 6901) of the value. */
  pointer: string
  /** Member name; undefined for elements of arrays and for the root. */
  name?: string
  value: Json
  /** A number as it was written, where a double is written otherwise. */
  spelled?: string
  /** A further sibling follows. */
  comma: boolean
  /** 1-based place among its siblings, and how many there are. */
  position: number
  of: number
  /** For 'more': how many are not shown, and on which side of those that are. */
  hidden?: number
  side?: 'before' | 'after'
}

/** The members of a container that are shown: from (included) to (not included). */
export interface Span {
  from: number
  to: number
}

export interface Fold {
  /** What a person folded (false) or unfolded (true), by pointer. */
  chosen: ReadonlyMap<string, boolean>
  /** What is unfolded unless they chose. */
  initial: ReadonlySet<string>
  /** Members shown of large containers, by pointer; the first STEP unless set. */
  shown: ReadonlyMap<string, Span>
}

/** Members of a container that are shown at a time. */
export const STEP = 100

const FIRST: Span = { from: 0, to: STEP }

const INLINE_WIDTH = 72

/** The span grown by one step on one side. */
export function grown(span: Span = FIRST, side: 'before' | 'after' = 'after'): Span {
  return side === 'after' ? { ...span, to: span.to + STEP } : { ...span, from: Math.max(0, span.from - STEP) }
}

export function isContainer(value: Json): value is Json[] | { [key: string]: Json } {
  return typeof value === 'object' && value !== null
}

export function childPointer(pointer: string, key: string | number): string {
  return `${pointer}/${String(key).replace(/~/g, '~0').replace(/\//g, '~1')}`
}

export function sizeOf(value: Json[] | { [key: string]: Json }): number {
  return Array.isArray(value) ? value.length : Object.keys(value).length
}

/** Pointers to unfold at first: breadth first, until about `budget` rows are seen. */
export function initiallyOpen(value: Json, budget = 120): Set<string> {
  const open = new Set<string>()
  let queue: [string, Json][] = [['', value]]
  let rows = 1
  while (queue.length > 0 && rows < budget) {
    const next: [string, Json][] = []
    for (const [pointer, one] of queue) {
      if (!isContainer(one)) continue
      const count = Math.min(sizeOf(one), STEP)
      if (pointer !== '' && rows + count > budget) continue
      open.add(pointer)
      rows += isInline(one) ? 1 : count + 1
      let seen = 0
      for (const [key, member] of members(one)) {
        if ((seen += 1) > STEP) break
        if (isContainer(member)) next.push([childPointer(pointer, key), member])
      }
    }
    queue = next
  }
  return open
}

/** All rows that are to be seen. */
export function layout(value: Json, fold: Fold): JsonRow[] {
  const rows: JsonRow[] = []
  const walk = (base: Omit<JsonRow, 'id' | 'kind'>) => {
    const { value, pointer, depth } = base
    if (!isContainer(value)) return void rows.push({ ...base, id: pointer, kind: 'scalar' })
    // What fits one line costs no more than its fold does.
    const short = isInline(value)
    if (!(fold.chosen.get(pointer) ?? (short || fold.initial.has(pointer)))) return void rows.push({ ...base, id: pointer, kind: 'folded' })
    if (short) return void rows.push({ ...base, id: pointer, kind: 'inline' })
    rows.push({ ...base, id: pointer, kind: 'open', comma: false })
    const of = sizeOf(value)
    const { from, to } = fold.shown.get(pointer) ?? FIRST
    const more = (side: 'before' | 'after', hidden: number): void =>
      void rows.push({
        id: `${pointer}#${side}`,
        kind: 'more',
        depth: depth + 1,
        pointer,
        value,
        comma: false,
        position: 0,
        of,
        hidden,
        side,
      })
    if (from > 0) more('before', Math.min(from, of))
    let position = 0
    for (const [key, member] of members(value)) {
      if (position >= to) break
      position += 1
      if (position <= from) continue
      walk({
        pointer: childPointer(pointer, key),
        depth: depth + 1,
        value: member,
        comma: position < of,
        position,
        of,
        ...(typeof key === 'string' ? { name: key } : {}),
        ...spelledAs(value, key, member),
      })
    }
    if (of > position) more('after', of - position)
    rows.push({ id: `${pointer}#close`, kind: 'close', depth, pointer, value, comma: base.comma, position: 0, of: 0 })
  }
  walk({ pointer: '', depth: 0, value, comma: false, position: 1, of: 1 })
  return rows
}

function spelledAs(holder: object, key: string | number, member: Json): { spelled?: string } {
  const spelled = spellingOf(holder, key, member)
  return spelled === undefined ? {} : { spelled }
}

/** Whether a container is short enough, and holds scalars alone, to stand on one line. Looks at few members. */
export function isInline(value: Json[] | { [key: string]: Json }): boolean {
  let width = 4
  for (const [key, member] of members(value)) {
    if (isContainer(member) && sizeOf(member) > 0) return false
    if (typeof member === 'string' && member.length > INLINE_WIDTH) return false
    width += (typeof key === 'string' ? key.length + 4 : 0) + (spellingOf(value, key, member) ?? writeJson(member)).length + 2
    if (width > INLINE_WIDTH) return false
  }
  return true
}

/** Pointers of the values whose own text, or whose name, holds `needle` (without case), at most `limit`, in order. */
export function findIn(value: Json, needle: string, limit = 1000): string[] {
  const found: string[] = []
  const wanted = needle.toLowerCase()
  if (wanted === '') return found
  const stack: [string, string | undefined, Json, string?][] = [['', undefined, value]]
  while (stack.length > 0 && found.length < limit) {
    const [pointer, name, one, spelled] = stack.pop()!
    const hit = name?.toLowerCase().includes(wanted) === true
    if (!isContainer(one)) {
      if (hit || (spelled ?? String(one)).toLowerCase().includes(wanted)) found.push(pointer)
      continue
    }
    if (hit) found.push(pointer)
    const list = [...members(one)]
    for (let i = list.length - 1; i >= 0; i -= 1) {
      const [key, member] = list[i]!
      stack.push([childPointer(pointer, key), typeof key === 'string' ? key : undefined, member, spellingOf(one, key, member)])
    }
  }
  return found
}

/** The row in which a value is to be seen: its own, or that of the short container or the fold it is in. */
export function rowHolding(rows: readonly JsonRow[], pointer: string): JsonRow | undefined {
  const seen = new Map(rows.filter(({ kind }) => kind !== 'close' && kind !== 'more').map((row) => [row.pointer, row]))
  for (let at = pointer; ; at = at.slice(0, at.lastIndexOf('/'))) {
    const row = seen.get(at)
    if (row !== undefined || at === '') return row
  }
}

/**
 * The fold with everything above `pointer` unfolded, and its place shown. Of a large container the step around it is shown
 * instead of all before it, so that a far hit costs no more than a near one.
 */
export function revealing(value: Json, fold: Fold, pointer: string): Fold {
  const chosen = new Map(fold.chosen)
  const shown = new Map(fold.shown)
  let at = ''
  let here: Json | undefined = value
  for (const part of pointer.split('/').slice(1)) {
    if (here === undefined || !isContainer(here)) break
    chosen.set(at, true)
    const key = part.replace(/~1/g, '/').replace(/~0/g, '~')
    const index: number = Array.isArray(here) ? Number(key) : Object.keys(here).indexOf(key)
    const { from, to } = shown.get(at) ?? FIRST
    const start = Math.floor(index / STEP) * STEP
    if (index < from || index >= to) shown.set(at, { from: start, to: start + STEP })
    here = Array.isArray(here) ? here[index] : here[key]
    at = `${at}/${part}`
  }
  return { ...fold, chosen, shown }
}

export function* members(value: Json[] | { [key: string]: Json }): Generator<[string | number, Json]> {
  if (Array.isArray(value)) for (let i = 0; i < value.length; i += 1) yield [i, value[i]!]
  else if (isObject(value)) for (const key of Object.keys(value)) yield [key, value[key]!]
}

export function noteOf({ kind, pointer }: JsonRow, placed: ReadonlyMap<string, string>): string | undefined {
  return noteAt(kind, pointer, placed)
}
