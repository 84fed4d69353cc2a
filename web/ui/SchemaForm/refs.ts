// Where the references of a schema lead, inside of it: JSON Pointers, anchors, and parts with an `$id` of their own, each
// resolved against the nearest `$id` above. Nothing is ever fetched: what is not in the schema is not there.
import { isObject, type Json } from '#mcp/json.ts'
import { escapePointer, findPart, MAPS, type SchemaObject } from './schema-parts.ts'

/** Stands in for the address of a schema that has none. */
const NOWHERE = 'https://schema.invalid/'
const VALUES = ['enum', 'const', 'default', 'examples', 'example']
const DEEPEST = 200

export type RefKind = '$ref' | '$dynamicRef' | '$recursiveRef'

export class RefIndex {
  readonly #root: SchemaObject
  /** Addresses of parts that have one, with the JSON Pointer at which each stands. */
  readonly #resources = new Map<string, string>()
  readonly #anchors = new Map<string, string>()
  readonly #dynamic = new Map<string, string>()
  readonly base: string

  constructor(root: SchemaObject) {
    this.#root = root
    this.#resources.set(NOWHERE, '')
    this.base = baseOf(root, NOWHERE)
    this.#walk(root, '', NOWHERE, 0)
  }

  /**
   * The JSON Pointer of what a reference names, from the part at `at` whose base is `base`; undefined when it is not in the
   * schema.
   */
  find(kind: RefKind, ref: string, base: string, at = ''): string | undefined {
    const found = this.#plain(ref, base) ?? this.#around(ref, at)
    if (kind === '$ref' || found === undefined) return found
    // Every way to a part comes through the root, so the outermost of those that may stand in for it is the root's own.
    if (kind === '$recursiveRef') {
      const part = findPart(this.#root, found)
      return isObject(part) && part.$recursiveAnchor === true && this.#root.$recursiveAnchor === true ? '' : found
    }
    const mark = ref.indexOf('#')
    const name = mark < 0 ? '' : ref.slice(mark)
    const isDynamic = [...this.#dynamic.values()].includes(found)
    return (isDynamic ? this.#dynamic.get(this.base + name) : undefined) ?? found
  }

  /** The base for the references of a part, its own `$id` left out. */
  baseAt(pointer: string): string {
    let base = NOWHERE
    const steps = pointer.split('/')
    for (let to = 1; to < steps.length; to++) {
      const part = findPart(this.#root, steps.slice(0, to).join('/'))
      if (isObject(part)) base = baseOf(part, base)
    }
    return base
  }

  /** A schema that was put into another one keeps its pointers, which lead from where it began: the nearest part around that has it. */
  #around(ref: string, from: string): string | undefined {
    if (!ref.startsWith('#/')) return undefined
    const tail = pointerOfFragment(ref.slice(1))
    for (let part = from; part !== ''; part = part.slice(0, part.lastIndexOf('/')))
      if (isSchema(findPart(this.#root, part + tail))) return part + tail
    // A name with a percent sign, written as it is.
    return isSchema(findPart(this.#root, ref.slice(1))) ? ref.slice(1) : undefined
  }

  #plain(ref: string, base: string): string | undefined {
    let url: URL
    try {
      url = new URL(ref, base)
    } catch {
      return undefined
    }
    const fragment = url.hash.slice(1)
    url.hash = ''
    const resource = this.#resources.get(url.href)
    if (resource !== undefined) {
      if (fragment === '') return resource
      if (fragment.startsWith('/')) {
        const at = resource + pointerOfFragment(fragment)
        if (isSchema(findPart(this.#root, at))) return at
      }
    }
    const anchor = this.#anchors.get(`${url.href}#${fragment}`)
    // Generators write pointers from the root where the part has an address of its own, too.
    if (anchor !== undefined || !ref.startsWith('#/')) return anchor
    const at = pointerOfFragment(ref.slice(1))
    return isSchema(findPart(this.#root, at)) ? at : undefined
  }

  #walk(part: Json, at: string, outer: string, depth: number): void {
    if (depth > DEEPEST) return
    if (Array.isArray(part)) return part.forEach((one, index) => this.#walk(one, `${at}/${index}`, outer, depth + 1))
    if (!isObject(part)) return
    const base = baseOf(part, outer)
    if (base !== outer && !this.#resources.has(base)) this.#resources.set(base, at)
    for (const id of [part.$id, part.id]) if (typeof id === 'string' && /^#./.test(id)) this.#anchors.set(base + id, at)
    for (const [key, map] of [
      ['$anchor', this.#anchors],
      ['$dynamicAnchor', this.#anchors],
      ['$dynamicAnchor', this.#dynamic],
    ] as const) {
      const name = part[key]
      if (typeof name === 'string' && !map.has(`${base}#${name}`)) map.set(`${base}#${name}`, at)
    }
    for (const [key, value] of Object.entries(part)) {
      if (VALUES.includes(key)) continue
      const here = `${at}/${escapePointer(key)}`
      if (MAPS.includes(key) && isObject(value))
        for (const [name, one] of Object.entries(value)) this.#walk(one, `${here}/${escapePointer(name)}`, base, depth + 1)
      else this.#walk(value, here, base, depth + 1)
    }
  }
}

/** The base for references in a part: its own `$id`, against the one above. */
export function baseOf(part: SchemaObject, outer: string): string {
  const id = typeof part.$id === 'string' ? part.$id : typeof part.id === 'string' ? part.id : undefined
  if (id === undefined || id.startsWith('#')) return outer
  try {
    const url = new URL(id, outer)
    url.hash = ''
    return url.href
  } catch {
    return outer
  }
}

/** A reference from the root to a JSON Pointer. */
export function refTo(pointer: string): string {
  try {
    return `#${encodeURI(pointer)}`
  } catch {
    return `#${pointer}`
  }
}

function pointerOfFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment // A stray percent sign means itself.
  }
}

function isSchema(part: Json | undefined): boolean {
  return isObject(part) || typeof part === 'boolean'
}
