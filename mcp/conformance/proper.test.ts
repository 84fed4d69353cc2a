// What we send broken on purpose, and what comes beside an answer, is held against no server.
import { expect, test } from 'vitest'
import { Talk } from '../testing/record.ts'
import { createJudge } from './judge.ts'
import { RULES } from './rules.ts'

function found(talk: Talk): string[] {
  const judge = createJudge(RULES)
  for (const event of talk.events) judge.take(event)
  judge.end()
  return judge.found()
}

const refused = (id: string) => ({ message: { jsonrpc: '2.0', id, error: { code: -32600, message: 'Invalid' } } })

test('a ping that is no proper request may be refused', () => {
  const talk = new Talk('2025-11-25', true).greet()
  talk.ask('ping', {}, refused('loupe-2'), { whole: '{"id":"loupe-2","method":"ping","params":{}}' })
  talk.ask('ping', {}, refused('loupe-3'), { whole: '{"jsonrpc":"2.0","id":"loupe-3","method":"ping","params":[]}' })
  expect(found(talk)).toEqual([])
  expect(found(new Talk('2025-11-25', true).greet().ask('ping', {}, { error: { code: -32600, message: 'No' } }))).toEqual(['PI-01'])
})

test('an answer to nothing is told as that, and not taken for the answer to what was asked just then', () => {
  const stray = { jsonrpc: '2.0', id: 999, result: {} }
  const talk = new Talk('2025-11-25', true).greet({ tools: {} })
  talk.ask('tools/list', {}, refused('loupe-2'), { whole: '{"id":"loupe-2","method":"tools/list","params":{}}', during: [stray] })
  expect(found(talk)).toEqual(['JR-02'])
})

test('an answer with a result and a null error is one fault', () => {
  const talk = new Talk('2025-11-25', true).greet()
  talk.ask('ping', {}, { message: { jsonrpc: '2.0', id: 2, result: {}, error: null } })
  expect(found(talk)).toEqual(['JR-03'])
})
