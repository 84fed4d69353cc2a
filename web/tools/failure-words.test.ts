import { expect, test } from 'vitest'
import type { EngineFailure } from '../session/engine.ts'
import { cutBy } from '#mcp/session/failure.ts'
import { failureWords } from './failure-words.ts'

const rpc = (code: number) => failureWords({ kind: 'rpc', code } as EngineFailure)

test('a resource that is not there has two codes, the older and the newer one, and each is explained', () => {
  expect(rpc(-32002)).toEqual({ title: 'Error -32002 from the server', todo: 'The server did not find the resource.' })
  expect(rpc(-32602).todo).toContain('resource')
})

test('codes of servers’ own have no words', () => {
  expect(rpc(-32000)).toEqual({ title: 'Error -32000 from the server' })
})

test('an answer that broke off came from a server that was reached', () => {
  expect(failureWords({ kind: 'silent', data: { code: 'BROKEN' }, advice: 'again' } as unknown as EngineFailure)).toEqual({
    title: 'The answer broke off',
    todo: 'again',
  })
})

test('a call that a reconnect cut off is not laid to the server', () => {
  const { kind, message, data, advice } = cutBy('You reconnected', 'tools/call')
  expect(failureWords({ kind, message, data, advice } as unknown as EngineFailure)).toEqual({
    title: 'You reconnected before tools/call was answered',
    todo: expect.stringContaining('The server was reached'),
  })
})
