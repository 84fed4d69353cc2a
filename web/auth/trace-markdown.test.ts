import { expect, test } from 'vitest'
import { flowOf, step, TOKEN, trip } from './flow-example.ts'
import { traceMarkdown } from './trace-markdown.ts'

test('a trace names the step that failed, what to do, the row that decided, and each request', () => {
  const text = traceMarkdown(
    flowOf([
      step('token', {
        title: 'Token request',
        state: 'failed',
        says: 'The endpoint | refused',
        flaws: [{ level: 'error', code: 'invalid_grant', says: 'The code is unknown.', mend: 'Log in again.' }],
        decisions: [
          {
            title: 'iss (RFC 9207)',
            rows: [
              { when: 'present', so: 'compare', holds: false },
              { when: 'absent', so: 'go on', holds: true },
            ],
          },
        ],
        rules: [{ id: 'A06-05', revisions: ['2025-06-18'], says: '', spec: 'https://spec.example' }],
        trips: [
          trip({
            method: 'POST',
            url: 'https://as.example/token',
            status: 400,
            verdict: 'invalid_grant',
            requestBody: 'code=… (9 characters)',
          }),
        ],
      }),
    ]),
  )
  expect(text).toContain('| ✗ | Token request | The endpoint \\| refused |')
  expect(text).toContain('- **error** `invalid_grant`: The code is unknown. Log in again.')
  expect(text).toContain('iss (RFC 9207): absent → go on')
  expect(text).toContain('[A06-05](https://spec.example)')
  expect(text).toContain('HTTP 400 after 3 ms: invalid_grant')
  expect(text).toContain('code=… (9 characters)')
})

test('what a server wrote ends neither a fence nor a line, and opens no tag', () => {
  const text = traceMarkdown(
    flowOf([step('challenge', { facts: [{ name: 'error', value: '`x`\n# <img>' }], trips: [trip({ responseBody: '```\n# out\n```' })] })], {
      token: { ...TOKEN, scope: 'a' },
    }),
  )
  expect(text).toContain('- error: `ˋxˋ # &lt;img>`')
  expect(text).toContain('````\nHTTP 200\n\n```\n# out\n```\n````')
})
