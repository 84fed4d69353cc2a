// A report that is written in the page.
import { expect, test, vi } from 'vitest'
import { createJudge } from '#mcp/conformance/judge.ts'
import { reportOf, type ReportWish } from './report.ts'

vi.mock('../session/engine.ts', () => ({ call: () => Promise.resolve(createJudge([]).story) }))

const wish: ReportWish = {
  about: 'c',
  target: { kind: 'http', url: 'http://x/mcp', headers: [], via: 'direct' } as unknown as ReportWish['target'],
  rows: [],
  behind: 0,
}

test.each(['text', 'markdown', 'html', 'json', 'junit', 'sarif'] as const)('%s says what had not been checked', async (format) => {
  const unfinished = '5,000 messages of the page’s record had not been checked'
  expect((await reportOf(format, { ...wish, behind: 5000 })).text).toContain(unfinished)
  expect((await reportOf(format, wish)).text).not.toContain('had not been checked')
})
