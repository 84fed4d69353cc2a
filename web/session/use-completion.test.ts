import { expect, test } from 'vitest'
import { completionParams, mayComplete, readCompletion } from './use-completion.ts'

test('values are read once each, and what is missing is said', () => {
  expect(readCompletion({ completion: { values: ['a', 'b', 'a', 3], total: 40 } })).toEqual({ values: ['a', 'b'], note: '3 of 40' })
  expect(readCompletion({ completion: { values: ['a'], hasMore: true } })).toEqual({ values: ['a'], note: '1 shown, and there are more.' })
  expect(readCompletion({ completion: {} }).note).toContain('no suggestions')
  expect(readCompletion(null).values).toEqual([])
})

test('servers that declare it are asked, and those that could not yet', () => {
  expect(mayComplete({ revision: '2025-11-25', capabilities: { completions: {} } })).toBe(true)
  expect(mayComplete({ revision: '2025-03-26', capabilities: { prompts: {} } })).toBe(false)
  expect(mayComplete({ revision: '2024-11-05', capabilities: {} })).toBe(true)
  expect(mayComplete(undefined)).toBe(false)
})

test('a template or a prompt is named, and what was chosen before goes along', () => {
  const template = { type: 'ref/resource', uri: 'a://{x}/{y}' } as const
  expect(completionParams(template, 'x', 'v', {})).toEqual({ ref: template, argument: { name: 'x', value: 'v' } })
  const prompt = { type: 'ref/prompt', name: 'p' } as const
  expect(completionParams(prompt, 'y', '', { x: '1' })).toEqual({
    ref: prompt,
    argument: { name: 'y', value: '' },
    context: { arguments: { x: '1' } },
  })
})
