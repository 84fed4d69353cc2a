import { expect, test } from 'vitest'
import { createJudge } from '#mcp/conformance/judge.ts'
import { rowOf, type Row as RuleRow } from '#mcp/conformance/row.ts'
import { RULES } from '#mcp/conformance/rules.ts'
import { redactorFor } from '#mcp/traffic/redact.ts'
import { RecordReader } from '#mcp/traffic/record-format.ts'
import { createTraffic } from '#mcp/traffic.ts'
import type { Target } from '#mcp/transport/target.ts'
import { writePage, type PageData } from './page.ts'

const TARGET: Target = { kind: 'http', url: 'http://x.test/mcp', headers: [], bearer: 'top-secret-token', via: 'auto' }
const HOSTILE = '</script><script>alert(1)</script><!--<script>'

function recorded() {
  const traffic = createTraffic()
  traffic.append(1, {
    kind: 'sent',
    method: 'POST',
    url: 'http://x.test/mcp',
    headers: [['Authorization', 'Bearer top-secret-token']],
    body: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"n":9007199254740993}}}',
  })
  traffic.append(1, { kind: 'status', status: 200, statusText: 'OK', headers: [['x', HOSTILE]] })
  traffic.append(1, {
    kind: 'body',
    text: JSON.stringify({ jsonrpc: '2.0', id: 1, result: { content: [{ type: 'text', text: HOSTILE }] } }),
  })
  traffic.append(1, { kind: 'closed' })
  traffic.append(0, { kind: 'noise', text: `${HOSTILE} Bearer top-secret-token`, why: 'not JSON' })
  return traffic
}

/** What the viewer reads beside the record. */
function readBack(page: string): PageData {
  const [, text] = /<script type="application\/json" class="about">([^]*?)<\/script>/.exec(page)!
  return JSON.parse(text!) as PageData
}

/** The page opened again. */
function reopened(page: string): RecordReader {
  const reader = new RecordReader(1e8)
  for (const line of page.split('\n')) reader.take(line)
  return reader
}

const shown = (traffic: ReturnType<typeof recorded>) => {
  const { rows } = traffic.window({ filter: '', tail: false, from: 0, size: 100 })
  return { rows, messages: rows.map(({ seq }) => traffic.message(seq)) }
}

test('it says how many messages had not been judged', () => {
  const about = { name: 'x', target: TARGET, savedAt: 0, by: 'l', notes: {} }
  const written = (unjudged?: number) =>
    readBack([...writePage(recorded(), { ...about, ...(unjudged !== undefined && { unjudged }) }, undefined)].join(''))
  expect(written(4).unjudged).toBe(4)
  expect(written(0)).not.toHaveProperty('unjudged')
})

test('what was found in every message of a long record is gathered and written bit by bit', () => {
  const traffic = createTraffic()
  const seqs = Array.from({ length: 25_000 }, () => traffic.append(0, { kind: 'noise', text: 'x', why: 'not JSON' }))
  for (const seq of seqs) traffic.blame(seq, 'JR-02', true, true)
  const [rule] = RULES.filter(({ id }) => id === 'JR-02')
  const findings = [
    { seq: seqs[1]!, says: 'one', outcome: 'warn' as const },
    { seq: seqs[0]!, says: 'two', outcome: 'fail' as const },
  ]
  const standings = [{ ...rule!, outcome: 'fail' as const, findings, broken: 25_000 } as unknown as RuleRow]
  const parts = [...writePage(traffic, { name: 'x', target: TARGET, savedAt: 0, by: 'l', notes: {}, standings }, undefined)]
  const head = parts.findIndex((part) => part.startsWith('<!doctype'))
  expect(parts.slice(0, head).filter((part) => part === '').length).toBeGreaterThan(25)
  const about = parts.slice(head + 1, parts.indexOf('</script>\n'))
  expect(Math.max(...about.map((part) => part.split(',').length))).toBeLessThan(11_000)
  const { found } = readBack(parts.join(''))
  expect(found.rules[0]!.findings).toEqual(findings)
  expect(found.rows).toEqual([
    [0, 'fail', seqs.filter((seq) => seq !== seqs[1])],
    [0, 'warn', [seqs[1]]],
  ])
})

test('a hostile record is data throughout: the file has the tags that we wrote, and a policy that runs no others', () => {
  const traffic = recorded()
  const about = { name: HOSTILE, target: TARGET, savedAt: 0, by: 'loupe 1', notes: { 1: HOSTILE } }
  const page = [...writePage(traffic, about, undefined)].join('')
  // What was found, the record, and the viewer, whose own texts name tags too.
  expect(page.match(/<\/?script/gi)).toEqual(Array.from({ length: 4 }, () => ['<script', '</script']).flat())
  expect(page).not.toContain('<!--')
  expect(page.match(/<\/?style/gi)).toEqual(['<style', '</style'])
  expect(page).toContain(`<title>&#60;/script&#62;`)
  const [, nonce] = /script-src 'nonce-([^']+)'/.exec(page)!
  expect(page).toContain(`default-src 'none'`)
  expect(page.match(new RegExp(`<script nonce="${nonce!.replace(/[+/]/g, '\\$&')}">`, 'g'))).toHaveLength(1)
  expect([...writePage(traffic, about, undefined)].join('')).not.toContain(nonce)
})

test('opened again, it shows what was shared', () => {
  const traffic = recorded()
  const about = { name: HOSTILE, target: TARGET, savedAt: 0, by: 'loupe 1', notes: { 1: HOSTILE } }
  const { faults, header, traffic: again } = reopened([...writePage(traffic, about, undefined)].join(''))
  expect(faults).toEqual([])
  expect(header).toMatchObject({ name: HOSTILE, target: TARGET, savedAt: 0, notes: { 1: HOSTILE } })
  expect(shown(again)).toEqual(shown(traffic))
})

test('a page that holds no record says so', () => {
  const { header, traffic, faults } = reopened('<!DOCTYPE html>\n<html>\n{"format":"loupe-record"}\n</html>')
  expect(header).toBeUndefined()
  expect(traffic.total).toBe(0)
  expect(faults).toEqual([{ line: 1, why: expect.stringContaining('no record') }])
})

test('secrets are taken out, also of the words in which findings quote them', () => {
  const traffic = recorded()
  traffic.append(2, {
    kind: 'sent',
    method: 'POST',
    url: 'http://x.test/mcp',
    headers: [],
    body: '{"jsonrpc":"2.0","id":2,"method":"ping"}',
  })
  traffic.append(2, { kind: 'status', status: 200, statusText: 'OK', headers: [['content-type', 'application/json']] })
  traffic.append(2, { kind: 'body', text: '{"jsonrpc":"1.0","id":2,"result":{},"error":{"code":1,"message":"top-secret-token"}}' })
  const judge = createJudge(RULES, ({ rule, seq, outcome }) => traffic.blame(seq, rule, outcome !== 'info', outcome === 'fail'))
  for (const event of traffic.events()) judge.take(event)
  const standings = judge.standings().map((standing) => {
    const row = rowOf(standing, undefined)
    return { ...row, findings: row.findings.map((one) => ({ ...one, says: `${one.says} top-secret-token` })) }
  })
  const about = { name: 'x', target: TARGET, savedAt: 0, by: 'l', notes: {}, standings, chosen: 3 }
  const page = [...writePage(traffic, about, redactorFor(traffic, TARGET))].join('')
  expect(page).not.toContain('top-secret-token')
  const { found, chosen } = readBack(page)
  expect(chosen).toBe(3)
  expect(found.rules.flatMap(({ findings }) => findings).every(({ says }) => says.endsWith(' REDACTED-1'))).toBe(true)
  const broken = found.rows.flatMap(([rule, outcome, seqs]) => (outcome === 'info' ? [] : seqs.map((seq) => [seq, found.rules[rule]!.id])))
  expect(broken.length).toBeGreaterThan(0)
  expect(new Set(broken.map(([seq]) => seq)).size).toBe(traffic.broken)
  for (const [seq, id] of broken) expect(traffic.blamedFor(seq as number)).toContain(id)
  const { header, traffic: again } = reopened(page)
  expect(header).toMatchObject({
    target: { bearer: 'REDACTED-1' },
    redacted: [{ placeholder: 'REDACTED-1', where: 'header Authorization' }],
  })
  expect(again.message(1)!.http!.requestHeaders).toEqual([['Authorization', 'Bearer REDACTED-1']])
  // Digits stay as they crossed.
  expect(again.message(1)!.text).toContain('9007199254740993')
})
