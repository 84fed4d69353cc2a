import { expect, test } from 'vitest'
import { contentsText } from './contents-text.ts'

test('JSON is compared by its members, bytes by what tells them apart, several parts by their names', () => {
  expect(contentsText({ contents: [{ uri: 'a:1', text: '{"a":1,"b":[2]}' }] })).toBe('{\n  "a": 1,\n  "b": [\n    2\n  ]\n}')
  expect(contentsText({ contents: [{ uri: 'a:1', text: 'plain' }] })).toBe('plain')
  const one = contentsText({ contents: [{ uri: 'a:1', blob: 'AAAA' }] })
  expect(one).toMatch(/^\(4 characters of base64, [0-9a-f]{8}\)$/)
  expect(contentsText({ contents: [{ uri: 'a:1', blob: 'AAAB' }] })).not.toBe(one)
  expect(
    contentsText({
      contents: [
        { uri: 'a:1', mimeType: 'text/plain', text: 'x' },
        { uri: 'a:2', text: 'y' },
      ],
    }),
  ).toBe('── a:1, text/plain\nx\n── a:2\ny')
})
