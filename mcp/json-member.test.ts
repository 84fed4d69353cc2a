import { expect, test } from 'vitest'
import { memberSpans, scalarSpan } from './json-member.ts'

const found = (text: string): string | undefined => {
  const span = scalarSpan(text, 'id')
  return span && text.slice(...span)
}

test('the value of a member is found where it is the object’s own, however it is written', () => {
  expect(found('{"jsonrpc":"2.0","id":5}')).toBe('5')
  expect(found('{ "params": {"id": 1, "x": ["id", {"id": 2}]},\n "id" : "a\\"}" , "z": 1 }')).toBe('"a\\"}"')
  expect(found('{"\\u0069d":9007199254740993}')).toBe('9007199254740993')
  expect(found('{"a":"id","id":null}')).toBe('null')
})

test('what is no single value is not', () => {
  for (const text of ['{}', '{"x":{"id":1}}', '{"a":"id"}', '{"id":{"a":1}}', '{"id":[1]}', '{"id":1,"id":2}', '[{"id":1}]'])
    expect(found(text), text).toBeUndefined()
})

test.each([
  ['[]', []],
  ['[ 1 , "a,]" ]', ['1', '"a,]"']],
  ['[{"a":[1,2]} ,\n[[],{}],null]', ['{"a":[1,2]}', '[[],{}]', 'null']],
])('the members of %s are found where they stand', (text, members) => {
  expect(memberSpans(text).map((span) => text.slice(...span))).toEqual(members)
})
