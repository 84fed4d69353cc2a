import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import type { CheckState } from '../session/check-state.ts'
import { CheckRow } from './CheckRow.tsx'

// A page's address, for links.
vi.stubGlobal('window', { location: { pathname: '/', search: '', hash: '#/c/checks' } })

const finding = (seq: number) => ({ seq, says: `says ${seq}`, outcome: 'fail' as const })

/** What a person reads of a check that is open, links in brackets. */
function read(given: Partial<CheckState>): string {
  const state = {
    id: 'JR-02',
    level: 'MUST',
    says: 'It does.',
    outcome: 'fail',
    good: [],
    looked: 9,
    mend: 'Do.',
    revisions: 'all',
    ...given,
  }
  const markup = renderToStaticMarkup(
    <CheckRow turned={new Map()} state={state as unknown as CheckState} before={undefined} again={undefined} />,
  )
  return markup
    .replaceAll(/<a href="(\/#[^"]*)"[^>]*>(.*?)<\/a>/g, '[$2|$1]')
    .replaceAll(/<\/(?:li|p)>/g, '\n')
    .replaceAll(/<[^>]*>/g, '')
}

test('what is left in the record comes first, with a link; what is gone is said once', () => {
  const text = read({ findings: [1, 2, 3].map(finding), broken: 40, gone: { messages: 1200, seqs: [1, 3] } })
  const lines = text.split('\n')
  expect(lines[0]).toMatch(/1,200 messages that broke it are no more in the record, .*without a link\.$/)
  expect(lines.slice(1, 4)).toEqual(['[#2|/#/c/traffic/2] says 2', '#1 says 1', '#3 says 3'])
  // More messages are gone than it was broken in: none can be left.
  expect(lines[4]).toBe('and 37 more')
})

test.each([
  [undefined, 'and 37 more: [all of them in the traffic|/#/c/traffic?filter=rule%3AJR-02]'],
  [{ messages: 1, seqs: [] }, 'and 37 more: [those that are left, in the traffic|/#/c/traffic?filter=rule%3AJR-02]'],
  [{ messages: 40, seqs: [1, 2, 3] }, 'and 37 more'],
])('the link to the others says what it leads to: %j', (gone, expected) => {
  const text = read({ findings: [1, 2, 3].map(finding), broken: 40, ...(gone && { gone }) })
  expect(text.split('\n')).toContain(expected)
})

test('a message that is gone is named as that where nothing said so before', () => {
  const one = { ...finding(1), times: 5, last: 9 }
  expect(read({ findings: [one], broken: 5, gone: { messages: 0, seqs: [9] } })).toContain('the last in #9 (no more in the record)')
  expect(read({ outcome: 'pass', findings: [], broken: 0, good: [4], gone: { messages: 0, seqs: [4] } })).toContain(
    '#4 (no more in the record)',
  )
})

test.each([
  [{ level: 'MUST', outcome: 'fail' }, 'MUST · failed'],
  [{ level: 'SHOULD', outcome: 'warn' }, 'SHOULD · warning'],
  // A MUST of which what was found proves no breach.
  [{ level: 'MUST', outcome: 'info' }, 'MUST · noted'],
  [{ level: 'derived', outcome: 'info', misfit: true }, 'derived · outside of the schema'],
  [{ level: 'MUST', outcome: 'inconclusive' }, 'MUST · cannot be told'],
] as const)('how bad it is stands there in words: %j', (given, words) => {
  const markup = renderToStaticMarkup(
    <CheckRow
      turned={new Map()}
      state={
        {
          id: 'A',
          says: '',
          findings: [finding(1), { ...finding(2), outcome: 'warn' }],
          good: [],
          broken: 2,
          looked: 2,
          mend: '',
          revisions: '',
          ...given,
        } as unknown as CheckState
      }
      before={undefined}
      again={undefined}
    />,
  )
  // Not for a screen reader alone.
  expect(markup).not.toContain('visually-hidden')
  const text = markup.replaceAll(/<[^>]*>/g, '')
  expect(text).toContain(words)
  expect(text.split('outside of the schema').length - 1).toBe('misfit' in given ? 1 : 0)
  // Of findings, those that weigh otherwise than the check.
  expect(text.includes('failed: says 1')).toBe(given.outcome !== 'fail')
  expect(text.includes('warning: says 2')).toBe(given.outcome !== 'warn')
})
