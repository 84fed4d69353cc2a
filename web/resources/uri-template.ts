// RFC 6570 templates: which variables they have, and what they make of values. Expanding is url-template's; it is
// given only templates that this file could read, in one pass and within limits.
import { parseTemplate } from 'url-template'
import { isObject, parseJson } from '#mcp/json.ts'

export interface TemplateVariable {
  name: string
  /** It may take several values: `{list*}`, or part of a query. */
  explodes: boolean
  /** Only this many characters are used: `{var:3}`. */
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
  const seen = new Set<string>()
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
      if (seen.has(name)) continue
      seen.add(name)
      if (seen.size > MOST_VARIABLES) return broken(`it has more than ${MOST_VARIABLES} variables`)
      const variable: TemplateVariable = { name, explodes: modifier === '*', operator }
      if (modifier.startsWith(':')) variable.prefix = Number(modifier.slice(1))
      variables.push(variable)
    }
    at = close + 1
  }
  return { kind: 'template', variables }
}

/**
 * The URI for what was typed; '' when the template cannot be expanded, so that nothing half-expanded is ever sent. A blank variable is left out, as RFC 6570 has it for undefined ones; one that explodes
 * takes one value a line, or a JSON object for pairs.
 */
export function expand(template: string, typed: { [name: string]: string }): string {
  const reading = readTemplate(template)
  if (reading.kind === 'broken') return ''
  const values: Parameters<ReturnType<typeof parseTemplate>['expand']>[0] = {}
  for (const { name, explodes } of reading.variables) {
    const text = Object.hasOwn(typed, name) ? typed[name]! : ''
    if (text === '') continue
    values[name] = explodes ? (pairs(text) ?? text.split('\n').filter((line) => line !== '')) : text
  }
  return parseTemplate(template).expand(values)
}

function pairs(text: string): { [name: string]: string } | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    const value = parseJson(text)
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, String(one)])) : undefined
  } catch {
    return undefined
  }
}
