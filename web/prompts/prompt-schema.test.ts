// A prompt's arguments in the form: not sent, empty and a value are three things.
import { expect, test } from 'vitest'
import { writeJson } from '#mcp/json.ts'
import { assessDraft } from '../ui/SchemaForm/check.ts'
import type { Draft } from '../ui/SchemaForm/field-draft.ts'
import { promptSchema } from './prompt-schema.ts'

const schema = promptSchema({
  arguments: [
    { name: 'city', required: true, title: 'City' },
    { name: '__proto__', required: false, description: 'odd' },
  ],
})
const assess = (draft: Draft) => {
  const { arguments: sent, problems } = assessDraft(schema, draft)
  return [writeJson(sent), problems.map(({ at, says }) => `${at} ${says}`)]
}

test('a required argument is asked for, and can be sent empty', () => {
  expect(assess({})).toEqual(['{}', ['/city A text is required.']])
  expect(assess({ members: { city: { state: 'empty' } } })).toEqual(['{"city":""}', []])
})

test('an optional one stays away until it is written, whatever its name', () => {
  const members = Object.defineProperty({ city: { state: 'value', text: 'Oslo\n' } }, '__proto__', {
    value: { state: 'empty' },
    enumerable: true,
  }) as NonNullable<Draft['members']>
  expect(assess({ members })).toEqual(['{"city":"Oslo\\n","__proto__":""}', []])
})
