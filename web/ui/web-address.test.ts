import { expect, test } from 'vitest'
import { readAddress } from './web-address.ts'

test('only http(s) addresses can be opened', () => {
  expect(readAddress('https://example.test/a?b=c')).toEqual({
    parts: { before: 'https://', host: 'example.test', after: '/a?b=c' },
    notes: [],
  })
  for (const url of ['javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd', 'not a url', ''])
    expect(readAddress(url)).toEqual({ notes: ['This is not an http(s) address: it is not opened.'] })
  expect(readAddress('http://example.test/').notes[0]).toMatch(/not encrypted/)
  expect(readAddress('http://127.0.0.1:80/').notes).toEqual([])
})

test.each([
  ['https://bank.test@evil.test/bank.test', 'https://bank.test@', 'evil.test', '/bank.test', /leads to evil\.test/],
  ['https://evil.test@evil.test:8443/', 'https://evil.test@', 'evil.test:8443', '/', /leads to evil\.test:8443/],
  ['https://a@b@evil.test/@bank.test', 'https://a%40b@', 'evil.test', '/@bank.test', /user name/],
  ['https://:secret@evil.test/', 'https://:secret@', 'evil.test', '/', /user name/],
  ['https:\\\\EVIL.test\\x', 'https://', 'evil.test', '/x', undefined],
  ['https:evil.test', 'https://', 'evil.test', '/', undefined],
  ['https://2130706433/', 'https://', '127.0.0.1', '/', undefined],
  // The first letter is Cyrillic.
  ['https://\u0430pple.test/', 'https://', 'xn--pple-43d.test', '/', /punycode xn--pple-43d\.test/],
  ['https://xn--80ak6aa92e.test/', 'https://', 'xn--80ak6aa92e.test', '/', /punycode xn--80ak6aa92e\.test/],
])('the host of %s is the one that the browser goes to', (url, before, host, after, note) => {
  const { parts, notes } = readAddress(url)
  expect(parts).toEqual({ before, host, after })
  if (note === undefined) expect(notes).toEqual([])
  else expect(notes[0]).toMatch(note)
})
