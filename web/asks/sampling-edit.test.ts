import { describe, expect, test } from 'vitest'
import type { Json } from '#mcp/json.ts'
import { answerDoubts, contentOf, editedMembers, historyFaults, withMember } from './sampling-edit.ts'

test('what was edited is told by its name, and put back it is no edit any more', () => {
  const came: Json = { messages: [], maxTokens: 9007199254740993n, temperature: 1 }
  const edited = withMember(withMember(withMember(came, 'temperature', undefined), 'systemPrompt', 'Be kind.'), 'maxTokens', 5)
  expect(editedMembers(came, edited)).toEqual(['maxTokens', 'temperature', 'systemPrompt'])
  const back = withMember(withMember(withMember(edited, 'temperature', 1), 'systemPrompt', undefined), 'maxTokens', 9007199254740993n)
  expect(editedMembers(came, back)).toEqual([])
})

test('one block stays one block, and a list a list', () => {
  const block = { type: 'text', text: 'a' }
  expect(contentOf([block], false)).toEqual(block)
  expect(contentOf([block], true)).toEqual([block])
  expect(contentOf([block, block], false)).toEqual([block, block])
})

describe('rules of tool use', () => {
  const use = { role: 'assistant', content: [{ type: 'tool_use', id: 'u', name: 't', input: {} }] }
  const result = { type: 'tool_result', toolUseId: 'u', content: [] }

  test('a history that breaks them is told', () => {
    expect(historyFaults({ messages: [use, { role: 'user', content: [result] }] })).toEqual([])
    expect(historyFaults({ messages: [use, { role: 'user', content: { type: 'text', text: '' } }] })).toEqual([
      'The message after 1 must answer the tool use u.',
    ])
    expect(historyFaults({ messages: [use, { role: 'user', content: [result, { type: 'text', text: '' }] }] })).toEqual([
      'Message 2 mixes tool results with other content, which it must not.',
    ])
  })

  test('an answer that its server did not ask for is doubted, not stopped', () => {
    const text = { type: 'text', text: '' }
    const tools = [{ name: 't' }]
    expect(answerDoubts({ tools, toolChoice: { mode: 'required' } }, [text], '2025-11-25')).toHaveLength(1)
    expect(answerDoubts({ tools, toolChoice: { mode: 'none' } }, use.content, '2025-11-25')).toHaveLength(1)
    expect(answerDoubts({ tools }, use.content, '2025-11-25')).toEqual([])
    expect(answerDoubts({}, [text, text], '2025-06-18')).toEqual(['A list of blocks is new in 2025-11-25; this server speaks 2025-06-18.'])
  })
})
