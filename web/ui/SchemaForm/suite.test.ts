// Every schema of the JSON Schema Test Suite as a form: nothing crashes, and arguments that are put in as JSON come out
// as they went in, valid or not. The suite is older than our dialects, so each is read as three of them.
import { expect, test } from 'vitest'
import { isObject, writeJson, type Json } from '#mcp/json.ts'
import { assessDraft } from './check.ts'
import { draftToArguments } from './draft.ts'
import { argumentsToDraft } from './from-arguments.ts'

interface Group {
  description: string
  schema: Json
  tests: { description: string; data: Json; valid: boolean }[]
}

const files = import.meta.glob<Group[]>('/node_modules/json-schema-test-suite/tests/draft4/**/*.json', { eager: true, import: 'default' })
const DIALECTS = ['http://json-schema.org/draft-04/schema#', 'http://json-schema.org/draft-07/schema#', undefined]

test('the suite is there', () => expect(Object.keys(files).length).toBeGreaterThan(25))

for (const [file, groups] of Object.entries(files))
  test(file.replace(/^.*tests\//, ''), () => {
    for (const { description, schema: given, tests } of groups)
      for (const dialect of DIALECTS) {
        const schema = isObject(given) && dialect !== undefined ? { $schema: dialect, ...given } : given
        expect(() => assessDraft(schema, {}), description).not.toThrow()
        for (const { description: what, data } of tests) {
          const draft = JSON.parse(JSON.stringify(argumentsToDraft(schema, data))) as object
          expect(writeJson(draftToArguments(schema, draft).arguments), `${description}: ${what}`).toBe(writeJson(data))
          expect(() => assessDraft(schema, draft), `${description}: ${what}`).not.toThrow()
        }
      }
  })

test('a union that leads back to itself is written as JSON', () => {
  const schema: Json = { anyOf: [{ $ref: '#' }, { type: 'string' }] }
  expect(assessDraft(schema, argumentsToDraft(schema, 'x')).arguments).toBe('x')
  expect(() => assessDraft(schema, {})).not.toThrow()
})

test('a tuple that holds itself opens no further than it is filled', () => {
  const schema: Json = { type: 'array', prefixItems: [{ type: 'string' }, { $ref: '#' }] }
  expect(() => assessDraft(schema, {})).not.toThrow()
})
