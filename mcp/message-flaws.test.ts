import { expect, test } from 'vitest'
import { read } from './jsonrpc.ts'
import { flawsOf } from './message-flaws.ts'

const faults = (text: string): string[] => flawsOf(text, read(text)).map(({ fault }) => fault)

test.each<[string, string[]]>([
  ['{"jsonrpc":"2.0","method":"n","params":{"a":1,"b":{"a":2}}}', []],
  ['{"jsonrpc":"2.0","method":"n","params":{"a":1,"b":{"c":2,"c":3}}}', ['repeated-member']],
  ['{"jsonrpc":"2.0","method":"n","method":"n"}', ['repeated-member']],
  ['{"jsonrpc":"2.0","id":1,"result":{"a" : 1, "a"\n: 2}}', ['repeated-member']],
  ['{"jsonrpc":"2.0","id":1,"result":{"text":"\\"a\\": 1, \\"a\\": 2"}}', []],
  ['{"jsonrpc":"2.0","id":1,"result":[{"a":1},{"a":1}],"more":[{"a":1}]}', []],
  ['{"jsonrpc":"2.0","id":1,"result":{},"more":{"a":1,"a":1}}', ['repeated-member']],
  ['{"jsonrpc":"2.0","id":1,"error":{"code":1,"code":2,"message":""}}', ['repeated-member']],
  ['{"jsonrpc":"2.0","id":1,"result":{"\\u0061":1,"a":2}}', ['repeated-member']],
  ['{"method":"n","params":{}}', ['jsonrpc-version']],
  ['{"jsonrpc":"2.0","id":1,"result":{"__proto__":1}}', []],
])('%s', (text, expected) => expect(faults(text)).toEqual(expected))

test('a message nested deeper than a stack reaches is looked at all the same', () => {
  const deep = '{"a":'.repeat(8000) + '1' + '}'.repeat(8000)
  expect(faults(`{"jsonrpc":"2.0","id":1,"result":${deep}}`)).toEqual([])
})
