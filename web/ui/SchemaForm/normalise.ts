// Turns any JSON Schema into the form's nodes. Pure, and never throws: what has no better control becomes JSON.
import { isObject, writeJson, type Json } from '#mcp/json.ts'
import { makeJudge, type Judge } from './judge.ts'
import { CLASH, flatten, mergeSchemas, spread, type Condition, type Flat } from './merge.ts'
import { branchLabel, mergedBranch, namesByDiscriminator, tagOf, withTag } from './branch-names.ts'
import { hopeless } from './hopeless.ts'
import { namesAllowed } from './member-names.ts'
import { isCheap, isCheapOverNothing } from './pattern-cost.ts'
import type { Branch, Node, NodeBase, Option, Shape } from './node.ts'
import { mend, type SchemaNote } from './schema.ts'
import { findRef, own, type SchemaObject } from './schema-parts.ts'
import { typeLabel, typeOf } from './type-names.ts'

export interface FormModel {
  node: Node
  judge: Judge
  notes: SchemaNote[]
}

interface Context {
  root: SchemaObject
  judge: Judge
  /** Branches of unions that the same place has been through: a union that leads back to itself offers no choice. */
  within?: readonly Json[]
}

const cache = new WeakMap<object, FormModel>()

/** The model of a schema, remembered per schema object. */
export function modelOf(schema: Json): FormModel {
  const known = isObject(schema) ? cache.get(schema) : undefined
  if (known !== undefined) return known
  const mended = mend(schema)
  const judge = makeJudge(mended)
  const context = { root: mended.root, judge }
  const model: FormModel = { node: nodeOf(mended.root, context), judge, notes: mended.notes }
  if (judge.silent !== undefined && mended.draft !== undefined) model.notes.push({ at: '', says: judge.silent })
  if (isObject(schema)) cache.set(schema, model)
  return model
}

function lazy<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

function nodeOf(schema: Json | undefined, { root, judge }: Context): Node {
  const node = build(flatten(schema, root), { root, judge })
  const origin = originOf(schema, root)
  return isObject(origin) ? { ...node, origin } : node
}

/** Where the references of a part lead in the end. */
function originOf(schema: Json | undefined, root: SchemaObject): Json | undefined {
  let at = schema
  for (let hops = 0; hops < 20 && isObject(at) && typeof at.$ref === 'string'; hops++) at = findRef(at.$ref, root)
  return at
}

function build(flat: Flat, context: Context): Node {
  const { schema, nullable } = splitNull(flat, context)
  const base = baseOf(schema, nullable, flat.notes, context)
  const clash = own(schema, CLASH)
  if (typeof clash === 'string') {
    base.notes.push(`Nothing can satisfy this: it would have to be ${clash} at once. Any JSON can be sent.`)
    return { ...base, kind: 'json' }
  }
  if ('const' in schema) return schema.const === null ? { ...base, kind: 'null' } : { ...base, kind: 'const', value: schema.const! }
  if (Array.isArray(schema.enum)) {
    if (schema.enum.length > 0) return enumOf(schema.enum, schema, base)
    base.notes.push('The schema lists no value that it would allow: any JSON can be sent.')
    return { ...base, kind: 'json' }
  }
  const union = unionOf(schema, flat.conditions, base, context)
  if (union !== undefined) return union
  const type = typeOf(schema, base.notes)
  if (Array.isArray(type)) {
    const branches = type.map((one) => ({
      label: typeLabel(one),
      node: lazy(() => build({ ...flat, notes: [], schema: { ...schema, type: one } }, context)),
    }))
    return { ...base, kind: 'union', branches }
  }
  switch (type) {
    case 'string':
      return textOf(schema, base)
    case 'integer':
    case 'number':
      return { ...base, kind: 'number', integer: type === 'integer' }
    case 'boolean':
      return { ...base, kind: 'boolean' }
    case 'null':
      return { ...base, kind: 'null' }
    case 'array':
      return arrayOf(schema, base, context)
    case 'object':
      return objectOf(schema, flat.conditions, base, context)
    default:
      return { ...base, kind: 'json' }
  }
}

function baseOf(schema: SchemaObject, nullable: boolean, notes: string[], { judge }: Context): NodeBase {
  const base: NodeBase = {
    nullable,
    readOnly: schema.readOnly === true,
    deprecated: schema.deprecated === true,
    examples: Array.isArray(schema.examples) ? schema.examples : schema.example === undefined ? [] : [schema.example],
    notes: [...notes, ...hopeless(schema)],
    schema,
  }
  if (typeof schema.title === 'string' && schema.title !== '') base.title = schema.title
  if (typeof schema.description === 'string' && schema.description !== '') base.description = schema.description
  if ('default' in schema) {
    const preset = schema.default!
    if (preset === null) {
      if (!nullable && schema.type !== 'null' && schema.type !== undefined)
        base.notes.push('The default null is not allowed by the schema itself and is ignored.')
    } else if (judge.fits(schema, preset, true)) base.preset = { value: preset }
    else base.notes.push(`The default ${writeJson(preset)} breaks the schema itself and is ignored.`)
  }
  return base
}

/** Takes null out of every spelling of "or null": type lists, enum members, branches of a union. */
function splitNull(flat: Flat, context: Context): { schema: SchemaObject; nullable: boolean } {
  let schema = flat.schema
  let nullable = false
  if (Array.isArray(schema.type)) {
    const types = schema.type.filter((type) => type !== 'null')
    if (types.length < schema.type.length && types.length > 0) nullable = true
    if (schema.type.length > 0) schema = { ...schema, type: types.length === 0 ? 'null' : types.length === 1 ? types[0]! : types }
  }
  if (Array.isArray(schema.enum) && schema.enum.includes(null)) {
    if (schema.enum.length === 1) {
      const { enum: _, ...rest } = schema
      return { schema: { ...rest, type: 'null' }, nullable: false }
    }
    nullable = true
    schema = { ...schema, enum: schema.enum.filter((value) => value !== null) }
  }
  for (const key of ['anyOf', 'oneOf'] as const) {
    const list = schema[key]
    if (!Array.isArray(list)) continue
    const rest = list.filter((branch) => !isNullBranch(flatten(branch, context.root).schema))
    if (rest.length < list.length) nullable = true
    const { [key]: _, ...without } = schema
    if (rest.length === 0) {
      schema = list.length === 0 ? without : { ...without, type: 'null' }
      if (schema.type === 'null') nullable = false
    } else if (rest.length === 1) {
      const only = flatten(rest[0], context.root)
      flat.conditions.push(...only.conditions)
      flat.notes.push(...only.notes)
      const inner = splitNull(only, context)
      nullable ||= inner.nullable
      // The words that stand beside the union are about the field, those inside about the branch.
      schema = mergeSchemas(inner.schema, without)
    } else schema = { ...without, [key]: rest }
  }
  return { schema, nullable }
}

function isNullBranch(schema: SchemaObject): boolean {
  return (
    schema.type === 'null' ||
    ('const' in schema && schema.const === null) ||
    (Array.isArray(schema.enum) && schema.enum.length === 1 && schema.enum[0] === null)
  )
}

/** Formats of which the empty text is never one. */
const NEVER_BLANK = 'date-time date time duration email idn-email hostname idn-hostname ipv4 ipv6 uri iri uuid data-url'.split(' ')

function textOf(schema: SchemaObject, base: NodeBase): Node {
  const { format, contentEncoding, minLength, pattern } = schema
  // Forms of ours, whose schemas no server wrote, may ask for a text that may yet be empty.
  const blank =
    schema['x-loupe-blank'] !== 'ask' &&
    !(typeof minLength === 'number' && minLength > 0) &&
    !(typeof format === 'string' && NEVER_BLANK.includes(format)) &&
    (typeof pattern !== 'string' || !isCheapOverNothing(pattern) || new RegExp(pattern, 'u').test(''))
  const encoding =
    format === 'data-url'
      ? 'data-url'
      : contentEncoding === 'base64url'
        ? 'base64url'
        : contentEncoding === 'base64' || (contentEncoding === undefined && (format === 'byte' || format === 'binary'))
          ? 'base64'
          : undefined
  const node: Extract<Node, { kind: 'text' }> = { ...base, kind: 'text', blank }
  if (typeof format === 'string') node.format = format
  if (encoding !== undefined) node.encoding = encoding
  return node
}

function enumOf(values: Json[], schema: SchemaObject, base: NodeBase): Node {
  const listed = (...keys: string[]) => keys.map((key) => schema[key]).find((list) => Array.isArray(list)) ?? []
  const names = listed('enumNames', 'x-enumNames')
  const words = listed('enumDescriptions', 'x-enumDescriptions', 'x-enum-descriptions')
  return { ...base, kind: 'enum', options: toldApart(values.map((value, index) => optionOf(value, names[index], words[index]))) }
}

/** Where two labels are the same (1 and "1"), the value itself says which is which. */
function toldApart(all: Option[]): Option[] {
  const options = [...new Map(all.map((option) => [option.text, option])).values()]
  const seen = new Map<string, number>()
  for (const { label } of options) seen.set(label, (seen.get(label) ?? 0) + 1)
  return options.map((option) => {
    if (seen.get(option.label) === 1 || option.label === option.text) return option
    return {
      ...option,
      label: typeof option.value === 'string' && option.label === option.value ? option.text : `${option.label} (${option.text})`,
    }
  })
}

function optionOf(value: Json, label: Json | undefined, note?: Json): Option {
  const text = writeJson(value)
  const option: Option = {
    value,
    text,
    label: typeof label === 'string' && label !== '' ? label : typeof value === 'string' && value !== '' ? value : text,
  }
  if (typeof note === 'string') option.note = note
  return option
}

function unionOf(schema: SchemaObject, conditions: Condition[], base: NodeBase, context: Context): Node | undefined {
  for (const key of ['oneOf', 'anyOf'] as const) {
    const written = schema[key]
    if (!Array.isArray(written) || written.length < 2) continue
    const list = spread(written, context.root, context.within)
    if (list.some((branch) => isObject(branch) && context.within?.includes(branch) === true)) {
      base.notes.push('The schema refers to itself without end: any JSON can be sent.')
      return { ...base, kind: 'json' }
    }
    const inner = { ...context, within: [...(context.within ?? []), ...written, ...list] }
    const { [key]: _, default: __, title: ___, description: ____, discriminator: _____, ...common } = schema
    const flats = list.map((branch) => flatten(branch, context.root))
    const options = flats.map(({ schema: branch }) => constantsOf(branch))
    if (options.every((one) => one !== undefined)) return { ...base, kind: 'enum', options: toldApart(options.flat()) }
    // Branches that only demand or forbid members are a rule, not a choice: the judge keeps it.
    if (
      flats.every(
        ({ schema: branch }) =>
          Object.keys(branch).every((name) => ['required', 'not', 'title', 'description', 'type'].includes(name)) &&
          (branch.type === undefined || branch.type === schema.type),
      )
    )
      continue
    if (flats.some(({ schema: branch }) => Object.keys(branch).every((name) => name === 'title' || name === 'description')))
      return { ...base, kind: 'json' }
    const named = namesByDiscriminator(list, schema.discriminator)
    for (const [index, name] of named?.names.entries() ?? []) flats[index] = withTag(flats[index]!, named!.member, name)
    const tag = tagOf(flats, context.root)
    const merged = flats.map((flat) => mergedBranch(common, flat, tag))
    // Within another union's branch only what fits that branch is a choice.
    const offered = context.within === undefined ? merged : merged.filter(({ excluded }) => !excluded)
    if (offered.length === 1) return build({ ...offered[0]!, conditions: [...conditions, ...offered[0]!.conditions] }, inner)
    const labels = (offered.length === 0 ? merged : offered).map(
      (branch) => named?.names[merged.indexOf(branch)] ?? branchLabel(branch.schema, merged.indexOf(branch), context.root, tag),
    )
    const branches: Branch[] = (offered.length === 0 ? merged : offered).map((branch, index) => ({
      label: labels.filter((label) => label === labels[index]).length > 1 ? `${labels[index]} (${index + 1})` : labels[index]!,
      node: lazy(() => build({ ...branch, conditions: [...conditions, ...branch.conditions] }, inner)),
    }))
    return { ...base, kind: 'union', branches }
  }
  return undefined
}

function constantsOf(branch: SchemaObject): Option[] | undefined {
  if ('const' in branch) return [optionOf(branch.const!, branch.title, branch.description)]
  if (Array.isArray(branch.enum) && branch.properties === undefined)
    return branch.enum.map((value, index) => optionOf(value, Array.isArray(branch.enumNames) ? branch.enumNames[index] : undefined))
  return undefined
}

function arrayOf(schema: SchemaObject, base: NodeBase, context: Context): Node {
  const cells = Array.isArray(schema.prefixItems) ? schema.prefixItems : Array.isArray(schema.items) ? schema.items : undefined
  if (cells !== undefined && cells.length > 0) {
    const rest = Array.isArray(schema.prefixItems) ? schema.items : schema.additionalItems
    return {
      ...base,
      kind: 'tuple',
      cells: cells.map((cell) => lazy(() => nodeOf(cell, context))),
      rest: rest === false ? null : lazy(() => nodeOf(rest, context)),
      min: typeof schema.minItems === 'number' ? schema.minItems : 0,
    }
  }
  const { items } = schema
  if (!isObject(items)) return { ...base, kind: 'json', only: 'array' }
  const flat = flatten(items, context.root)
  if (Array.isArray(flat.schema.enum) || Array.isArray(flat.schema.anyOf) || Array.isArray(flat.schema.oneOf)) {
    const item = build(flat, context)
    if (item.kind === 'enum' && !item.nullable) return { ...base, kind: 'many', options: item.options }
  }
  return { ...base, kind: 'list', item: lazy(() => nodeOf(items, context)) }
}

/** Conditions within conditions; deeper ones are left to the judge. */
const DEEPEST_CONDITION = 6

function objectOf(schema: SchemaObject, conditions: Condition[], base: NodeBase, context: Context): Node {
  const declared = isObject(schema.properties) ? Object.keys(schema.properties).length : 0
  const typed = isObject(schema.additionalProperties) || isObject(schema.patternProperties)
  if (declared === 0 && conditions.length === 0 && !typed && schema.additionalProperties !== false)
    return { ...base, kind: 'json', only: 'object' }
  const plain = lazy(() => shapeOf(schema, context))
  const shapes = new Map<string, Shape>()
  const flats = new Map<Json, Flat>()
  const shape = (value: Json): Shape => {
    if (conditions.length === 0) return plain()
    let outcome = ''
    const more: SchemaObject[] = []
    // What a condition brings may hold conditions in turn.
    const weigh = (list: Condition[], depth: number) => {
      for (const { test, fits, fails } of list) {
        const met = context.judge.fits(test, value, false)
        outcome += met ? '1' : '0'
        const part = met ? fits : fails
        if (!isObject(part)) continue
        const flat = flats.get(part) ?? flatten(part, context.root)
        flats.set(part, flat)
        more.push(flat.schema)
        if (depth < DEEPEST_CONDITION) weigh(flat.conditions, depth + 1)
      }
    }
    weigh(conditions, 0)
    let made = shapes.get(outcome)
    if (made === undefined) {
      made = shapeOf(more.reduce(mergeSchemas, schema), context, plain())
      shapes.set(outcome, made)
    }
    return made
  }
  return { ...base, kind: 'object', shape, conditions }
}

/** A member that is demanded by name and allowed by none. */
function forbidden(context: Context): Node {
  const node = nodeOf(true, context)
  return { ...node, notes: [...node.notes, 'The schema demands this member and allows none by its name: nothing can satisfy both.'] }
}

function shapeOf(schema: SchemaObject, context: Context, before?: Shape): Shape {
  const required = Array.isArray(schema.required) ? schema.required : []
  const properties = isObject(schema.properties) ? schema.properties : {}
  const patterns: [(name: string) => boolean, () => Node][] = []
  if (isObject(schema.patternProperties))
    for (const [pattern, member] of Object.entries(schema.patternProperties)) {
      const expression = new RegExp(pattern, 'u')
      patterns.push([(name) => isCheap(pattern, name.length) && expression.test(name), lazy(() => nodeOf(member, context))])
    }
  const { propertyNames } = schema
  const closedNames = namesAllowed(schema, context.root)
  const additionalProperties =
    schema.additionalProperties ?? (isObject(schema.unevaluatedProperties) ? schema.unevaluatedProperties : undefined)
  const other = additionalProperties === false ? null : lazy(() => nodeOf(additionalProperties, context))
  const names = Object.keys(properties)
  // A required member that nothing declares can be filled all the same.
  for (const name of [...required, ...(closedNames ?? [])]) if (typeof name === 'string' && !names.includes(name)) names.push(name)
  const kept = new Map(before?.properties.map((property) => [property.name, property]))
  const extra = (name: string) => patterns.find(([matches]) => matches(name))?.[1]() ?? other?.() ?? null
  return {
    properties: names.map((name) => {
      const declared = own(properties, name)
      const old = kept.get(name)
      const isRequired = required.includes(name)
      const node = lazy(() => (declared === undefined ? (extra(name) ?? forbidden(context)) : nodeOf(declared, context)))
      // The node of a member that a condition does not touch stays the same one.
      const same = old !== undefined && old.node().schema === node().schema
      return { name, required: isRequired, node: same ? old.node : node }
    }),
    extra,
    invites:
      closedNames === undefined &&
      (patterns.length > 0 || (additionalProperties === undefined ? names.length === 0 : additionalProperties !== false)),
    nameProblem: (name) => {
      if (propertyNames !== undefined && !context.judge.fits(propertyNames, name, true))
        return `The schema does not allow the name “${name}”.`
      return extra(name) === null && own(properties, name) === undefined ? `The schema does not allow a member “${name}” here.` : undefined
    },
  }
}
