// "Not sent" leaves a field out whatever is in it, and keeps that for when it is to be sent after all.
import { expect, test } from 'vitest'
import { writeJson, type Json } from '#mcp/json.ts'
import { withState } from './draft-edit.ts'
import { buildField, shapeFor } from './draft.ts'
import type { FieldDraft } from './field-draft.ts'
import { shownState, stateChoices, type Shown } from './field-state.ts'
import { argumentsToDraft } from './from-arguments.ts'
import { modelOf } from './normalise.ts'
import type { Node } from './node.ts'

const SCHEMA: Json = {
  type: 'object',
  properties: {
    list: { type: 'array', items: { type: 'string' } },
    tuple: { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }] },
    object: { type: 'object', properties: { a: { type: 'string' } } },
    map: { type: 'object', additionalProperties: { type: 'string' } },
    many: { type: 'array', uniqueItems: true, items: { enum: ['x', 'y'] } },
    union: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
    free: { type: 'object' },
    text: { type: 'string' },
    choice: { enum: ['x', 'y'] },
    yes: { type: 'boolean' },
    preset: { type: 'array', items: { type: 'string' }, default: ['d'] },
  },
}
const VALUES = {
  list: ['a'],
  tuple: ['a', 1],
  object: { a: 'b' },
  map: { k: 'v' },
  many: ['y'],
  union: ['u'],
  free: { f: 1 },
  text: 't',
  choice: 'y',
  yes: false,
  preset: ['p'],
}

function member(name: string): { node: Node; field: FieldDraft } {
  const { node } = modelOf(SCHEMA)
  if (node.kind !== 'object') throw new Error('an object was meant')
  const field = argumentsToDraft(SCHEMA, VALUES).members![name]!
  // As rows and members are written by hand: the holder itself has no state.
  const { state: _, ...bare } = field
  const byHand = 'rows' in field || 'members' in field || 'picked' in field || 'branch' in field ? bare : field
  return {
    node: shapeFor(node, undefined)
      .properties.find((property) => property.name === name)!
      .node(),
    field: byHand,
  }
}

function choose(node: Node, field: FieldDraft, shown: Shown): FieldDraft {
  return withState(field, stateChoices(node, false).find((choice) => choice.shown === shown)!.state)
}

const sent = (node: Node, field: FieldDraft) => {
  const built = buildField(node, field, false, ['x'])
  return built.sent ? writeJson(built.value) : undefined
}

test.each(Object.entries(VALUES))('%s: value, not sent, value again', (name, value) => {
  const { node, field } = member(name)
  expect(sent(node, field)).toBe(writeJson(value))
  const off = choose(node, field, 'not sent')
  expect(sent(node, off)).toBeUndefined()
  expect(shownState(node, off, false)).toBe('not sent')
  const back = choose(node, off, 'value')
  expect(sent(node, back)).toBe(writeJson(value))
  expect(shownState(node, back, false)).toBe('value')
})

test('by way of "empty", too', () => {
  const { node, field } = member('list')
  const empty = choose(node, field, 'empty')
  expect(sent(node, empty)).toBe('[]')
  expect(sent(node, choose(node, empty, 'not sent'))).toBeUndefined()
})

test('a group is not woken by what a member that is not sent keeps', () => {
  const { node } = modelOf({ type: 'object', properties: { tags: { type: 'array', items: { type: 'string' } } }, default: { tags: ['d'] } })
  const kept: FieldDraft = { members: { tags: { state: 'unset', rows: [{ id: 0, field: { state: 'value', text: 'a' } }] } } }
  expect(sent(node, kept)).toBe('{"tags":["d"]}')
})
