// Arguments of a tool that also travel as headers (`x-mcp-header`), and how a value becomes the text of a header.
// 2026-07-28: basic/transports/streamable-http, "Custom Headers from Tool Parameters".
import { isObject, type Json } from '../json.ts'

/** An annotated property: the header's own part of `Mcp-Param-{name}`, and the chain of `properties` keys to it. */
export interface ParamHeader {
  name: string
  path: string[]
}

/** `fault`: the definition breaks a rule, and a client must leave the tool out. */
export type ParamHeaders = { kind: 'headers'; headers: ParamHeader[] } | { kind: 'fault'; at: string; why: string }

const ANNOTATION = 'x-mcp-header'
const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const TYPES = new Set<Json | undefined>(['string', 'integer', 'boolean'])
/** Keywords that hold data, in which an annotation would be but a word. */
const DATA = new Set(['default', 'examples', 'const', 'enum'])
/** Keywords that hold schemas under names of the author's choosing. */
const NAMED = new Set(['properties', 'patternProperties', 'dependentSchemas', '$defs', 'definitions'])
/** Deeper than any honest schema. */
const DEEPEST = 64

/** Finds the annotations of an input schema. Never throws. */
export function paramHeaders(inputSchema: Json): ParamHeaders {
  const headers: ParamHeader[] = []
  const names = new Map<string, string>()
  let fault: { at: string; why: string } | undefined

  function visit(schema: Json, at: string, path: string[] | undefined, depth: number): void {
    if (fault !== undefined || depth > DEEPEST) return
    if (Array.isArray(schema)) return schema.forEach((one, index) => visit(one, `${at}/${index}`, undefined, depth + 1))
    if (!isObject(schema)) return
    if (Object.hasOwn(schema, ANNOTATION)) take(schema, at, path)
    for (const [keyword, value] of Object.entries(schema)) {
      if (keyword === ANNOTATION || DATA.has(keyword)) continue
      const below = `${at}/${pointer(keyword)}`
      if (!NAMED.has(keyword) || !isObject(value)) visit(value, below, undefined, depth + 1)
      else
        for (const [name, member] of Object.entries(value))
          visit(
            member,
            `${below}/${pointer(name)}`,
            keyword === 'properties' && path !== undefined ? [...path, name] : undefined,
            depth + 1,
          )
    }
  }

  function take(schema: { [key: string]: Json }, at: string, path: string[] | undefined): void {
    const name = schema[ANNOTATION]
    const say = (why: string): void => void (fault ??= { at: `${at}/${ANNOTATION}`, why: `“${ANNOTATION}” ${why}` })
    if (typeof name !== 'string' || name === '') return say('must be a string that is not empty')
    if (!TOKEN.test(name)) return say(`is ${JSON.stringify(name)}, which cannot be part of a header’s name`)
    if (path === undefined || path.length === 0)
      return say('stands where a plain chain of “properties” does not lead: below arrays, conditions, compositions or “$ref”')
    if (!TYPES.has(schema.type))
      return say(`is on a parameter of type ${JSON.stringify(schema.type) ?? 'unknown'}; only string, integer and boolean may have it`)
    const same = names.get(name.toLowerCase())
    if (same !== undefined) return say(`names “${name}”, as another parameter does (${same})`)
    names.set(name.toLowerCase(), path.join('.'))
    headers.push({ name, path })
  }

  // Nearly none has one, and to look for that alone takes a tenth of the time.
  if (mentions(inputSchema, 0)) visit(inputSchema, '', [], 0)
  return fault === undefined ? { kind: 'headers', headers } : { kind: 'fault', ...fault }
}

function mentions(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > 2 * DEEPEST) return false
  for (const name in value) if (name === ANNOTATION || mentions((value as { [name: string]: Json })[name]!, depth + 1)) return true
  return false
}

/** The headers for these arguments: none for what is absent or null. `fault`: a value that may not be sent. */
export function mirror(headers: readonly ParamHeader[], args: Json | undefined): { headers: [string, string][]; fault?: string } {
  const made: [string, string][] = []
  for (const { name, path } of headers) {
    const value = path.reduce<Json | undefined>((at, key) => (isObject(at) && Object.hasOwn(at, key) ? at[key] : undefined), args)
    if (value === undefined || value === null || typeof value === 'object') continue
    if (typeof value === 'bigint' || (Number.isInteger(value) && !Number.isSafeInteger(value)))
      return {
        headers: made,
        fault: `The argument “${path.join('.')}” travels as a header too, and ${value} is beyond ±(2^53 − 1), which is not allowed there`,
      }
    made.push([`Mcp-Param-${name}`, headerText(String(value))])
  }
  return { headers: made }
}

/** A text as the value of a header: as it is when that is safe, else in Base64 between markers. */
export function headerText(text: string): string {
  const safe = /^[\x20-\x7e\t]*$/.test(text) && !/^[ \t]|[ \t]$/.test(text) && !/^=\?base64\?.*\?=$/s.test(text)
  if (safe) return text
  let bytes = ''
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte)
  return `=?base64?${btoa(bytes)}?=`
}

function pointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
