import { describe, expect, test } from 'vitest'
import { parseJson, writeJson } from './json.ts'
import { flawsOf } from './message-flaws.ts'
import { read, readValue } from './jsonrpc.ts'
import { Repeats } from './repeats.ts'

const log = (data: string, level = 'info'): string =>
  `{"jsonrpc":"2.0","method":"notifications/message","params":{"level":"${level}","logger":"l","data":"${data}"}}`
const progress = (count: number | string): string =>
  `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"a","progress":${count},"total":100,"_meta":{"a":[1,{"b":null}]}}}`

/** Knows log messages whose data and level differ, and progress whose count does. */
function taught(): Repeats {
  const repeats = new Repeats()
  for (let at = 0; at < 50; at++) {
    repeats.parse(log(`line ${at}`, at % 2 === 0 ? 'info' : 'error'))
    repeats.parse(progress(at))
  }
  repeats.parse(log('x'))
  if (!repeats.fits(log('x'))) throw new Error('nothing was learnt')
  repeats.parse(progress(7))
  if (!repeats.fits(progress(7))) throw new Error('nothing was learnt of progress')
  return repeats
}

describe('what is like the messages before', () => {
  test.each([
    log('another'),
    log(''),
    log('über 日本語 🙂 \u2028 \u007f'),
    log('took 1.50 s, 12345678901234567890'),
    log('a lone \ud800 half'),
    log("it's {not} [a] bracket: , }}"),
    progress(12.5),
    progress(-3),
    progress('123456789012345'),
  ])('reads as a parse has it, and has no flaw: %s', (text) => {
    const repeats = taught()
    const value = repeats.parse(text)
    expect(value).toStrictEqual(parseJson(text))
    expect(writeJson(value)).toBe(writeJson(parseJson(text)))
    expect(repeats.fits(text)).toBe(true)
    expect(flawsOf(text, readValue(value))).toEqual([])
  })

  test('is made anew each time', () => {
    const repeats = taught()
    const one = repeats.parse(progress(1)) as { params: { _meta: { a: { b: unknown }[] } } }
    one.params._meta.a[1]!.b = 'changed'
    expect(repeats.parse(progress(1))).toStrictEqual(parseJson(progress(1)))
  })
})

describe('what is like them at first sight alone', () => {
  test.each([
    ['escapes', log(String.raw`a \"quoted\" word\n`)],
    ['an escape at the end', log(String.raw`back\\`)],
    ['an integer beyond a double', progress('9007199254740993')],
    ['a number as people write it', progress('1.50')],
    ['a power of ten', progress('1e5')],
    ['nought with a sign', progress('-0')],
    ['another name', log('x').replace('"logger"', '"lodger"')],
    ['a name twice', log('x').replace('"data"', '"logger":"l","data"')],
    ['a name that means something to the language', log('x').replace('"logger"', '"__proto__"')],
    ['more space', log('x').replaceAll(':', ': ')],
    ['space after it', `${log('x')} \n`],
    ['an id', log('x').replace('"method"', '"id":1,"method"')],
    ['another version', log('x').replace('2.0', '1.0')],
    ['a number for a text', log('x').replace('"info"', '5')],
    ['depth', log('x').replace('"x"', `${'['.repeat(1000)}${']'.repeat(1000)}`)],
    ['little depth', log('x').replace('"x"', `${'['.repeat(30)}${']'.repeat(30)}`)],
    ['another method', log('x').replace('message', 'other')],
    ['much text', log('x'.repeat(10_000))],
  ])('%s: reads as a parse has it', (_, text) => {
    const repeats = taught()
    // Once more when it is known, too.
    for (let time = 0; time < 20; time++) {
      const value = repeats.parse(text)
      expect(value).toEqual(parseJson(text))
      if (text.length < 2000) expect(writeJson(value)).toBe(writeJson(parseJson(text)))
      if (!repeats.fits(text)) continue
      expect(flawsOf(text, readValue(value))).toEqual([])
    }
    expect(repeats.parse(log('y'))).toStrictEqual(parseJson(log('y')))
  })

  test.each([
    ['cut', log('x').slice(0, -1)],
    ['cut within a text', log('x').slice(0, -5)],
    ['cut after a text', log('x').slice(0, -2)],
    ['with more after it', `${log('x')}}`],
    ['with a line break in a text', log('a\nb')],
    ['with a control character in a text', log('a\u0001b')],
    ['with a quote too many', log('a"b')],
    ['with half an escape', log('a\\')],
    ['with an escape that is none', log(String.raw`a\x41`)],
    ['with a number that is none', progress('01')],
    ['with a number without digits', progress('-')],
    ['with a number that ends at its point', progress('1.')],
    ['with no number at all', progress('')],
    ['with two messages in a line', log('x') + log('y')],
    ['with nothing', ''],
  ])('%s: is no JSON', (_, text) => {
    const repeats = taught()
    expect(() => repeats.parse(text)).toThrow(SyntaxError)
    expect(repeats.fits(text)).toBe(false)
    expect(repeats.parse(log('y'))).toStrictEqual(parseJson(log('y')))
  })
})

test('in the midst of a flood, what is broken is garbled, and what has a flaw has it', () => {
  for (let at = 0; at < 3000; at++) {
    const text = log(`line ${at}`)
    expect(read(text)).toMatchObject({ kind: 'notification', params: { data: `line ${at}` } })
  }
  expect(read(log('half').slice(0, -3))).toMatchObject({ kind: 'garbled', why: expect.stringContaining('half a message') })
  const twice = log('x').replace('"data"', '"logger":"m","data"')
  expect(flawsOf(twice, read(twice))).toMatchObject([{ fault: 'repeated-member' }])
  const versionless = log('x').replace('"jsonrpc":"2.0",', '')
  expect(flawsOf(versionless, read(versionless))).toMatchObject([{ fault: 'jsonrpc-version' }])
  const both = `{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"m"}}`
  expect(flawsOf(both, read(both))).toMatchObject([{ fault: 'result-and-error' }])
})

test('another flood after the first is learnt, too', () => {
  const repeats = taught()
  const other = (at: number): string => `{"jsonrpc":"2.0","method":"notifications/${at % 2 === 0 ? 'a' : 'b'}","params":{"n":${at}}}`
  for (let at = 0; at < 3000; at++) repeats.parse(other(at))
  expect(repeats.parse(other(4000))).toStrictEqual(parseJson(other(4000)))
  expect(repeats.fits(other(4000))).toBe(true)
})

test('a thousand forms of which none repeats are read all the same', () => {
  const repeats = new Repeats()
  for (let at = 0; at < 1000; at++) {
    const text = `{"jsonrpc":"2.0","method":"m","params":{"name${at}":${at}}}`
    expect(repeats.parse(text)).toStrictEqual(parseJson(text))
  }
})
