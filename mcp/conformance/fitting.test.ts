import { describe, expect, test } from 'vitest'
import { isObject, type Json } from '../json.ts'
import { fittingOf } from './fitting.ts'
import { SCHEMAS } from './schemas.ts'
import { definitionsOf, faultsOf, resolve, type Schema } from './structure.ts'

/** A value for a schema, with all of its members down to some depth, and of each choice the branch with this index. */
function valueFor(root: Schema, given: Json | undefined, branch: number, depth = 0): Json {
  const schema = isObject(given) ? resolve(root, given) : undefined
  if (schema === undefined || depth > 3) return 'anything'
  if (schema.const !== undefined) return schema.const
  if (Array.isArray(schema.enum)) return schema.enum[branch % schema.enum.length] as Json
  const choice = [schema.anyOf, schema.allOf].find((one) => Array.isArray(one)) as Json[] | undefined
  if (choice !== undefined) return valueFor(root, choice[branch % choice.length], branch, depth + 1)
  switch ([schema.type].flat()[0]) {
    case 'string':
      return 'text'
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    case 'null':
      return null
    case 'array':
      return [valueFor(root, schema.items, branch, depth + 1)]
    default: {
      const properties = Object.entries(isObject(schema.properties) ? schema.properties : {})
      return Object.fromEntries(properties.map(([name, one]) => [name, valueFor(root, one, branch, depth + 1)]))
    }
  }
}

/** The value, and the same with one part of it taken out, added or replaced. */
function* changed(value: Json, depth = 0): Generator<Json> {
  yield value
  if (depth > 0) for (const other of [null, ['x'], -1.5, { a: 1 }]) yield other
  if (Array.isArray(value))
    for (const [at, one] of value.entries()) for (const other of changed(one, depth + 1)) yield value.with(at, other)
  else if (isObject(value)) {
    yield { ...value, added: { a: 1 } }
    for (const name of Object.keys(value)) {
      const { [name]: member, ...rest } = value
      yield rest
      for (const other of changed(member as Json, depth + 1)) yield { ...rest, [name]: other }
    }
  }
}

describe('whether a value fits', () => {
  test.each(Object.entries(SCHEMAS))('is told as its faults tell it, for every definition of %s', (_revision, root) => {
    const told = { fits: 0, not: 0 }
    for (const name of Object.keys(definitionsOf(root))) {
      const fits = fittingOf(root, name)
      for (const branch of [0, 1])
        for (const value of changed(valueFor(root, { $ref: `#/$defs/${name}` }, branch))) {
          const faults = faultsOf(root, name, value)
          if (fits(value) !== (faults.length === 0)) expect.fail(`${name}: ${JSON.stringify(value)} ${JSON.stringify(faults)}`)
          told[faults.length === 0 ? 'fits' : 'not'] += 1
        }
    }
    expect(told.fits).toBeGreaterThan(1000)
    expect(told.not).toBeGreaterThan(1000)
  })

  test('holds for what is not there, and for a definition that is not', () => {
    const root = SCHEMAS['2025-11-25']
    expect(fittingOf(root, 'Tool')(undefined)).toBe(false)
    expect(fittingOf(root, 'NoSuchThing')(7)).toBe(true)
  })
})
