// The states of a field in the words of its menu, and which of them a schema lets a person choose.
import type { Json } from '#mcp/json.ts'
import { buildField } from './draft.ts'
import type { FieldDraft, FieldState } from './field-draft.ts'
import type { Node } from './node.ts'
import type { SchemaObject } from './schema-parts.ts'

export type Shown = 'value' | 'default' | 'not sent' | 'empty' | 'null' | 'JSON'

/** What will happen to a field as it stands. `within`: origins of what it stands in. */
export function shownState(node: Node, field: FieldDraft | undefined, required: boolean, within: readonly Json[] = []): Shown {
  switch (field?.state) {
    case 'null':
      return 'null'
    case 'json':
      return 'JSON'
    case 'empty':
      return 'empty'
    case 'unset':
      return 'not sent'
    default:
  }
  const built = buildField(node, field, required, ['x'], within)
  if (!built.sent) return 'not sent'
  if (node.kind === 'text' && built.value === '') return 'empty'
  if (node.kind === 'null') return 'null'
  return node.preset !== undefined && !built.active ? 'default' : 'value'
}

export interface StateChoice {
  shown: Shown
  title: string
  /** What to set; undefined: the untouched state. */
  state: FieldState | undefined
}

/** What is in these counts without a state of its own, so leaving them out takes one. */
const HOLDERS: Node['kind'][] = ['many', 'object', 'list', 'tuple', 'union']

export function stateChoices(node: Node, required: boolean): StateChoice[] {
  const choices: StateChoice[] = []
  if (node.kind !== 'null') choices.push({ shown: 'value', title: 'value', state: 'value' })
  if (node.preset !== undefined) choices.push({ shown: 'default', title: 'default', state: undefined })
  const told = required || node.preset !== undefined || HOLDERS.includes(node.kind)
  choices.push({ shown: 'not sent', title: 'not sent', state: told ? 'unset' : undefined })
  const canBeEmpty = ['text', 'list', 'many', 'tuple', 'object'].includes(node.kind) || (node.kind === 'json' && node.only !== undefined)
  if (canBeEmpty) choices.push({ shown: 'empty', title: 'empty', state: 'empty' })
  if (node.nullable || node.kind === 'null') choices.push({ shown: 'null', title: 'null', state: 'null' })
  if (node.kind !== 'json') choices.push({ shown: 'JSON', title: 'as JSON', state: 'json' })
  return choices
}

const TYPE: { [kind in Node['kind']]: string } = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  null: 'null',
  const: 'constant',
  enum: 'choice',
  many: 'choices',
  object: 'object',
  list: 'list',
  tuple: 'tuple',
  union: 'one of several',
  json: 'any JSON',
}

/** The type and its limits, in a few words: "integer, 1–16". */
export function typeWords(node: Node): string {
  const { schema } = node
  const words: string[] = []
  if (node.kind === 'number') words.push(node.integer ? 'integer' : 'number')
  else if (node.kind === 'text') words.push(node.encoding ?? node.format ?? 'text')
  else if (node.kind === 'json') words.push(node.only === 'array' ? 'list' : (node.only ?? 'any JSON'))
  else if (node.kind === 'enum' && node.options.length <= 4)
    words.push(
      node.options
        .map(({ label }) => label)
        .join(' | ')
        .slice(0, 60),
    )
  else words.push(TYPE[node.kind])
  if (node.nullable) words[0] += ' or null'
  // A limit of another type limits nothing here.
  if (node.kind === 'number') words.push(...numberLimits(schema, node.integer))
  else if (node.kind === 'text') words.push(...countOf(schema.minLength, schema.maxLength, 'character'), ...patternOf(node, schema.pattern))
  else if (node.kind === 'object' || (node.kind === 'json' && node.only === 'object'))
    words.push(...countOf(schema.minProperties, schema.maxProperties, 'member'))
  else if (node.kind === 'json' ? node.only === 'array' : ['list', 'tuple', 'many'].includes(node.kind)) {
    words.push(...countOf(schema.minItems, schema.maxItems))
    if (schema.uniqueItems === true && node.kind !== 'many') words.push('each once')
  }
  return words.join(', ')
}

/** What is longer is no help to read; a format says the same better. */
const SHORT_PATTERN = 32

function patternOf(node: Extract<Node, { kind: 'text' }>, pattern: Json | undefined): string[] {
  const told = typeof pattern === 'string' && pattern.length <= SHORT_PATTERN && node.format === undefined && node.encoding === undefined
  return told ? [`pattern ${pattern}`] : []
}

function numberLimits(schema: SchemaObject, integer: boolean): string[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  // As draft-04 writes it: the bound stands beside.
  const above = exclusiveMinimum === true ? minimum : exclusiveMinimum
  const below = exclusiveMaximum === true ? maximum : exclusiveMaximum
  const range = rangeOf(above === minimum ? undefined : minimum, below === maximum ? undefined : maximum, above, below, integer)
  const step = typeof multipleOf === 'number' || typeof multipleOf === 'bigint' ? `multiple of ${multipleOf}` : ''
  return [range, step].filter((one) => one !== '')
}

function countOf(min: Json | undefined, max: Json | undefined, unit?: string): string[] {
  if (typeof min !== 'number' && typeof max !== 'number') return []
  const span = rangeOf(min === 0 && unit !== undefined ? undefined : min, max, undefined, undefined, true)
  if (span === '' || unit === undefined) return span === '' ? [] : [span]
  return [`${span} ${/(^|\D)1$/.test(span) ? unit : `${unit}s`}`]
}

function rangeOf(min: unknown, max: unknown, above: unknown, below: unknown, whole: boolean): string {
  let low = bound(min)
  let high = bound(max)
  const over = bound(above)
  const under = bound(below)
  if (whole && over !== undefined) low = later(low, next(over, 1))
  if (whole && under !== undefined) high = sooner(high, next(under, -1))
  // The bounds of a safe integer are a generator's way to say "any integer".
  if (low !== undefined && low <= Number.MIN_SAFE_INTEGER) low = undefined
  if (high === Number.MAX_SAFE_INTEGER) high = undefined
  const parts: string[] = []
  if (low !== undefined && high !== undefined) parts.push(low === high ? `exactly ${low}` : `${low}–${high}`)
  else if (low !== undefined) parts.push(`at least ${low}`)
  else if (high !== undefined) parts.push(`at most ${high}`)
  if (!whole && over !== undefined) parts.push(`more than ${over}`)
  if (!whole && under !== undefined) parts.push(`less than ${under}`)
  return parts.join(', ')
}

type Bound = number | bigint | undefined

const bound = (value: unknown): Bound => (typeof value === 'number' || typeof value === 'bigint' ? value : undefined)
const next = (value: number | bigint, by: 1 | -1): Bound => (typeof value === 'bigint' ? value + BigInt(by) : value + by)
const later = (a: Bound, b: Bound): Bound => (a === undefined || b === undefined ? (a ?? b) : a > b ? a : b)
const sooner = (a: Bound, b: Bound): Bound => (a === undefined || b === undefined ? (a ?? b) : a < b ? a : b)
