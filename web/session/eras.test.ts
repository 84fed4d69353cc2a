import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EraVerdict } from '#mcp/session-types.ts'
import type { Target } from '#mcp/transport/target.ts'
import { forgetEra, knownEra, learnEra } from './eras.ts'

const REFUSED: EraVerdict = { era: 'legacy', rule: 'refused', why: 'It refused.' }
const http = (url: string): Target => ({ kind: 'http', url, headers: [], via: 'auto' })
const stdio = (...args: string[]): Target => ({ kind: 'stdio', command: 'node', args, env: [] })

const kept = new Map<string, string>()
beforeEach(() => {
  kept.clear()
  const localStorage = { getItem: (key: string) => kept.get(key) ?? null, setItem: (key: string, text: string) => void kept.set(key, text) }
  vi.stubGlobal('window', { localStorage })
})
afterEach(() => vi.unstubAllGlobals())

test('what was found out is kept by place, with its day, and forgotten on request', () => {
  learnEra(http('http://a/mcp'), REFUSED)
  learnEra(stdio('a.js'), { ...REFUSED, rule: 'exit' })
  expect(knownEra(http('http://a/mcp'))).toEqual({ ...REFUSED, at: expect.any(Number) })
  expect(knownEra(stdio('a.js'))?.rule).toBe('exit')
  expect(knownEra(stdio('b.js'))).toBeUndefined()
  expect(knownEra(http('http://a/other'))).toBeUndefined()
  forgetEra(stdio('a.js'))
  expect([knownEra(stdio('a.js')), knownEra(http('http://a/mcp'))?.era]).toEqual([undefined, 'legacy'])
})

test('what a person chose, or what holds for one connection, is not kept', () => {
  for (const rule of ['chosen', 'late', 'failed', 'silence', 'transport'] as const) learnEra(http('http://a/mcp'), { ...REFUSED, rule })
  expect(knownEra(http('http://a/mcp'))).toBeUndefined()
})

test('what was known keeps its day; what is found anew takes its place', () => {
  learnEra(http('http://a/mcp'), REFUSED)
  const known = knownEra(http('http://a/mcp'))!
  learnEra(http('http://a/mcp'), known)
  expect(knownEra(http('http://a/mcp'))).toEqual(known)
  learnEra(http('http://a/mcp'), { era: 'modern', rule: 'discovered', why: 'It answered.' })
  expect(knownEra(http('http://a/mcp'))).toMatchObject({ era: 'modern' })
})

test('damaged storage is as good as none', () => {
  window.localStorage.setItem('loupe.eras', '[1')
  expect(knownEra(http('http://a/mcp'))).toBeUndefined()
})

test('no secret of a server is kept with it, and another one finds the same', () => {
  learnEra(http('http://a/mcp?api_key=hush-1'), REFUSED)
  learnEra(stdio('a.js', '--token', 'hush-2'), { ...REFUSED, rule: 'exit' })
  expect([...kept.values()].join()).not.toContain('hush')
  expect(knownEra(http('http://a/mcp?api_key=other'))?.era).toBe('legacy')
  expect(knownEra(stdio('a.js', '--token', 'other'))?.rule).toBe('exit')
})
