import { expect, test } from 'vitest'
import { createJudge } from '../conformance/judge.ts'
import { rowOf } from '../conformance/row.ts'
import { RULES } from '../conformance/rules.ts'
import { createTraffic } from '../traffic.ts'
import type { Target } from '../transport/target.ts'
import { writeReport } from './report.ts'

const TARGET: Target = { kind: 'http', url: 'http://x.test/mcp', headers: [], via: 'auto' }

function broken() {
  const traffic = createTraffic()
  const request = traffic.append(1, {
    kind: 'sent',
    method: 'POST',
    url: TARGET.kind === 'http' ? TARGET.url : '',
    headers: [],
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"a":1}}}',
  })
  traffic.append(1, { kind: 'status', status: 200, statusText: 'OK', headers: [['content-type', 'application/json']] })
  const answer = traffic.append(1, { kind: 'body', text: '{"jsonrpc":"2.0","id":1,"result":{"content":"<b>none</b>"}}' })
  traffic.append(1, { kind: 'closed' })
  const judge = createJudge(RULES, ({ rule, seq, outcome }) => traffic.blame(seq, rule, outcome !== 'info', outcome === 'fail'))
  for (const event of traffic.events()) judge.take(event)
  return { traffic, request, answer, standings: judge.standings().map((standing) => rowOf(standing, '2025-11-25')) }
}

test('it says how many messages are gone, and how many nobody judged', () => {
  const { traffic, answer } = broken()
  const about = { name: 'x', target: TARGET, by: 'l' }
  expect([...writeReport(traffic, [answer], { ...about, unjudged: 0 }, undefined)].join('')).not.toContain('Incomplete')
  traffic.lose(1200)
  const report = [...writeReport(traffic, [answer], { ...about, unjudged: 1 }, undefined)].join('')
  expect(report).toContain('**Incomplete** The first 1,200 messages of this record are gone')
  expect(report).toContain('**Incomplete** Findings are partial: the last 1 message of this record had not been judged')
})

test('an answer brings its request along, and says which rule it breaks, how, what to do, and where that is written', () => {
  const { traffic, request, answer, standings } = broken()
  const report = [...writeReport(traffic, [answer], { name: 'x', target: TARGET, by: 'l', standings }, undefined)].join('')
  expect(report.indexOf('→ tools/call · echo')).toBeGreaterThan(0)
  expect(report.indexOf('→ tools/call')).toBeLessThan(report.indexOf('← result of tools/call'))
  expect(report).toContain('"a": 1')
  const rule = standings.find(({ id }) => id === 'TC-01')!
  expect(report).toContain(`**Broken: TC-01, MUST** – ${rule.says}`)
  expect(report).toContain(`[Specification](${rule.page})`)
  expect(report).toContain('(at `/result/content`)')
  expect(report).toContain(`To mend it: ${rule.mend.replaceAll(/[[\]]/g, '\\$&')}`)
  // It quotes what the server said: no markup of it counts.
  expect(report.replaceAll(/```json[^]*?```/g, '')).not.toContain('<b>')
  const alone = [...writeReport(traffic, [request], { name: 'x', target: TARGET, by: 'l', standings }, undefined)].join('')
  expect(alone).not.toContain('result of')
  expect(alone).not.toContain('TC-01')
})

test('a long message is quoted as it crossed: to lay out all of it for its beginning would take seconds', () => {
  const traffic = createTraffic()
  const quoted = (items: number) => {
    const body = `{"jsonrpc":"2.0","method":"x","params":{"list":[${'1,'.repeat(items)}1]}}`
    const seq = traffic.append(1, { kind: 'body', text: body })
    return [...writeReport(traffic, [seq], { name: 'x', target: TARGET, by: 'l' }, undefined)].join('')
  }
  expect(quoted(2)).toContain('```json\n{\n')
  expect(quoted(200_000)).toContain('```\n{"jsonrpc":"2.0","method":"x","params":{"list":[1,1,')
  expect(quoted(200_000)).toMatch(/… 39\d{4} further characters/)
})
