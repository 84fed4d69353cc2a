// How numbers were written that a double does not write back the same: 1.10, 1e400, -0. Values stay plain numbers; what was
// written is kept beside them, by the object or array that holds them, and is lost where that is copied.

/** The literal of one number, by JSON Pointer (RFC 6901); it survives structured cloning. */
export type Spelled = [pointer: string, literal: string]

const spellings = new WeakMap<object, Map<string, string>>()
/** Whether there is anything to look for; nearly always there is not. */
let some = false

export function anySpelled(): boolean {
  return some
}

export function keepSpelling(holder: object, key: string, literal: string): void {
  some = true
  const kept = spellings.get(holder)
  if (kept === undefined) spellings.set(holder, new Map([[key, literal]]))
  else kept.set(key, literal)
}

/** The literal of a member, while it is the number that it was read as. */
export function spellingOf(holder: object, key: string | number, value: unknown): string | undefined {
  if (!some || typeof value !== 'number') return undefined
  const literal = spellings.get(holder)?.get(String(key))
  return literal !== undefined && Object.is(Number(literal), value) ? literal : undefined
}

/** For a copy of an object's members. Returns the copy. */
export function spelledLike<Copy extends object>(original: object | undefined, copy: Copy): Copy {
  for (const [key, literal] of (original === undefined ? undefined : spellings.get(original)) ?? []) keepSpelling(copy, key, literal)
  return copy
}

/** All that is kept of a value, to be handed to another thread beside it. */
export function spelledIn(value: unknown): Spelled[] {
  const found: Spelled[] = []
  if (!some || !holds(value)) return found
  const stack: [string, object][] = [['', value]]
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [pointer, holder] = next
    for (const [key, member] of Object.entries(holder) as [string, unknown][]) {
      const at = `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`
      const literal = spellingOf(holder, key, member)
      if (literal !== undefined) found.push([at, literal])
      else if (holds(member)) stack.push([at, member])
    }
  }
  return found
}

/** Gives a copy from another thread what was kept of the original. */
export function spell(value: unknown, spelled: readonly Spelled[]): void {
  for (const [pointer, literal] of spelled) {
    const keys = pointer.split('/').slice(1)
    let holder = value
    for (const key of keys.slice(0, -1)) holder = holds(holder) ? (holder as { [key: string]: unknown })[unescaped(key)] : undefined
    if (holds(holder)) keepSpelling(holder, unescaped(keys.at(-1)!), literal)
  }
}

function unescaped(key: string): string {
  return key.replaceAll('~1', '/').replaceAll('~0', '~')
}

function holds(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
