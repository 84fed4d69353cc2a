// What is remembered of requests that are over, since thousands of them are: not what was said in them.
import { expect, test } from 'vitest'
import { createTraffic } from '../traffic.ts'
import { Reader } from './reader.ts'
import type { Asked, Message } from './seen.ts'

function read(params: object): { asked: Asked; duringOver: unknown } {
  const traffic = createTraffic()
  const exchange = traffic.open()
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  traffic.append(exchange, { kind: 'sent', method: 'STDIN', url: 'stdio:x', headers: [], body })
  traffic.append(exchange, { kind: 'frame', text: JSON.stringify({ jsonrpc: '2.0', id: 1, result: { text: 'x'.repeat(200_000) } }) })
  traffic.append(exchange, { kind: 'closed' })
  const reader = new Reader()
  let asked: Asked | undefined
  let duringOver: unknown
  for (const event of traffic.events())
    reader.read(event, (seen) => {
      if (seen.kind === 'result') asked = (seen as Message).asked
      if (seen.kind === 'over') duringOver = seen.trip?.last?.result
    })
  return { asked: asked!, duringOver }
}

test('the answer is there while its exchange ends, and gone after', () => {
  const { asked, duringOver } = read({ name: 'a' })
  expect(duringOver).toHaveProperty('text')
  expect(asked.trip?.last).toBeUndefined()
  expect(asked.trip).toMatchObject({ messages: 1, answers: 1, over: 'closed' })
  expect(asked).toMatchObject({ method: 'tools/call', params: { name: 'a' }, answered: 2 })
})

test('of large arguments no more than what is short', () => {
  const { asked } = read({ name: 'a', arguments: { file: 'y'.repeat(100_000) }, _meta: { progressToken: 5 } })
  expect(asked.params).toEqual({ name: 'a', _meta: { progressToken: 5 } })
  expect(asked.trip).not.toHaveProperty('text')
  expect(asked.trip).not.toHaveProperty('body')
})
