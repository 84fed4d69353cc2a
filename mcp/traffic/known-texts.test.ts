import { expect, test } from 'vitest'
import { KnownTexts } from './known-texts.ts'
import { Redactor } from './redact.ts'

function known(...texts: string[]): (text: string) => string {
  const all = new KnownTexts()
  for (const text of texts) all.add(text, text.toUpperCase())
  return (text) => all.replace(text, (meant) => `<${meant}>`)
}

test('each is found wherever it stands: at the ends, side by side, in another alphabet', () => {
  const find = known('password', 'schlüssel-2', 'passwords!')
  expect(find('password')).toBe('<PASSWORD>')
  expect(find('a passwordpasswords!schlüssel-2 z')).toBe('a <PASSWORD><PASSWORDS!><SCHLÜSSEL-2> z')
  expect(find('xpasswor dpassword')).toBe('xpasswor d<PASSWORD>')
  expect(find('ppppppppassword')).toBe('ppppppp<PASSWORD>')
  expect(find('passwor')).toBe('passwor')
  expect(find('')).toBe('')
})

test('the longest that begins at a place, and what is too short is none', () => {
  expect(known('12345678', '1234567890', '123456789')('x1234567890x123456789x')).toBe('x<1234567890>x<123456789>x')
  expect(known('short')('short')).toBe('short')
  expect(known()('nothing is known')).toBe('nothing is known')
})

test('it agrees with a search for one after the other, whatever the texts', () => {
  let seed = 7
  const random = (below: number) => (seed = (Math.imul(seed, 1103515245) + 12345) & 0x7fffffff) % below
  const word = () => Array.from({ length: 8 + random(3) }, () => 'ab'[random(2)]).join('')
  for (let round = 0; round < 200; round += 1) {
    const words = [...new Set(Array.from({ length: 5 }, word))]
    const text = Array.from({ length: 120 }, () => 'ab'[random(2)]).join('')
    const pattern = new RegExp([...words].sort((a, b) => b.length - a.length).join('|'), 'g')
    expect(known(...words)(text)).toBe(text.replace(pattern, (found) => `<${found.toUpperCase()}>`))
  }
})

test('a new secret with each reply costs no more than the first, and none is forgotten', () => {
  const redactor = new Redactor()
  const secret = (n: number) => `balancer-cookie-${n}`
  const learn = (n: number) =>
    redactor.learn({ kind: 'status', status: 200, statusText: '', headers: [['set-cookie', secret(n)]], seq: n, at: 0, exchange: n })
  // One after the other, each looked for in what follows: it would be minutes if each made all the others to be read anew.
  for (let n = 1; n <= 20_000; n += 1) {
    learn(n)
    if (n % 1000 === 0) expect(redactor.text(`was ${secret(n)}, and ${secret(1)}.`)).toBe(`was REDACTED-${n}, and REDACTED-1.`)
  }
  expect(redactor.found).toHaveLength(21)
})

test('a long text that only looks like the beginning of a secret is read once', () => {
  const redactor = new Redactor()
  for (const long of [`token ${'a.'.repeat(100_000)}`, `token ${'eyJ-'.repeat(50_000)}`]) expect(redactor.text(long)).toBe(long)
})

test('web tokens wherever they begin', () => {
  const jwt = 'eyJhbGciOiJI.eyJzdWIiOiIx.c2lnbmF0dXJl'
  for (const [before, after] of [
    ['', ''],
    ['x-', ' y'],
    ['id=', ', '],
    ['(', ')'],
    ['no-eyJ-', '.tail'],
  ])
    expect(new Redactor().text(`${before}${jwt}${after}`)).toMatch(/^(?:.{0,6}|no-)REDACTED-1/)
  expect(new Redactor().text('eyJhbGciOiJI.short.x and eyJ alone')).toBe('eyJhbGciOiJI.short.x and eyJ alone')
})
