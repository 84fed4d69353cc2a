// Arguments that travel as headers.
import { isObject, type Json } from '../../json.ts'
import { inputSchemas, TOOL_LIST } from '../items.ts'
import { MODERN } from '../revision.ts'
import { eachOf, quote, type Look, type Level, type Rule } from '../rule.ts'
import type { Obj } from '../seen.ts'

export const HEADER_RULES: readonly Rule[] = [
  {
    id: 'XH-01',
    level: 'MUST NOT',
    revisions: MODERN,
    spec: ['2026-07-28/server/tools'],
    says: 'An x-mcp-header is not empty.',
    looksAt: 'x-mcp-header',
    mend: 'Give x-mcp-header a name, or leave it out.',
    ...marked('MUST NOT', ({ name }) => (name === '' ? 'it is empty' : undefined)),
  },
  {
    id: 'XH-02',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/server/tools'],
    says: 'An x-mcp-header is a name that a header may have.',
    looksAt: 'x-mcp-header',
    mend: 'Use letters, digits and hyphens.',
    ...marked('MUST', ({ name }) =>
      name === '' ? null : typeof name === 'string' && /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) ? undefined : `it is ${quote(name)}`,
    ),
  },
  {
    id: 'XH-03',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/server/tools'],
    says: 'No two parameters of a tool have the same x-mcp-header.',
    looksAt: 'tool with x-mcp-header',
    mend: 'Give each parameter a header name of its own, whatever its case.',
    ...eachOf(TOOL_LIST, 'MUST', inputSchemas, (schema) => {
      const names = [...marks(schema, '', true)].map(({ name }) => String(name).toLowerCase())
      if (names.length === 0) return null
      const twice = names.find((name, index) => names.indexOf(name) !== index)
      return twice === undefined ? undefined : `${quote(twice)} is there twice`
    }),
  },
  {
    id: 'XH-04',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/server/tools'],
    says: 'An x-mcp-header is on a text, an integer or a boolean.',
    looksAt: 'x-mcp-header',
    mend: 'A number with fractions cannot be compared: use integer, or leave it out.',
    ...marked('MUST', ({ type, reached }) =>
      !reached ? null : ['string', 'integer', 'boolean'].includes(type as string) ? undefined : `the type is ${quote(type)}`,
    ),
  },
  {
    id: 'XH-05',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/basic/transports/streamable-http', '2026-07-28/server/tools'],
    says: 'A parameter with x-mcp-header is reached through properties alone.',
    looksAt: 'x-mcp-header',
    mend: 'Move it out of arrays, anyOf and the like.',
    ...marked('MUST', ({ reached, at }) => (reached ? undefined : { says: 'it is not', at })),
  },
  {
    id: 'XH-06',
    level: 'MUST',
    revisions: MODERN,
    spec: ['2026-07-28/server/tools'],
    says: 'Bounds of an integer with x-mcp-header are within 2^53.',
    looksAt: 'integer with x-mcp-header and bounds',
    mend: 'Set "minimum" and "maximum" of the integer within ±(2^53 − 1), or take a text.',
    ...marked('MUST', ({ schema }) => {
      const bounds = [schema.minimum, schema.maximum].filter((one) => one !== undefined)
      if (schema.type !== 'integer' || bounds.length === 0) return null
      const wide = bounds.find((one) => !Number.isSafeInteger(one))
      return wide === undefined ? undefined : `a bound is ${quote(wide)}`
    }),
  },
  {
    id: 'XH-07',
    level: 'SHOULD NOT',
    revisions: MODERN,
    spec: ['2026-07-28/server/tools'],
    says: 'Secrets do not travel as headers.',
    looksAt: 'x-mcp-header',
    mend: 'Headers are logged on the way: leave x-mcp-header out.',
    ...marked('SHOULD NOT', ({ property }) =>
      /passw(?:or)?d|token|secret|api_?key|\bkey\b|ssn|email/i.test(property) ? `${quote(property)} has one` : undefined,
    ),
  },
]

interface Marked {
  name: Json | undefined
  property: string
  type: Json | undefined
  schema: Obj
  /** Through properties alone. */
  reached: boolean
  at: string
}

function marked(level: Level, look: (one: Marked) => Look): Pick<Rule, 'on' | 'judge'> {
  return eachOf(
    TOOL_LIST,
    level,
    function* (seen): Generator<[string, Marked]> {
      for (const [at, schema] of inputSchemas(seen)) for (const one of marks(schema, '', true)) yield [`${at}${one.at}`, { ...one, at: '' }]
    },
    look,
  )
}

function* marks(schema: Obj, at: string, reached: boolean, depth = 0, property = ''): Generator<Marked> {
  if (depth > 12) return
  if (schema['x-mcp-header'] !== undefined) yield { name: schema['x-mcp-header'], property, type: schema.type, schema, reached, at }
  for (const [keyword, value] of Object.entries(schema)) {
    if (keyword === 'properties' && isObject(value)) {
      for (const [name, one] of Object.entries(value))
        if (isObject(one)) yield* marks(one, `${at}/properties/${name}`, reached, depth + 1, name)
    } else if (['items', 'additionalProperties', 'not', 'if', 'then', 'else'].includes(keyword) && isObject(value))
      yield* marks(value, `${at}/${keyword}`, false, depth + 1, property)
    else if (['anyOf', 'allOf', 'oneOf', 'prefixItems'].includes(keyword) && Array.isArray(value)) {
      for (const [index, one] of value.entries())
        if (isObject(one)) yield* marks(one, `${at}/${keyword}/${index}`, false, depth + 1, property)
    }
  }
}
