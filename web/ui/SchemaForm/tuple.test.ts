// Positions of a tuple: none is made up, and none moves into the place of one that is missing.
import { expect, test } from 'vitest'
import { assessDraft } from './check.ts'
import { person } from './draft-test-person.ts'

const pair = (more = '') =>
  `{"type":"object","properties":{"pair":{"type":"array","prefixItems":[{"type":"string"},{"type":"integer"}]${more}}}}`

test('an earlier item that is not sent is missed in words, and null stands in for it', () => {
  const at = person(pair()).types(['pair', 1], '3')
  const { problems } = assessDraft(at.schema, at.draft)
  expect(problems[0]).toMatchObject({ at: '/pair/0', level: 'bad' })
  expect(problems[0]!.says).toMatch(/^Item 1 is missing/)
  expect(at.sent).toBe('{"pair":[null,3]}')
  at.types(['pair', 0], 'a').sends('{"pair":["a",3]}')
  at.types(['pair', 1], '').sends('{"pair":["a"]}')
})

test('an empty text is sent where it is chosen', () => {
  person(pair()).types(['pair', 1], '3').sets(['pair', 0], 'empty').sends('{"pair":["",3]}')
})

test('a required item that is missing keeps its place', () => {
  const at = person(
    '{"type":"object","properties":{"p":{"type":"array","minItems":2,"prefixItems":[{"type":"integer"},{"type":"integer"}]}}}',
  )
  at.types(['p', 1], '3')
  expect(at.sent).toBe('{"p":[null,3]}')
  expect(at.problems).toEqual(['/p/0: An integer is required.'])
})

test('a constant before what is filled in needs nobody', () => {
  person('{"type":"object","properties":{"p":{"type":"array","prefixItems":[{"const":"in"},{"type":"string"}]}}}')
    .types(['p', 1], 'x')
    .sends('{"p":["in","x"]}')
})
