// A record that lost its beginning: what it seems to lack may have been there, and nobody is blamed for it.
import { expect, test } from 'vitest'
import { Talk } from '../testing/record.ts'
import type { WireEvent } from '../wire-event.ts'
import { createJudge, type Judge } from './judge.ts'
import { PROOFS } from './proofs.ts'
import type { Rule } from './rule.ts'
import { RULES } from './rules.ts'

function judged(events: readonly WireEvent[], rules: readonly Rule[] = RULES): Judge {
  const judge = createJudge(rules)
  judge.gap(1)
  for (const event of events) judge.take(event)
  judge.end()
  return judge
}

test('of no good conversation a part is red, wherever it is cut', () => {
  const red: string[] = []
  for (const [at, { id, keeps, silent }] of PROOFS.entries()) {
    const { events } = keeps()
    const next = events.findIndex(({ kind }, at) => at > 0 && kind === 'start')
    // The rule itself, and those that are known to lean on what was said before.
    const rules = RULES.filter((rule) => rule.id === id || rule.whole === true)
    // Each at other places: together they are cut everywhere.
    for (let cut = 1 + (at % 7); cut < (next < 0 ? events.length : next); cut += 7)
      for (const { rule, outcome } of judged(events.slice(cut), rules).standings())
        if ((outcome === 'fail' || outcome === 'warn') && rule.id !== silent) red.push(`${rule.id} in ${id} without its first ${cut}`)
  }
  expect(red).toEqual([])
})

test('an answer whose request may be gone is judged by no rule, and what does not hang on it is, as is the next conversation', () => {
  const talk = new Talk('2025-11-25', true).greet({ tools: {} })
  const { length } = talk.events
  talk.says({ jsonrpc: '2.0', id: 7, result: {} }, '{"jsonrpc":"2.0"')
  const part = talk.events.slice(length)
  expect(judged(part).found()).toEqual(['JR-01'])
  talk.fact(0, { kind: 'start', text: 'again' })
  talk.greet().says({ jsonrpc: '2.0', id: 7, result: {} })
  expect(judged(talk.events.slice(length)).found()).toEqual(['JR-01', 'JR-02'])
})
