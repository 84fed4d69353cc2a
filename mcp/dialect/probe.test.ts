import { describe, expect, test } from 'vitest'
import { McpError } from '../errors.ts'
import { judgeProbe, outcomeOf, type Judgement, type ProbeOutcome } from './probe.ts'

const http = (outcome: ProbeOutcome, method = 'server/discover') => judgeProbe({ method, overPipe: false, outcome })
const pipe = (outcome: ProbeOutcome) => judgeProbe({ method: 'server/discover', overPipe: true, outcome })
const error = (code: number, status?: number, data?: { supported: string[] }): ProbeOutcome => ({
  kind: 'error',
  code,
  ...(status === undefined ? {} : { status }),
  ...(data === undefined ? {} : { data }),
})
const discovered = (...supportedVersions: string[]): ProbeOutcome => ({ kind: 'result', result: { supportedVersions } })
const short = (judgement: Judgement) =>
  judgement.kind === 'decided'
    ? [judgement.verdict.era, judgement.verdict.rule, judgement.revision].filter(Boolean).join(' ')
    : [judgement.kind, ...('unless' in judgement ? ['unless it answers initialize'] : [])].join(' ')

describe('over HTTP', () => {
  test.each<[string, ProbeOutcome, string]>([
    ['a discovery result', discovered('2026-07-28', '2025-11-25'), 'modern discovered 2026-07-28'],
    ['one of a server that has but an older revision', discovered('2025-06-18', '2025-11-25'), 'legacy only-older 2025-11-25'],
    ['one of a server that speaks only what is to come', discovered('2030-01-01'), 'apart'],
    ['a result that is no discovery result', { kind: 'result', result: { ok: true } }, 'legacy other-error'],
    ['-32020', error(-32020, 400), 'modern modern-error'],
    ['-32021', error(-32021, 400), 'modern modern-error'],
    ['-32022 without a list', error(-32022, 400), 'modern modern-error'],
    ['-32022 with what we speak', error(-32022, 400, { supported: ['2026-07-28'] }), 'modern modern-error 2026-07-28'],
    ['-32022 with an older revision', error(-32022, 400, { supported: ['2025-03-26'] }), 'legacy only-older 2025-03-26'],
    ['-32022 with nothing in common', error(-32022, 400, { supported: ['1999-01-01'] }), 'apart'],
    ['-32022 with a wrong status', error(-32022, 200, { supported: ['2026-07-28'] }), 'modern modern-error 2026-07-28'],
    ['-32601 with 404', error(-32601, 404), 'legacy refused'],
    ['-32601 with 200', error(-32601, 200), 'legacy other-error'],
    ['-32602 with 400', error(-32602, 400), 'legacy refused'],
    ['-32000 with 400, as a server says that misses a session', error(-32000, 400), 'legacy refused'],
    ['400 without a message', { kind: 'http', status: 400 }, 'legacy refused'],
    ['404 without a message', { kind: 'http', status: 404 }, 'legacy refused'],
    ['405', { kind: 'http', status: 405 }, 'legacy refused'],
    ['406', { kind: 'http', status: 406 }, 'legacy refused'],
    ['401', { kind: 'http', status: 401 }, 'undecided'],
    ['401 with an error of the newer kind', error(-32020, 401), 'undecided'],
    ['403', { kind: 'http', status: 403 }, 'undecided'],
    ['403 with an error', error(-32000, 403), 'undecided'],
    ['408', { kind: 'http', status: 408 }, 'undecided'],
    ['429', { kind: 'http', status: 429 }, 'undecided'],
    ['500', { kind: 'http', status: 500 }, 'undecided unless it answers initialize'],
    ['500 with an error', error(-32603, 500), 'undecided unless it answers initialize'],
    ['500 with an error of the newer kind', error(-32020, 500), 'modern modern-error'],
    ['501', { kind: 'http', status: 501 }, 'undecided unless it answers initialize'],
    ['504, as of a gateway before a server that stays silent', { kind: 'http', status: 504 }, 'undecided unless it answers initialize'],
    ['503', { kind: 'http', status: 503 }, 'undecided'],
    ['a redirect', { kind: 'http', status: 307 }, 'undecided'],
    ['silence', { kind: 'silent' }, 'undecided'],
    ['a web page', { kind: 'unreadable' }, 'undecided'],
    ['no connection', { kind: 'unreachable' }, 'undecided'],
  ])('%s', (_, outcome, verdict) => expect(short(http(outcome))).toBe(verdict))

  test.each<[string, ProbeOutcome, string]>([
    ['404 with -32601 is how a modern server says that it lacks a method', error(-32601, 404), 'modern modern-error'],
    ['404 without a message is not', { kind: 'http', status: 404 }, 'legacy refused'],
    ['400 with -32601 is not', error(-32601, 400), 'legacy refused'],
    ['an answer without initialize', { kind: 'result', result: { tools: [] } }, 'modern discovered'],
  ])('to another method than server/discover, %s', (_, outcome, verdict) => expect(short(http(outcome, 'tools/list'))).toBe(verdict))
})

describe('over a pipe', () => {
  test.each<[string, ProbeOutcome, string]>([
    ['a discovery result', discovered('2026-07-28'), 'modern discovered 2026-07-28'],
    ['-32022', error(-32022, undefined, { supported: ['2026-07-28'] }), 'modern modern-error 2026-07-28'],
    ['-32021', error(-32021), 'modern modern-error'],
    ['-32601', error(-32601), 'legacy other-error'],
    ['-32602', error(-32602), 'legacy other-error'],
    ['an error of its own', error(42), 'legacy other-error'],
    ['silence', { kind: 'silent' }, 'legacy silence'],
    ['the end of the process', { kind: 'exited' }, 'legacy exit'],
    ['a command that could not be started', { kind: 'unreachable' }, 'undecided'],
  ])('%s', (_, outcome, verdict) => expect(short(pipe(outcome))).toBe(verdict))
})

test('the rule is said in plain words', () => {
  expect(http(error(-32000, 400))).toMatchObject({
    verdict: { why: 'It refused server/discover with HTTP 400 and error -32000, which is none of the newer kind.' },
  })
  expect(pipe(discovered('2026-07-28', '2025-11-25'))).toMatchObject({
    verdict: { why: 'It answered server/discover; it speaks 2026-07-28, 2025-11-25.' },
  })
})

test('failed requests are read as outcomes', () => {
  const rpc = { code: -32000, message: 'no' }
  const read = (...given: ConstructorParameters<typeof McpError>) => outcomeOf(new McpError(...given))
  expect(read('rpc', 'no', { rpc, status: 400 })).toEqual({ kind: 'error', code: -32000, status: 400 })
  expect(read('http', 'no', { rpc, status: 401 })).toEqual({ kind: 'error', code: -32000, status: 401 })
  expect(read('http', 'no', { status: 404 })).toEqual({ kind: 'http', status: 404 })
  expect(read('http', 'a page', { status: 200 })).toEqual({ kind: 'unreadable' })
  expect(read('silent', '')).toEqual({ kind: 'silent' })
  expect(read('unreachable', '', { data: { code: 1, signal: null } })).toEqual({ kind: 'exited' })
  expect(read('unreachable', '', { data: { code: null, signal: null, error: { code: 'ENOENT' } } })).toEqual({ kind: 'unreachable' })
  expect(read('unreachable', '', { data: { code: 'ECONNREFUSED' } })).toEqual({ kind: 'unreachable' })
})
