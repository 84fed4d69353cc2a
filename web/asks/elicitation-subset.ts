// What of an elicitation's schema its revision does not allow: a flat object of simple values, each with few keywords. Such a
// schema is asked by all the same; the person is told.
import { isObject, type Json } from '#mcp/json.ts'

const ALL = ['type', 'title', 'description', 'default']
const KEYWORDS: { [type: string]: string[] } = {
  string: ['minLength', 'maxLength', 'format', 'enum', 'enumNames'],
  number: ['minimum', 'maximum'],
  integer: ['minimum', 'maximum'],
  boolean: [],
}
const FORMATS = new Set(['email', 'uri', 'date', 'date-time'])

/** `revision`: as the connection speaks it; undefined counts as the newest. */
export function outsideSubset(schema: { [name: string]: Json }, revision = '2026-07-28'): string[] {
  const notes: string[] = []
  const titled = revision >= '2025-11-25'
  if (schema.type !== 'object') notes.push(`The schema’s type is ${JSON.stringify(schema.type) ?? 'missing'}: it must be “object”.`)
  const properties = isObject(schema.properties) ? Object.entries(schema.properties) : []
  for (const [name, member] of properties) {
    const says = faultOf(member, titled, revision)
    if (says !== undefined) notes.push(`“${name}” ${says}: outside of what ${revision} allows in a form.`)
  }
  return notes
}

function faultOf(member: Json, titled: boolean, revision: string): string | undefined {
  if (!isObject(member)) return 'is no schema'
  const { type } = member
  if (type === 'array') return titled ? choicesFault(member) : 'is a list, which is new in 2025-11-25'
  const known = typeof type === 'string' ? KEYWORDS[type] : undefined
  if (known === undefined) return `is ${typeof type === 'string' ? type : type === undefined ? 'of no type' : 'of several types'}`
  const allowed = new Set([...ALL, ...known, ...(titled && type === 'string' ? ['oneOf'] : [])])
  // In the prose of 2025-11-25 alone.
  if (revision === '2025-11-25') allowed.add('pattern')
  const other = Object.keys(member).find((keyword) => !allowed.has(keyword))
  if (other !== undefined) return `has “${other}”`
  if (typeof member.format === 'string' && !FORMATS.has(member.format)) return `has the format “${member.format}”`
  if (!titled && member.default !== undefined && type !== 'boolean') return 'has a default, which only booleans had before 2025-11-25'
  return undefined
}

function choicesFault({ items }: { [name: string]: Json }): string | undefined {
  if (!isObject(items)) return 'is a list of anything'
  const titled = Array.isArray(items.anyOf) && items.anyOf.every((one) => isObject(one) && typeof one.const === 'string')
  return titled || Array.isArray(items.enum) ? undefined : 'is a list of something else than choices'
}
