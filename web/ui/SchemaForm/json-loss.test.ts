import { expect, test } from 'vitest'
import { assessDraft } from './check.ts'
import { person } from './draft-test-person.ts'
import { duplicateIn } from '#mcp/json-duplicates.ts'
import { lossesIn } from './json-loss.ts'

test.each([
  ['{"a":1,"b":2,"a":3}', 'a', ''],
  ['{"x":[{"k":1},{"k":1,"l":{},"k":2}]}', 'k', '/x/1'],
  ['{"a~/b":{"q":1,"\\u0071":2}}', 'q', '/a~0~1b'],
  ['{"__proto__":1,"__proto__":2}', '__proto__', ''],
])('%s has a member twice', (text, name, within) => expect(duplicateIn(text)).toEqual({ name, within }))

test.each(['{"a":{"a":[{"a":1},{"a":2}]}}', '{"a":"a\\":1,\\"a","b":["a","a"]}', '"{,\\"a\\":1,\\"a\\":2}"', '[1,2]'])(
  '%s has none',
  (text) => expect(duplicateIn(text)).toBeUndefined(),
)

test('what is lost is said, the gravest first', () => {
  expect(lossesIn('{"b":1e2,"d":-0}')).toEqual([])
  expect(lossesIn('{"b":1e2,"b":1,"d":1e400}')).toEqual([
    { says: expect.stringContaining('1e400 is too large for a double'), level: 'bad' },
    { says: expect.stringContaining('“b” is there twice: only the last one is sent'), level: 'warn' },
  ])
  const long = `{"b":1e400,"t":"${'x'.repeat(1024 * 1024)}"}`
  expect(lossesIn(long)).toMatchObject([{ says: expect.stringContaining('would be sent as null'), level: 'fatal' }])
})

test('a field of JSON says it too', () => {
  const at = person('{"type":"object","properties":{"j":{}}}').types(['j'], '{"a":1,"a":2}')
  expect(at.sent).toBe('{"j":{"a":2}}')
  expect(assessDraft(at.schema, at.draft).problems).toMatchObject([{ at: '/j', level: 'warn' }])
})

test.each([
  ['01', '1', '01 goes as 1.'],
  ['+1', '1', '+1 goes as 1.'],
  ['+0099999999999999999999', '99999999999999999999', '+0099999999999999999999 goes as 99999999999999999999.'],
  ['-0', '-0', undefined],
  ['1e2', '1e2', undefined],
  ['1.10', '1.10', undefined],
  ['0.12345678901234567890', '0.12345678901234567890', undefined],
])('a number field sends %s as %s', (text, sent, says) => {
  const at = person('{"type":"object","properties":{"n":{"type":"number"}}}').types(['n'], text)
  expect(at.sent).toBe(`{"n":${sent}}`)
  expect(assessDraft(at.schema, at.draft).problems.map((problem) => problem.says)).toEqual(says === undefined ? [] : [says])
})

test('a number beyond all doubles is not called no number', () => {
  const at = person('{"type":"object","properties":{"n":{"type":"number"}}}').types(['n'], '1e400')
  expect(at.problems[0]).toMatch(/^\/n: 1e400 is too large for a double/)
  expect(at.sent).toBe('{"n":1e400}')
})
