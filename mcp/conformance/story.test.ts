import { expect, test } from 'vitest'
import { Talk } from '../testing/record.ts'
import { createJudge } from './judge.ts'

test('the transport is the one that was agreed on, and not the one that was tried first', () => {
  const talk = new Talk('2025-11-25')
  const hello = (id: number): string =>
    JSON.stringify({
      jsonrpc: '2.0',
      id,
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: {} },
    })
  talk.http('POST', 405, { sent: hello(1) })
  const stream = talk.send('', { http: 'GET' })
  talk.fact(stream, { kind: 'status', status: 200, statusText: '', headers: [['content-type', 'text/event-stream']] })
  talk.fact(stream, { kind: 'frame', event: 'endpoint', text: '/post' })
  talk.http('POST', 202, { url: 'http://server.test/post', sent: hello(2) })
  const result = { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'a', version: '1' } }
  talk.fact(stream, { kind: 'frame', event: 'message', text: JSON.stringify({ jsonrpc: '2.0', id: 2, result }) })
  const judge = createJudge([])
  for (const event of talk.events) judge.take(event)
  judge.end()
  expect(judge.story.transport).toBe('http+sse')
})
