import { expect, test } from 'vitest'
import type { Json } from '#mcp/json.ts'
import type { Answer } from '#mcp/session-types.ts'
import { inParts, wholeAgain } from './list-parts.ts'

const answerOf = (result: Json): Answer => ({ result, exchange: 1, requestSeq: 1, answerSeq: 2, ms: 1, bytes: 1 })
const tools = Array.from({ length: 1001 }, (_, at) => ({ name: `tool_${at}` }))

test('a long list goes ahead in parts, and is whole again on the other side, its members in their order', () => {
  const parts: Json[][] = []
  const answer = answerOf({ nextCursor: 'x', tools, _meta: {} })
  const last = structuredClone(inParts('tools/list', answer, (part) => parts.push(structuredClone(part))))
  expect(last.result).toEqual({ nextCursor: 'x', tools: [], _meta: {} })
  expect(parts.map(({ length }) => length)).toEqual([250, 250, 250, 250, 1])
  wholeAgain('tools/list', last, parts)
  expect(JSON.stringify(last.result)).toBe(JSON.stringify(answer.result))
  expect(answer.result).toEqual({ nextCursor: 'x', tools, _meta: {} })
})

test.each<[string, string, Json]>([
  ['a short list', 'tools/list', { tools: tools.slice(0, 250) }],
  ['another method', 'tools/call', { tools }],
  ['a list of another name', 'prompts/list', { tools }],
  ['what is no list', 'tools/list', { tools: 'many' }],
  ['what is no object', 'tools/list', tools],
])('%s crosses whole', (_, method, result) => {
  const answer = answerOf(result)
  expect(inParts(method, answer, () => expect.fail('a part was posted'))).toBe(answer)
})
