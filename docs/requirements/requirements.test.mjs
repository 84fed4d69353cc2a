// Every row has an answer, every test that is named exists, and the page says what the files say.
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faultOf, gaps, pageOf } from './write.mjs'

test('no row is without an answer, and every test that is named exists', () => expect(gaps()).toEqual([]))

test('docs/requirements.md is as `npm run requirements` writes it', () => {
  expect(readFileSync(new URL('../requirements.md', import.meta.url), 'utf8')).toBe(pageOf())
})

test('what is wrong is named', () => {
  const row = (id) => ({ id, revisions: 'all', level: 'MUST', label: 'x' })
  const held = { 'B-01': { planned: '' }, 'C-01': { tests: [] }, 'D-01': { tests: ['mcp/none.test.ts > x'] } }
  expect(gaps([row('A-01'), row('B-01'), row('B-01'), row('C-01')], held)).toEqual([
    'B-01: stands twice among the rows',
    'A-01: nothing says what holds it',
    'D-01: there is no such row',
    'B-01: planned, and not where',
    'C-01: no test is named',
    'D-01: there is no file mcp/none.test.ts',
  ])
})

test('a test is found by its group and name, whatever fills its places', () => {
  const file = 'mcp/session.test.ts'
  expect(faultOf(`${file} > handshake > takes an older revision that the server prefers`)).toBeUndefined()
  expect(faultOf(`${file} > handshake > speaks 2025-06-18 as it was`)).toBeUndefined()
  expect(faultOf('e2e/conformance/scenarios.mjs > sse-retry')).toBeUndefined()
  expect(faultOf(`${file} > handshake > takes an older revision`)).toBe(`${file} has no “takes an older revision”`)
  expect(faultOf(`${file} > hands > takes an older revision that the server prefers`)).toBe(`${file} has no “hands”`)
  expect(faultOf('mcp/dialect/probe.test.ts > over HTTP > anything')).toBe('mcp/dialect/probe.test.ts has no “anything”')
  expect(faultOf(file)).toBe(`it names no test in ${file}`)
})
