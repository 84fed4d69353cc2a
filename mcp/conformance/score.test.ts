// Why something was not seen, in figures that add up.
import { expect, test } from 'vitest'
import { Talk } from '../testing/record.ts'
import { createJudge } from './judge.ts'
import { junitOf, markdownOf, textOf } from './report.ts'
import { htmlOf } from './report-pages.ts'
import { rowOf } from './row.ts'
import { RULES } from './rules.ts'
import { scoreLine, scoresOf, unseenOf } from './score.ts'

function checked(talk: Talk) {
  const judge = createJudge(RULES)
  for (const event of talk.events) judge.take(event)
  judge.end()
  return { what: 'server', rows: judge.standings().map((standing) => rowOf(standing, judge.story.revision)), story: judge.story }
}

const why = (talk: Talk): { [id: string]: string | undefined } =>
  Object.fromEntries(checked(talk).rows.map(({ id, unseen }) => [id, unseen]))

test('each rule that saw nothing says why', () => {
  const overPipe = why(new Talk('2025-11-25', true).greet({ tools: {} }))
  expect(overPipe).toMatchObject({ 'DV-02': 'revision', 'HT-01': 'transport', 'PR-01': 'offer', 'TL-01': 'nothing' })
  expect(overPipe['LC-01']).toBeUndefined()
  // What another conversation of the run declared counts too, and who was never greeted declared nothing to count.
  const both = new Talk('2025-11-25').greet({ prompts: {} })
  both.fact(0, { kind: 'start', text: 'Checks: more' })
  expect(why(both.greet({ tools: {} }))).toMatchObject({ 'PR-01': 'nothing', 'RE-01': 'offer', 'ST-01': 'transport' })
  expect(why(new Talk('2025-11-25'))['PR-01']).toBe('nothing')
})

test('the reasons add up to what was not seen, and stand in each report', () => {
  const own = checked(new Talk('2025-11-25', true).greet({ tools: {} }))
  const unseen = scoresOf(own.rows).reduce((sum, one) => sum + one.unseen, 0)
  expect(unseenOf(own.rows).reduce((sum, [figure]) => sum + figure, 0)).toBe(unseen)
  const line = scoreLine(own.rows)
  expect(line).toMatch(/ \d+ not seen \(\d+ for other revisions, \d+ for other transports, \d+ of what the server does not offer, /)
  for (const report of [textOf(own, false), markdownOf(own), htmlOf(own)]) expect(report).toContain(line)
})

test('what another rule tells of was seen: it is no part of what was not, and no skipped case', () => {
  const own = checked(
    new Talk('2025-11-25')
      .greet({ tools: {} })
      .ask('tools/list', {}, { result: { tools: [{ name: '', inputSchema: { type: 'object' } }] } }),
  )
  expect(own.rows.find(({ id }) => id === 'TL-05')).toMatchObject({ outcome: 'skipped', unseen: 'told' })
  expect(scoreLine(own.rows)).toContain(' · 1 told by another rule · ')
  expect(junitOf(own)).toContain('<system-out>What is wrong with it is told by TL-01.</system-out>')
})
