import { expect, test } from 'vitest'
import { answersIn, read } from './jsonrpc.ts'

const kind = (members: string) => read(`{"jsonrpc":"2.0",${members}}`).kind

test.each([
  ['"id":1,"method":"ping"', 'request'],
  ['"id":1,"method":"ping","result":null,"error":null', 'request'],
  ['"method":"notifications/x","params":{},"error":null', 'notification'],
  ['"id":1,"method":"tools/list","result":{}', 'result'],
  ['"id":"a","method":null,"params":null,"result":{}', 'result'],
  ['"id":1,"method":"tools/list","error":{"code":-32601,"message":"No"}', 'failure'],
  ['"id":null,"method":"tools/list","error":{"code":-32700,"message":"No"}', 'failure'],
  ['"id":1,"method":"tools/list","error":"nope"', 'garbled'],
  ['"id":null,"method":"ping"', 'garbled'],
])('what says how it went is an answer, whatever else it says: %s', (members, is) => {
  expect(kind(members)).toBe(is)
})

test('a broken answer is still meant for the request that it names, method or not', () => {
  expect(answersIn(read('{"jsonrpc":"2.0","id":4,"method":"tools/list","error":"nope"}'))).toEqual([4])
  expect(answersIn(read('{"jsonrpc":"2.0","id":4,"method":7}'))).toEqual([])
})
