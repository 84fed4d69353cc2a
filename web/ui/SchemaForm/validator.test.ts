// RJSF's own validator, which needs eval and so never runs in the page, judges as ours does.
import validatorAjv8 from '@rjsf/validator-ajv8'
import type { RJSFSchema } from '@rjsf/utils'
import { expect, test } from 'vitest'
import { validator } from './validator.ts'

const CASES: [string, RJSFSchema, unknown[]][] = [
  ['text', { type: 'string', minLength: 2, maxLength: 4, pattern: '^a' }, ['ab', 'a', 'abcde', 'ba', 1, null]],
  ['number', { type: 'number', minimum: 0, exclusiveMaximum: 10, multipleOf: 0.5 }, [0, 9.5, 10, -1, 0.25, '1']],
  ['integer', { type: 'integer' }, [1, 1.0, 1.5, '1']],
  ['choice', { enum: ['a', 1, null] }, ['a', 1, null, 'b', '1']],
  ['const', { const: { a: [1] } }, [{ a: [1] }, { a: [2] }, {}]],
  ['list', { type: 'array', items: { type: 'string' }, minItems: 1, uniqueItems: true }, [['a'], [], ['a', 'a'], [1], 'a']],
  [
    'object',
    { type: 'object', properties: { a: { type: 'string' } }, required: ['a'], additionalProperties: false },
    [{ a: 'x' }, {}, { a: 1 }, { a: 'x', b: 1 }],
  ],
  ['map', { type: 'object', additionalProperties: { type: 'number' }, minProperties: 1 }, [{ x: 1 }, {}, { x: 'y' }]],
  ['patterns', { type: 'object', patternProperties: { '^n': { type: 'number' } } }, [{ n1: 1 }, { n1: 'x' }, { other: 'x' }]],
  ['union', { oneOf: [{ type: 'string' }, { type: 'number' }, { minimum: 5 }] }, ['a', 1, 7, true]],
  ['any of', { anyOf: [{ required: ['a'] }, { required: ['b'] }] }, [{ a: 1 }, { b: 1 }, { c: 1 }]],
  ['not', { not: { type: 'string' } }, [1, 'a']],
  [
    'condition',
    JSON.parse('{"if":{"properties":{"kind":{"const":"x"}}},"then":{"required":["x"]},"else":{"required":["y"]}}') as RJSFSchema,
    [{ kind: 'x', x: 1 }, { kind: 'x' }, { kind: 'z', y: 1 }, { kind: 'z' }],
  ],
  ['reference', { definitions: { t: { type: 'string' } }, properties: { a: { $ref: '#/definitions/t' } } }, [{ a: 'x' }, { a: 1 }]],
]

test.each(CASES)('%s', (_name, schema, values) => {
  const asked = { $schema: 'http://json-schema.org/draft-07/schema#', ...schema }
  for (const value of values)
    expect([value, validator.isValid(asked, value, asked)]).toEqual([value, validatorAjv8.isValid(asked, value, asked)])
})
