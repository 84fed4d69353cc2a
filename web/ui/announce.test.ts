import { expect, test } from 'vitest'
import { announce, onAnnounce, paced } from './announce.ts'

test('progress is said at once, then at most every five seconds', () => {
  const said: string[] = []
  let now = 0
  const say = paced(
    (text) => said.push(text),
    () => now,
  )
  for (now = 0; now <= 12_000; now += 500) say(`${now}`)
  expect(said).toEqual(['0', '5000', '10000'])
})

test('who listens hears all that is announced, until they stop', () => {
  const heard: string[] = []
  const stop = onAnnounce((text) => heard.push(text))
  announce('done')
  announce('done')
  stop()
  announce('more')
  expect(heard).toEqual(['done', 'done'])
})
