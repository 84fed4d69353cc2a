import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Asker, givenTexts, type Suggestions } from './suggest.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('the other texts go along: an empty one too, since it is sent; what is no text does not', () => {
  expect(givenTexts({ a: 'x', b: '', c: ['l'], d: 1, e: 'own' }, 'e')).toEqual({ a: 'x', b: '' })
  expect(givenTexts([], 'e')).toEqual({})
})

test('what is typed in one go is asked once, with its last text, after a pause', async () => {
  const asker = new Asker()
  const asked: string[] = []
  const taken: string[][] = []
  const type = (text: string) =>
    asker.put(
      () => {
        asked.push(text)
        return Promise.resolve({ values: [text], note: '' })
      },
      ({ values }) => taken.push(values),
    )
  for (const text of ['j', 'ja', 'jav', 'java']) {
    type(text)
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(asked).toEqual([])
  await vi.advanceTimersByTimeAsync(100)
  expect(asked).toEqual(['java'])
  expect(taken).toEqual([['java']])
  type('javas')
  asker.stop()
  await vi.advanceTimersByTimeAsync(1000)
  expect(asked).toEqual(['java'])
})

test('an answer that comes after the next key is dropped; why there is none is said', async () => {
  const asker = new Asker()
  const taken: Suggestions[] = []
  const take = (suggestions: Suggestions) => taken.push(suggestions)
  let answer: (suggestions: Suggestions) => void = () => {}
  asker.put(() => new Promise((resolve) => (answer = resolve)), take)
  await vi.advanceTimersByTimeAsync(200)
  asker.put(() => Promise.reject(new Error('gone')), take)
  answer({ values: ['late'], note: '' })
  await vi.advanceTimersByTimeAsync(200)
  asker.put(() => undefined, take)
  await vi.advanceTimersByTimeAsync(200)
  expect(taken).toEqual([
    { values: [], note: 'No suggestions: gone' },
    { values: [], note: '' },
  ])
})
