// The small words of JSON Schema's language that several files share: names, pointers, members whatever their names.
import { isObject, type Json } from '#mcp/json.ts'

export type SchemaObject = { [key: string]: Json }

/** Keywords whose members are schemas by name. */
export const MAPS = ['properties', 'patternProperties', '$defs', 'definitions', 'dependentSchemas', 'dependencies']

export function escapePointer(name: string): string {
  return name.replace(/~/g, '~0').replace(/\//g, '~1')
}

export function pointerOf(path: readonly (string | number)[]): string {
  return path.map((part) => `/${escapePointer(String(part))}`).join('')
}

/** What stands at a JSON Pointer. */
export function findPart(root: Json, pointer: string): Json | undefined {
  let now: Json | undefined = root
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replace(/~1/g, '/').replace(/~0/g, '~')
    if (Array.isArray(now)) now = now[Number(name)]
    else now = isObject(now) ? own(now, name) : undefined
  }
  return now
}

/** What a reference from the root (`#` and a pointer) names. */
export function findRef(ref: string, root: SchemaObject): Json | undefined {
  if (!ref.startsWith('#')) return undefined
  let pointer = ref.slice(1)
  try {
    pointer = decodeURIComponent(pointer)
  } catch {
    // A stray percent sign means itself.
  }
  return findPart(root, pointer)
}

/** Sets an own property, whatever its name is: `__proto__` too. */
export function define(target: { [key: string]: Json }, key: string, value: Json): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true })
  else target[key] = value
}

export function own<T>(target: { [key: string]: T } | undefined, key: string): T | undefined {
  return target !== undefined && Object.hasOwn(target, key) ? target[key] : undefined
}
