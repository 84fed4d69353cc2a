import { expect, test } from 'vitest'
import { person } from './draft-test-person.ts'
import { assessDraft } from './check.ts'
import { rounded, roundedIn } from './digits.ts'

test.each(['1.10', '0.1', '.5', '-0', '1e21', '1E-7', '100', '123456789012345678901234567890', '5e-324', '0.30000000000000004'])(
  '%s is sent as it is',
  (text) => expect(rounded(text)).toBeUndefined(),
)

test.each([
  ['0.12345678901234567890', '0.12345678901234568'],
  ['9007199254740993.5', '9007199254740994'],
  ['1e400', 'null'],
  ['1e-400', '0'],
])('%s would go as %s', (text, sent) => expect(rounded(text)?.sent).toBe(sent))

test('numbers are found in a text, and not in its strings', () => {
  expect(roundedIn('{"a":[1.5,"1e400 0.12345678901234567890"],"1e999":2e-5,"b":-0.12345678901234567890}').map(({ text }) => text)).toEqual([
    '-0.12345678901234567890',
  ])
})

test('a field sends what was typed, says what few can read, and sends no null in place of a number', () => {
  const at = person('{"type":"object","properties":{"r":{"type":"number"},"p":{"type":"number"},"j":{}}}')
    .types(['r'], '0.12345678901234567890')
    .types(['p'], '+0.12345678901234567890')
    .types(['j'], '[1e400]')
  expect(at.sent).toBe('{"r":0.12345678901234567890,"p":0.12345678901234568,"j":[1e400]}')
  expect(assessDraft(at.schema, at.draft).problems).toMatchObject([
    {
      at: '/p',
      level: 'warn',
      says: '+0.12345678901234567890 has more digits than can be sent from here: it goes as 0.12345678901234568.',
    },
    { at: '/j', level: 'bad' },
  ])
})
