import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

test('no more than so many are under way, and each is done once', async () => {
  const finish: (() => void)[] = []
  const begun: number[] = []
  const all = inTurn([1, 2, 3, 4, 5], 2, (item) => {
    begun.push(item)
    return new Promise((resolve) => finish.push(resolve))
  })
  expect(begun).toEqual([1, 2])
  for (let done = 0; done < 5; done += 1) {
    finish[done]!()
    await Promise.resolve()
    await Promise.resolve()
    expect(begun.length).toBe(Math.min(5, done + 3))
  }
  await all
  expect(begun).toEqual([1, 2, 3, 4, 5])
})
