// A JSON value of any size as rows: only containers that are unfolded cost anything, so a window of sixty rows out of
// millions is found by stepping over what is folded.
import { isObject, writeJson, type Json } from '../json.ts'

type Container = Json[] | { [key: string]: Json }

export interface TreeRow {
  /** Place among all rows, from 0. */
  index: number
  kind: 'scalar' | 'open' | 'folded' | 'inline' | 'close'
  depth: number
  /** Places of the members that lead here from the root: names the value for `toggle` and `valueAt`. */
  path: number[]
  name?: string
  /** A further sibling follows. */
  comma: boolean
  /** 1-based place among its siblings, and how many there are. */
  position: number
  of: number
  list: boolean
  /** For containers: how many members. */
  size: number
  /** For 'scalar' and 'inline': what is drawn; a long string is cut. */
  value?: Json
  /** For a string that is cut: its characters. */
  length?: number
}

/** A container that is unfolded. */
interface Node {
  value: Container
  keys: string[] | undefined
  at: number
  parent: Node | undefined
  /** Unfolded members, in order. */
  open: Node[]
  /** Rows of its own and of all within. */
  rows: number
}

const INLINE_WIDTH = 72
/** Members of a container that count as seen. */
const LOOKED_AT = 100
/** Characters of a string that are drawn. */
const LONGEST = 1_000
/** Containers that "unfold all" unfolds. */
const MOST_OPEN = 20_000

export class Tree {
  readonly value: Json
  #root: Node | undefined

  constructor(value: Json, budget = 120) {
    this.value = value
    this.#unfold(budget)
  }

  get rows(): number {
    return this.#root?.rows ?? 1
  }

  read(from: number, count: number): TreeRow[] {
    const out: TreeRow[] = []
    for (let index = Math.max(0, from); index < Math.min(this.rows, from + count); index += 1) out.push(this.#row(index))
    return out
  }

  /** Folds or unfolds the container at a path. */
  toggle(path: readonly number[]): void {
    if (path.length === 0) {
      if (this.#root !== undefined) this.#root = undefined
      else if (isContainer(this.value)) this.#root = nodeOf(this.value, 0, undefined)
      return
    }
    const parent = this.#reach(path.slice(0, -1))
    if (parent === undefined) return
    const at = path[path.length - 1]!
    const known = parent.open.findIndex((one) => one.at === at)
    if (known >= 0) {
      const [gone] = parent.open.splice(known, 1)
      this.#grow(parent, 1 - gone!.rows)
    } else this.#open(parent, at)
  }

  unfoldAll(): void {
    this.#unfold(MOST_OPEN, MOST_OPEN)
  }

  /** Leaves the root unfolded alone. */
  foldAll(): void {
    this.#unfold(1)
  }

  /** Unfolds all above a path, and says in which row it is then to be seen. */
  reveal(path: readonly number[]): number {
    for (let depth = 0; depth < path.length; depth += 1) this.#reach(path.slice(0, depth))
    let node = this.#root
    let row = 0
    for (const at of path) {
      if (node === undefined) break
      row += 1 + at
      let next: Node | undefined
      for (const one of node.open) {
        if (one.at < at) row += one.rows - 1
        else if (one.at === at) next = one
      }
      node = next
    }
    return row
  }

  valueAt(path: readonly number[]): Json | undefined {
    let here: Json | undefined = this.value
    for (const at of path) {
      if (!isContainer(here)) return undefined
      here = Array.isArray(here) ? here[at] : here[Object.keys(here)[at]!]
    }
    return here
  }

  /** JSON Pointer (RFC 6901) of a path. */
  pointerOf(path: readonly number[]): string {
    let here: Json | undefined = this.value
    let pointer = ''
    for (const at of path) {
      if (!isContainer(here)) break
      const key: string = Array.isArray(here) ? String(at) : Object.keys(here)[at]!
      pointer += `/${key.replace(/~/g, '~0').replace(/\//g, '~1')}`
      here = Array.isArray(here) ? here[at] : here[key]
    }
    return pointer
  }

  /** The path of a JSON Pointer; undefined when it leads nowhere. */
  pathOf(pointer: string): number[] | undefined {
    let here: Json | undefined = this.value
    const path: number[] = []
    for (const part of pointer.split('/').slice(1)) {
      if (!isContainer(here)) return undefined
      const key = part.replace(/~1/g, '/').replace(/~0/g, '~')
      const at: number = Array.isArray(here) ? Number(key) : Object.keys(here).indexOf(key)
      if (!(at >= 0 && at < sizeOf(here))) return undefined
      path.push(at)
      here = Array.isArray(here) ? here[at] : here[key]
    }
    return path
  }

  /** Paths of values whose own text or name holds `needle` in any case; undefined for each that does not. */
  *places(needle: string): Generator<number[] | undefined> {
    const wanted = needle.toLowerCase()
    const path: number[] = []
    const stack: { value: Container; keys: string[] | undefined; next: number; size: number }[] = []
    const enter = (value: Container) => {
      const keys = Array.isArray(value) ? undefined : Object.keys(value)
      stack.push({ value, keys, next: 0, size: keys?.length ?? (value as Json[]).length })
    }
    const holds = (value: Json, name: string | undefined) =>
      name?.toLowerCase().includes(wanted) === true || (!isContainer(value) && String(value).toLowerCase().includes(wanted))
    if (holds(this.value, undefined)) yield []
    if (isContainer(this.value)) enter(this.value)
    for (let top = stack[0]; top !== undefined; top = stack[stack.length - 1]) {
      if (top.next === top.size) {
        stack.pop()
        path.pop()
        continue
      }
      const at = top.next
      top.next += 1
      const name = top.keys?.[at]
      const member: Json = name === undefined ? (top.value as Json[])[at]! : (top.value as { [key: string]: Json })[name]!
      path[stack.length - 1] = at
      yield holds(member, name) ? path.slice(0, stack.length) : undefined
      if (isContainer(member)) enter(member)
    }
  }

  #row(index: number): TreeRow {
    const node = this.#root
    if (node === undefined) {
      const whole = { value: this.value, depth: 0, path: [], comma: false, position: 1, of: 1 }
      return isContainer(this.value) && sizeOf(this.value) > 0 ? { ...fold(whole), kind: 'folded', index } : { ...drawn(whole), index }
    }
    return this.#within(node, index, [], index)
  }

  #within(node: Node, row: number, path: number[], index: number): TreeRow {
    const of = node.parent === undefined ? 1 : sizeOf(node.parent.value)
    const name = node.parent?.keys?.[node.at]
    const self = { value: node.value, depth: path.length, path, position: node.at + 1, of, ...(name === undefined ? {} : { name }) }
    if (row === 0) return { ...fold({ ...self, comma: false }), kind: 'open', index }
    if (row === node.rows - 1) {
      const { name: _, ...nameless } = self
      return { ...fold({ ...nameless, comma: node.at + 1 < of }), kind: 'close', index }
    }
    let rest = row - 1
    let next = 0
    for (const open of node.open) {
      const gap = open.at - next
      if (rest < gap) break
      rest -= gap
      if (rest < open.rows) return this.#within(open, rest, [...path, open.at], index)
      rest -= open.rows
      next = open.at + 1
    }
    const at = next + rest
    const key = node.keys?.[at]
    const value: Json = key === undefined ? (node.value as Json[])[at]! : (node.value as { [key: string]: Json })[key]!
    const size = sizeOf(node.value)
    return {
      ...drawn({
        value,
        depth: path.length + 1,
        path: [...path, at],
        comma: at + 1 < size,
        position: at + 1,
        of: size,
        ...(key === undefined ? {} : { name: key }),
      }),
      index,
    }
  }

  /** The node at a path, unfolding what is folded on the way. */
  #reach(path: readonly number[]): Node | undefined {
    this.#root ??= isContainer(this.value) ? nodeOf(this.value, 0, undefined) : undefined
    let node = this.#root
    for (const at of path) {
      if (node === undefined) return undefined
      node = node.open.find((one) => one.at === at) ?? this.#open(node, at)
    }
    return node
  }

  #open(parent: Node, at: number): Node | undefined {
    const value: Json | undefined = Array.isArray(parent.value) ? parent.value[at] : parent.value[parent.keys![at]!]
    if (!isContainer(value) || sizeOf(value) === 0) return undefined
    const node = nodeOf(value, at, parent)
    const before = parent.open.findIndex((one) => one.at > at)
    if (before < 0) parent.open.push(node)
    else parent.open.splice(before, 0, node)
    this.#grow(parent, node.rows - 1)
    return node
  }

  #grow(node: Node, by: number): void {
    for (let one: Node | undefined = node; one !== undefined; one = one.parent) one.rows += by
  }

  /** Unfolds breadth first until about `budget` rows are seen, looking at no more than `most` members of a container. */
  #unfold(budget: number, most = 200): void {
    this.#root = undefined
    if (!isContainer(this.value) || sizeOf(this.value) === 0) return
    this.#root = nodeOf(this.value, 0, undefined)
    let rows = Math.min(this.#root.rows, LOOKED_AT)
    let level = [this.#root]
    while (level.length > 0 && rows < budget) {
      const next: Node[] = []
      for (const node of level) {
        const size = Math.min(sizeOf(node.value), most)
        for (let at = 0; at < size && rows < budget; at += 1) {
          const value: Json = Array.isArray(node.value) ? node.value[at]! : node.value[node.keys![at]!]!
          if (!isContainer(value) || isInline(value)) continue
          // Of a long list those in sight count: the rest costs nothing.
          const counted = Math.min(sizeOf(value), LOOKED_AT)
          if (rows + counted > budget) continue
          const opened = nodeOf(value, at, node)
          node.open.push(opened)
          this.#grow(node, opened.rows - 1)
          rows += counted + 2
          next.push(opened)
        }
      }
      level = next
    }
  }
}

function nodeOf(value: Container, at: number, parent: Node | undefined): Node {
  const keys = Array.isArray(value) ? undefined : Object.keys(value)
  return { value, keys, at, parent, open: [], rows: sizeOf(value) + 2 }
}

type Place = Pick<TreeRow, 'depth' | 'path' | 'name' | 'comma' | 'position' | 'of'> & { value: Json }

function drawn(place: Place): Omit<TreeRow, 'index'> {
  const { value, ...rest } = place
  if (isContainer(value)) {
    const size = sizeOf(value)
    if (isInline(value)) return { ...rest, kind: 'inline', list: Array.isArray(value), size, value }
    return { ...fold(place), kind: 'folded' }
  }
  if (typeof value === 'string' && value.length > LONGEST)
    return { ...rest, kind: 'scalar', list: false, size: 0, value: value.slice(0, LONGEST), length: value.length }
  return { ...rest, kind: 'scalar', list: false, size: 0, value }
}

function fold({ value, ...rest }: Place): Omit<TreeRow, 'index' | 'kind'> {
  return { ...rest, list: Array.isArray(value), size: isContainer(value) ? sizeOf(value) : 0 }
}

export function isContainer(value: Json | undefined): value is Container {
  return typeof value === 'object' && value !== null
}

/** Of objects whose members take long to count, and which are asked once for each row. */
const sizes = new WeakMap<object, number>()

export function sizeOf(value: Container): number {
  if (Array.isArray(value)) return value.length
  const known = sizes.get(value)
  if (known !== undefined) return known
  const size = Object.keys(value).length
  if (size > 100) sizes.set(value, size)
  return size
}

/** Whether a container is short enough, and holds scalars alone, to stand on one line. Looks at few members. */
export function isInline(value: Container): boolean {
  let width = 4
  const fits = (member: Json, name: number): boolean => {
    if (isContainer(member) && sizeOf(member) > 0) return false
    if (typeof member === 'string' && member.length > INLINE_WIDTH) return false
    width += name + writeJson(member).length + 2
    return width <= INLINE_WIDTH
  }
  if (Array.isArray(value)) return value.length <= INLINE_WIDTH && value.every((member) => fits(member, 0))
  if (!isObject(value)) return false
  for (const key in value) if (!fits(value[key]!, key.length + 4)) return false
  return true
}
