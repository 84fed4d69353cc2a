import { expect, test } from 'vitest'
import { acceptNotices } from './notices.ts'
import { isPart, updatesNow } from './subscriptions.ts'

test.each([
  ['file:///project', 'file:///project/a.txt', true],
  ['file:///project/', 'file:///project/a.txt', true],
  ['demo://list', 'demo://list?page=2', true],
  ['demo://list', 'demo://list', false],
  ['demo://list', 'demo://listing', false],
  ['demo://list/1', 'demo://list', false],
])('of %s, %s is a part: %s', (whole, uri, part) => {
  expect(isPart(whole, uri)).toBe(part)
})

test('of resources that changed the newest are remembered, each where it was named last', () => {
  const say = (uri: string) => acceptNotices([{ connection: 'c', method: 'notifications/resources/updated', params: { uri }, seq: 1 }])
  for (let n = 0; n < 5000; n += 1) say(`x:${n}`)
  say('x:0')
  say('x:new')
  const keys = [...updatesNow().keys()]
  expect(keys).toHaveLength(5000)
  expect(keys.slice(-2)).toEqual(['c x:0', 'c x:new'])
  expect(updatesNow().has('c x:1')).toBe(false)
})
