// The way back: the draft that stands for given arguments, so that JSON that is put in fills the form and comes out as it was.
import { isObject, writeJson, type Json } from '#mcp/json.ts'
import { spellingOf } from '#mcp/spelling.ts'
import { ANY, buildField } from './draft.ts'
import type { Draft, FieldDraft } from './field-draft.ts'
import { modelOf } from './normalise.ts'
import type { Node } from './node.ts'
import { own } from './schema-parts.ts'

/** The draft that stands for given arguments: `draftToArguments` gives them back unchanged. */
export function argumentsToDraft(schema: Json, value: Json): Draft {
  return fieldOf(modelOf(schema).node, value)
}

/** The same for one field. */
export function argumentsField(node: Node, value: Json): FieldDraft {
  return fieldOf(node, value)
}

/** `literal`: a number as it was written, where that is not how a double is. */
function fieldOf(node: Node, value: Json, literal?: string): FieldDraft {
  const asJson = (): FieldDraft => ({ state: 'json', json: literal ?? writeJson(value, 2) })
  if (value === null && (node.nullable || node.kind === 'null')) return { state: 'null' }
  switch (node.kind) {
    case 'text':
      if (typeof value !== 'string') return asJson()
      return value === '' ? { state: 'empty' } : { state: 'value', text: value }
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint' ? { state: 'value', text: literal ?? writeJson(value) } : asJson()
    case 'boolean':
      return typeof value === 'boolean' ? { state: 'value', text: String(value) } : asJson()
    case 'null':
      return asJson()
    case 'const':
      return writeJson(node.value) === writeJson(value) ? { state: 'value' } : asJson()
    case 'enum': {
      const text = writeJson(value)
      return node.options.some((option) => option.text === text) ? { state: 'value', text } : asJson()
    }
    case 'many': {
      if (!Array.isArray(value)) return asJson()
      if (value.length === 0) return { state: 'empty' }
      const picked = value.map((one) => writeJson(one))
      const known = picked.every((text) => node.options.some((option) => option.text === text)) && new Set(picked).size === picked.length
      return known ? { state: 'value', picked } : asJson()
    }
    case 'json':
      return { state: 'value', text: literal ?? writeJson(value, 2) }
    case 'list':
      if (!Array.isArray(value)) return asJson()
      if (value.length === 0) return { state: 'empty' }
      return { state: 'value', rows: value.map((one, id) => ({ id, field: fieldOf(node.item(), one, spellingOf(value, id, one)) })) }
    case 'tuple':
      if (!Array.isArray(value) || value.length < node.min) return asJson()
      return {
        state: 'value',
        rows: value.map((one, id) => ({ id, field: fieldOf(node.cells[id]?.() ?? node.rest?.() ?? ANY, one, spellingOf(value, id, one)) })),
      }
    case 'union': {
      const fitting = node.branches.findIndex((branch) => takes(branch.node(), value))
      if (fitting < 0) return asJson()
      return { state: 'value', branch: fitting, branches: { [fitting]: fieldOf(node.branches[fitting]!.node(), value, literal) } }
    }
    case 'object':
      return isObject(value) ? objectField(node, value) : asJson()
  }
}

function objectField(node: Extract<Node, { kind: 'object' }>, value: { [key: string]: Json }): FieldDraft {
  const shape = node.shape(value)
  const members: { [name: string]: FieldDraft } = {}
  const set = (name: string, field: FieldDraft) =>
    Object.defineProperty(members, name, { value: field, enumerable: true, configurable: true, writable: true })
  for (const { name, required, node: child } of shape.properties) {
    const given = own(value, name)
    if (given !== undefined) set(name, fieldOf(child(), given, spellingOf(value, name, given)))
    // What the arguments lack must stay away, even where the form by itself would send something.
    else if (buildField(child(), undefined, required, [name]).sent) set(name, { state: 'unset' })
  }
  const others = Object.keys(value).filter((name) => !shape.properties.some((property) => property.name === name))
  // A member without a name has no row to stand in.
  if (others.includes('')) return { state: 'json', json: writeJson(value, 2) }
  const draft: FieldDraft = { state: 'value', members }
  const names = Object.keys(value)
  const natural = [...shape.properties.map(({ name }) => name).filter((name) => Object.hasOwn(value, name)), ...others]
  if (names.some((name, index) => name !== natural[index])) draft.order = names
  if (others.length > 0)
    draft.rows = others.map((key, id) => ({
      id,
      key,
      field: fieldOf(shape.extra(key) ?? ANY, value[key]!, spellingOf(value, key, value[key])),
    }))
  return draft
}

/** Whether a branch is the one for a value: it fits its schema, or at least has its type and constants. */
function takes(node: Node, value: Json): boolean {
  const field = fieldOf(node, value)
  if (field.state === 'json') return false
  if (node.kind === 'json' && node.only !== undefined) return node.only === 'array' ? Array.isArray(value) : isObject(value)
  if (node.kind !== 'object') return true
  return (
    Object.values(field.members ?? {}).every((member) => member.state !== 'json') &&
    node.shape(value).properties.every(({ name, required }) => !required || own(field.members, name)?.state !== 'unset')
  )
}
