import { expect, test } from 'vitest'
import { readPromptResult } from '#mcp/content-read.ts'
import { conversationText } from './conversation-text.ts'

test('texts as they are, all else named', () => {
  const { messages } = readPromptResult({
    messages: [
      { role: 'user', content: { type: 'text', text: 'Look at this:' } },
      { role: 'user', content: { type: 'image', data: 'AAAA', mimeType: 'image/png' } },
      { role: 'assistant', content: [{ type: 'resource', resource: { uri: 'a://b', text: 'inside' } }, { type: 'odd' }] },
    ],
  })
  expect(conversationText(messages)).toBe(
    'user:\nLook at this:\n\nuser:\n[image: image/png, 4 characters of base64]\n\nassistant:\ninside\n[unknown]',
  )
})
