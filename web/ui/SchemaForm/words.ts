// Says in words what a judge found, one sentence per field, at the field. Only what a person can act on is kept.
import { type OutputUnit } from '@cfworker/json-schema'
import { isObject, writeJson, type Json } from '#mcp/json.ts'
import type { Problem } from './draft.ts'
import { outsideOf } from './judge.ts'
import { escapePointer } from './schema-parts.ts'

/** Keywords that only repeat what a deeper error says. */
const WRAPPERS = [
  'properties',
  'patternProperties',
  'items',
  'prefixItems',
  'additionalItems',
  '$ref',
  '$recursiveRef',
  'allOf',
  'if',
  'dependentSchemas',
  'additionalProperties',
  'unevaluatedProperties',
  'unevaluatedItems',
  'then',
  'else',
]

const NO_SHAPE = 'This matches none of the shapes that the schema allows.'

export function judgeProblems(units: OutputUnit[], value: Json, schema: Json): Problem[] {
  const problems: Problem[] = []
  const said = new Set<string>()
  for (const unit of pick(units)) {
    const found = explain(unit, value, schema)
    if (found === undefined || said.has(found.at)) continue
    said.add(found.at)
    problems.push(found)
  }
  return problems
}

/** Leaves out wrappers, and of a union keeps the branch that is nearest to fitting. */
function pick(units: OutputUnit[]): OutputUnit[] {
  let rest = units
  const kept: OutputUnit[] = []
  for (const union of units) {
    if (union.keyword !== 'anyOf' && union.keyword !== 'oneOf') continue
    if (!rest.includes(union)) continue
    const inner = new Map<string, OutputUnit[]>()
    for (const unit of rest) {
      const after = unit.keywordLocation.startsWith(`${union.keywordLocation}/`)
        ? unit.keywordLocation.slice(union.keywordLocation.length + 1)
        : undefined
      if (after === undefined || !unit.instanceLocation.startsWith(union.instanceLocation)) continue
      const branch = after.split('/')[0]!
      inner.set(branch, [...(inner.get(branch) ?? []), unit])
    }
    const below = new Set([...inner.values()].flat())
    rest = rest.filter((unit) => !below.has(unit))
    const near = [...inner.values()].filter(
      (list) =>
        !list.some(
          (unit) =>
            ['type', 'const', 'enum'].includes(unit.keyword) &&
            (unit.instanceLocation === union.instanceLocation || unit.keyword === 'const'),
        ),
    )
    const onlyRequired = [...inner.values()].every((list) =>
      list.every((unit) => unit.keyword === 'required' && unit.instanceLocation === union.instanceLocation),
    )
    if (inner.size > 0 && onlyRequired) {
      const groups = [...inner.values()].map((list) =>
        list
          .map(missing)
          .filter((name) => name !== undefined)
          .join('\t'),
      )
      rest = rest.filter((unit) => unit !== union)
      kept.push({ ...union, keyword: union.keyword === 'oneOf' ? 'needsOne' : 'needsSome', error: [...new Set(groups)].join('\n') })
    } else if (near.length === 1) {
      rest = rest.filter((unit) => unit !== union)
      kept.push(...near[0]!.filter((unit) => !WRAPPERS.includes(unit.keyword)))
    }
  }
  const all = [...rest.filter((unit) => !WRAPPERS.includes(unit.keyword)), ...kept]
  // Where a part failed, its members count as unevaluated too: an echo, not a second fault.
  const echo = units.some(({ keyword }) => keyword.startsWith('unevaluated')) && all.some(({ keyword }) => keyword !== 'false')
  return echo ? all.filter(({ keyword }) => keyword !== 'false') : all
}

function missing(unit: OutputUnit): string | undefined {
  return /"([^]*)"\.?$/.exec(unit.error)?.[1]
}

function explain(unit: OutputUnit, root: Json, schema: Json): Problem | undefined {
  const at = unit.instanceLocation.replace(/^#/, '')
  const value = valueAt(root, at)
  const shown = value === undefined ? '' : brief(value)
  const given = keywordValue(schema, unit.keywordLocation)
  // As draft-04 writes it, the bound stands beside.
  const limit =
    given === true
      ? keywordValue(
          schema,
          unit.keywordLocation.replace(/\/exclusive(M\w+)$/, (_, edge: string) => `/${edge.toLowerCase()}`),
        )
      : given
  const bound = limit === undefined ? '' : writeJson(limit)
  const bad = (says: string, where = at): Problem => ({ at: where, says, level: 'bad' })
  switch (unit.keyword) {
    case 'required': {
      const name = missing(unit)
      return name === undefined ? bad(unit.error) : bad(`“${name}” is required.`, `${at}/${escapePointer(name)}`)
    }
    case 'dependentRequired':
    case 'dependencies': {
      const [, cause, name] = /^Instance has "([^]*)" but does not have "([^]*)"\.$/.exec(unit.error) ?? []
      return name === undefined ? undefined : bad(`“${name}” is required beside “${cause}”.`, `${at}/${escapePointer(name)}`)
    }
    case 'needsOne':
    case 'needsSome': {
      const groups = unit.error.split('\n').map((group) => group.split('\t'))
      const names = groups.flat()
      const several = groups.some((group) => group.length > 1)
      const list = groups.map((group) => group.join(' and ')).join(several ? '; or ' : ', ')
      const says = `${unit.keyword === 'needsOne' ? 'Exactly' : 'At least'} one of these is needed: ${list}.`
      return { ...bad(says), echoOf: names.map((name) => `${at}/${escapePointer(name)}`) }
    }
    case 'type':
      return bad(
        `${value === null ? 'This' : shown} is ${kindOf(value)}; the schema wants ${(unit.error.match(/Expected "(.*)"/)?.[1] ?? '').replace(/", "/g, ' or ')}.`,
      )
    case 'minimum':
      return bad(`${shown} ${shown === bound ? 'must be more' : 'is less'} than ${bound || bareNumber(unit.error)}.`)
    case 'maximum':
      return bad(`${shown} ${shown === bound ? 'must be less' : 'is more'} than ${bound || bareNumber(unit.error)}.`)
    case 'exclusiveMinimum':
      return bad(`${shown} must be more than ${bound || bareNumber(unit.error)}.`)
    case 'exclusiveMaximum':
      return bad(`${shown} must be less than ${bound || bareNumber(unit.error)}.`)
    case 'multipleOf':
      return bad(`${shown} is not a multiple of ${bound || bareNumber(unit.error)}.`)
    case 'minLength':
      return bad(
        value === '' ? 'This text must not be empty.' : `The text is too short: at least ${characters(bound || bareNumber(unit.error))}.`,
      )
    case 'maxLength':
      return bad(`The text is too long: at most ${characters(bound || bareNumber(unit.error))}.`)
    case 'minProperties':
      return bad(`Too few members: at least ${bound || bareNumber(unit.error)} ${bound === '1' ? 'is' : 'are'} needed.`)
    case 'maxProperties':
      return bad(`Too many members: at most ${bound || bareNumber(unit.error)} ${bound === '1' ? 'is' : 'are'} allowed.`)
    case 'contains':
    case 'minContains':
      return bad('No row, or too few, is of the shape that the schema wants among them.')
    case 'maxContains':
      return bad('Too many rows are of the shape that the schema limits.')
    case 'not':
      return bad('The schema forbids just this value.')
    case 'propertyNames':
      return bad('The schema does not allow the name of a member.')
    case 'minItems':
      return bad(`Too few: at least ${bound || bareNumber(unit.error)} ${bound === '1' ? 'is' : 'are'} needed.`)
    case 'maxItems':
      return bad(`Too many: at most ${bound || bareNumber(unit.error)} ${bound === '1' ? 'is' : 'are'} allowed.`)
    case 'uniqueItems':
      return bad('Two of these are the same; each may stand once.')
    case 'pattern':
      return bad(`${shown} does not match the pattern ${typeof limit === 'string' ? limit : ''}.`)
    case 'format':
      if (value === '') return bad(`This is empty; the schema wants the format “${typeof limit === 'string' ? limit : ''}”.`)
      // What a format means differs between languages: said, never in the way.
      return { at, says: `${shown} does not look like the format “${typeof limit === 'string' ? limit : ''}”.`, level: 'warn' }
    case 'enum':
    case 'const': {
      const outside = unit.keyword === 'enum' ? outsideOf(unit.error) : undefined
      if (outside !== undefined)
        return bad(`This cannot be checked: the schema refers to “${outside}”, which is not part of it and is never fetched.`)
      return bad(`${shown} is not one of the allowed values.`)
    }
    case 'false':
      return bad('The schema does not allow a value here.')
    case 'anyOf':
      return { ...bad(NO_SHAPE), echoOf: [`${at}/`] }
    case 'oneOf':
      return /matched|more than one|exactly/i.test(unit.error) && !/0 subschemas/.test(unit.error)
        ? bad('This must match exactly one of the shapes that the schema allows.')
        : { ...bad(NO_SHAPE), echoOf: [`${at}/`] }
    default:
      return bad(unit.error)
  }
}

function bareNumber(text: string): string {
  return /-?\d+(\.\d+)?(?=\D*$)/.exec(text)?.[0] ?? ''
}

function keywordValue(schema: Json, location: string): Json | undefined {
  return valueAt(schema, location.replace(/^#/, ''))
}

function valueAt(root: Json, pointer: string): Json | undefined {
  let now: Json | undefined = root
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replace(/~1/g, '/').replace(/~0/g, '~')
    if (Array.isArray(now)) now = now[Number(name)]
    else now = isObject(now) && Object.hasOwn(now, name) ? now[name] : undefined
  }
  return now
}

function brief(value: Json): string {
  const text = typeof value === 'string' ? `“${value}”` : writeJson(value)
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

function kindOf(value: Json | undefined): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return (
    { string: 'text', number: 'a number', bigint: 'a number', boolean: 'a boolean', undefined: 'missing' }[typeof value as string] ??
    typeof value
  )
}

function characters(number: string): string {
  return `${number} ${number === '1' ? 'character' : 'characters'}`
}
