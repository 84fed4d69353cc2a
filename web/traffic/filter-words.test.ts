import { expect, test } from 'vitest'
import { createTraffic } from '#mcp/traffic.ts'
import type { Row } from '#mcp/traffic-row.ts'
import { KIND_VALUES, parseFilter } from '#mcp/traffic/filter.ts'
import {
  completions,
  FINDING,
  findingsWords,
  isOfFindings,
  noMatchWords,
  ruleOf,
  strangeRules,
  unknownTerms,
  withConnections,
  withRule,
} from './filter-words.ts'
import { messageOf } from './kinds.ts'

const ROWS = [{ method: 'custom/thing', status: 'tool error' } as Row]
const terms = (filter: string) => completions(filter, ROWS).map(({ term }) => term)

test('fields, then their values, those in sight first', () => {
  expect(terms('')).toContain('method:')
  expect(terms('me')).toEqual(['method:'])
  expect(terms('method:')[0]).toBe('method:custom/thing')
  expect(terms('-method:pro')).toEqual(['-method:prompts/list', '-method:prompts/get', '-method:notifications/progress'])
  expect(terms('status:tool')).toEqual(['status:"tool error"'])
  expect(terms('dir:')).toEqual(['dir:out', 'dir:in', 'dir:side'])
  expect(terms('b')).toEqual(['by:you', 'by:loupe'])
  expect(terms('-by:')).toEqual(['-by:you', '-by:loupe', '-by:app', '-by:rule'])
  expect(completions('ping  kind:req', ROWS)).toEqual([{ whole: 'ping  kind:request ', term: 'kind:request' }])
})

test('levels, kinds that are several, and the rules that have findings', () => {
  expect(terms('level:e')).toContain('level:error')
  expect(terms('kind:find')).toEqual(['kind:finding'])
  expect(terms('kind:'), 'all of them, what stands for no kind first').toEqual(KIND_VALUES.map((kind) => `kind:${kind}`))
  expect(terms('kind:')[0]).toBe('kind:finding')
  expect(completions('rule:', ROWS, ['LG-07', 'JR-28']).map(({ term }) => term)).toEqual(['rule:JR-28', 'rule:LG-07'])
  expect(terms('rule:')).toEqual([])
})

test('what a row is called by its kind finds it, and no note is called a finding', () => {
  const traffic = createTraffic()
  for (const fault of ['crlf', 'gap', 'rule'] as const) traffic.append(0, { kind: 'note', fault, text: 'said' })
  traffic.append(0, { kind: 'stderr', text: 'words' })
  traffic.append(0, { kind: 'start', text: 'node x' })
  traffic.append(0, { kind: 'exit', code: 0, signal: null })
  traffic.append(0, { kind: 'frame', text: '[]' })
  const seen = (filter: string) => traffic.window({ filter, tail: true, from: 0, size: 20 }).rows
  expect(seen('').map((row) => [messageOf(row), row.status])).toEqual([
    ['note', 'crlf'],
    ['note', 'gap'],
    ['note', 'rule'],
    ['stderr', ''],
    ['start', ''],
    ['exit', 'code 0'],
    ['garbled', 'garbled'],
  ])
  for (const row of seen('')) expect(seen(`kind:${messageOf(row)}`)).toContainEqual(row)
  traffic.blame(4, 'JR-28', true)
  expect(seen('kind:finding').map(({ seq }) => seq)).toEqual([4])
  expect(seen('status:crlf').map(({ seq }) => seq)).toEqual([1])
})

test('connections by name, where there are several', () => {
  const of = (filter: string, ...names: string[]) => completions(filter, ROWS, [], names).map(({ term }) => term)
  expect(of('conn', 'one')).toEqual([])
  expect(of('conn', 'one', 'two')).toEqual(['connection:'])
  expect(of('-connection:', 'old "1"', 'new build', 'new')).toEqual([
    '-connection:"old \\"1\\""',
    '-connection:"new build"',
    '-connection:new',
  ])
  const [{ term } = { term: '' }] = completions('connection:old', ROWS, [], ['old "1"', 'two'])
  expect(parseFilter(term).terms).toEqual([{ kind: 'connection', text: 'old "1"', not: false }])
})

test('connections left out by hand', () => {
  expect(withConnections('', ['old build'])).toBe('-connection:"old build"')
  expect(withConnections('"a  connection:b" -connection:x method:"two w" connection:"y z" "open', ['n'])).toBe(
    '-connection:n "a  connection:b" method:"two w" "open',
  )
  expect(withConnections('-connection:n ping', [])).toBe('ping')
})

test('every field that is suggested is written down', () => {
  const [table = ''] = Object.values(import.meta.glob<string>('/docs/traffic.md', { eager: true, query: '?raw', import: 'default' }))
  const fields = [...'abcdefghijklmnopqrstuvwxyz'].flatMap((letter) => completions(letter, [], [], ['one', 'two']).map(({ term }) => term))
  expect(fields).toContain('connection:')
  expect(fields.filter((field) => !table.includes(`\`${field}`))).toEqual([])
})

test('nothing within quotes, nor for a word of the text', () => {
  expect(terms('"method:')).toEqual([])
  expect(terms('"two me')).toEqual([])
  expect(terms('hello')).toEqual([])
})

test('a rule that does not exist', () => {
  const strange = (filter: string) => strangeRules(parseFilter(filter), ['JR-28', 'LG-07'])
  expect(strange('rule:jr rule:LG-07 JR-99')).toEqual([])
  expect(strange('rule:jr-28 -rule:xx-99 rule:JR-3')).toEqual(['XX-99', 'JR-3'])
})

test('what is not understood is named with the reason, beside what is', () => {
  expect(unknownTerms(parseFilter('ping dir:up -foo:bar'))).toEqual({
    says: 'dir:up -foo:bar is not understood',
    why: expect.stringMatching(/^dir:up: a direction is out, in, side; -foo:bar: .*put it in quotes$/),
  })
  expect(unknownTerms(parseFilter('ping "dir:up" by:loupe'))).toBeUndefined()
})

test('a button puts its term into the filter and takes it out again, whatever else stands there', () => {
  expect(withRule('', FINDING)).toBe('kind:finding')
  expect(withRule('KIND:finding', undefined)).toBe('')
  expect(withRule('method:"a b"  -ping', FINDING)).toBe('kind:finding method:"a b" -ping')
  expect(withRule('kind:finding method:"a b" -ping', undefined)).toBe('method:"a b" -ping')
  // One rule takes the place of all of them, and of another one.
  expect(withRule('kind:finding -ping', 'rule:JR-02')).toBe('rule:JR-02 -ping')
  expect(withRule('rule:JR-02 -ping', 'rule:TL-01')).toBe('rule:TL-01 -ping')
  expect(withRule('-rule:JR Rule:TL-01', undefined)).toBe('-rule:JR')
  // Its opposite, and the same as text, are other terms.
  expect(parseFilter(withRule('-kind:finding "kind:finding', FINDING)).terms.map(({ kind, not }) => [kind, not])).toEqual([
    ['finding', false],
    ['finding', true],
    ['text', false],
  ])
})

test.each([
  ['rule:jr-02 -ping', 'JR-02', true],
  ['kind:finding', undefined, true],
  ['rule:JR-02 rule:TL-01', undefined, true],
  ['-rule:JR-02 -kind:finding', undefined, false],
])('%s asks for the rule %s', (filter, rule, broken) => {
  const { terms } = parseFilter(filter)
  expect(ruleOf(terms)).toBe(rule)
  expect(terms.some(isOfFindings)).toBe(broken)
})

test('where messages are still to be checked, neither none nor so many is the last word', () => {
  const words = (filter: string, behind: number) => noMatchWords(parseFilter(filter).terms, behind)
  expect(words('kind:finding', 4000)).toBe('No message matches so far: 4,000 still to be checked.')
  expect(words('rule:JR-02', 1)).toContain('so far')
  expect(words('kind:finding', 0)).toBe('No message matches.')
  expect(words('-kind:finding', 4000)).toBe('No message matches.')
  expect(words('ping', 4000)).toBe('No message matches.')
  expect(findingsWords(1200, true)).toBe('1,200 messages with findings so far')
  expect(findingsWords(1, false)).toBe('1 message with findings')
})
