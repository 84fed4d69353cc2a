// RFC 6570 templates: which variables they have, and what they make of values. Expanding is url-template's; it is
// given only templates that this file could read, in one pass and within limits.
import { parseTemplate } from 'url-template'
import { isObject, writeJson, type Json } from '#mcp/json.ts'

export interface TemplateVariable {
  name: string
  /** It may take several values: `{list*}`, or part of a query. */
  explodes: boolean
  /** Only this many characters are used, wherever it stands: `{var:3}`. */
  prefix?: number
  /** What stands before it: '' in `{var}`, '+', '#', '.', '/', ';', '?', '&'. */
  operator: string
}

export type TemplateReading = { kind: 'template'; variables: TemplateVariable[] } | { kind: 'broken'; why: string }

const LONGEST = 8000
const MOST_VARIABLES = 100
const OPERATORS = '+#./;?&'
const RESERVED = '=,!@|'

/** Reads the variables of a template, in order, each once. Never throws. */
export function readTemplate(template: string): TemplateReading {
  const broken = (why: string): TemplateReading => ({ kind: 'broken', why })
  if (template.length > LONGEST) return broken(`it has ${template.length} characters; more than ${LONGEST} are not expanded`)
  const variables: TemplateVariable[] = []
  const seen = new Map<string, TemplateVariable>()
  for (let at = 0; at < template.length;) {
    const close = template.indexOf('}', at)
    const open = template.indexOf('{', at)
    if (open < 0) {
      if (close >= 0) return broken(`“}” at position ${close + 1} closes nothing`)
      break
    }
    if (close >= 0 && close < open) return broken(`“}” at position ${close + 1} closes nothing`)
    if (close < 0) return broken(`“{” at position ${open + 1} is never closed`)
    let body = template.slice(open + 1, close)
    let operator = ''
    if (body !== '' && RESERVED.includes(body[0]!))
      return broken(`the operator “${body[0]}” at position ${open + 2} is reserved (RFC 6570, 2.2)`)
    if (body !== '' && OPERATORS.includes(body[0]!)) {
      operator = body[0]!
      body = body.slice(1)
    }
    for (const part of body.split(',')) {
      const match = /^((?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*)(\*|:[1-9]\d{0,3})?$/.exec(part)
      if (match === null) return broken(`“${part}” in the expression at position ${open + 1} is no variable name`)
      const [, name = '', modifier = ''] = match
      const prefix = modifier.startsWith(':') ? Number(modifier.slice(1)) : undefined
      const known = seen.get(name)
      if (known !== undefined) {
        // It stands there in another way as well: whole, or as a list.
        known.explodes ||= modifier === '*'
        if (known.prefix !== prefix) delete known.prefix
        continue
      }
      const variable: TemplateVariable = { name, explodes: modifier === '*', operator }
      if (prefix !== undefined) variable.prefix = prefix
      seen.set(name, variable)
      if (seen.size > MOST_VARIABLES) return broken(`it has more than ${MOST_VARIABLES} variables`)
      variables.push(variable)
    }
    at = close + 1
  }
  return { kind: 'template', variables }
}

const schemas = new Map<string, Json>()

/** The variables of a template as a JSON Schema, the same object each time. None is required: what is not sent is undefined to RFC 6570. */
export function templateSchema(template: string): Json {
  const known = schemas.get(template)
  if (known !== undefined) return known
  const reading = readTemplate(template)
  const variables = reading.kind === 'broken' ? [] : reading.variables
  const schema = { type: 'object', properties: Object.fromEntries(variables.map((one) => [one.name, variableSchema(one)])) }
  schemas.set(template, schema)
  return schema
}

function variableSchema({ operator, explodes, prefix }: TemplateVariable): Json {
  const about = [
    operator === '?' || operator === '&' ? 'Part of the query.' : operator === '+' || operator === '#' ? 'It may hold / and ?.' : '',
    explodes ? 'It may be one text, a list, or pairs.' : '',
    prefix === undefined ? '' : `Its first ${prefix} characters are used.`,
  ].filter((words) => words !== '')
  const description: { [member: string]: Json } = about.length === 0 ? {} : { description: about.join(' ') }
  if (!explodes) return { type: 'string', ...description }
  const text = { type: 'string' }
  return {
    anyOf: [
      { ...text, title: 'Text' },
      { type: 'array', title: 'List', items: text },
      { type: 'object', title: 'Pairs', additionalProperties: text },
    ],
    ...description,
  }
}

/**
 * The URI for values; '' when the template cannot be expanded, so that nothing half-expanded is ever sent. A variable
 * without a value, or with null, is left out, as RFC 6570 has it for undefined ones; an empty text is a value.
 */
export function expand(template: string, values: Json): string {
  const reading = readTemplate(template)
  if (reading.kind === 'broken' || !isObject(values)) return ''
  // Without a prototype, so that no name is special.
  const given = Object.create(null) as Parameters<ReturnType<typeof parseTemplate>['expand']>[0]
  for (const { name, prefix } of reading.variables) {
    const value = Object.hasOwn(values, name) ? values[name]! : null
    if (value === null) continue
    if (Array.isArray(value)) given[name] = value.map(textOf)
    else if (isObject(value)) given[name] = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, textOf(one)]))
    // A prefix of a text is counted in characters, and a character may be two code units.
    else given[name] = prefix === undefined ? textOf(value) : [...textOf(value)].slice(0, prefix).join('')
  }
  return parseTemplate(template).expand(given)
}

function textOf(value: Json): string {
  return typeof value === 'string' ? value : writeJson(value)
}
