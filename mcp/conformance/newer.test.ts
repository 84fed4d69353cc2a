import { expect, test } from 'vitest'
import { unknownNotification } from './newer.ts'

test.each([
  ['notifications/mesage', 'notifications/message'],
  ['notifications/tools/listChanged', 'notifications/tools/list_changed'],
  ['notification/progress', 'notifications/progress'],
  ['notifications/tool/list_changed', 'notifications/tools/list_changed'],
  ['message', 'notifications/message'],
])('%s: %s was meant', (method, meant) => {
  expect(unknownNotification(method)).toMatchObject({ slip: true, says: expect.stringContaining(`${meant} is one`) })
})

test('one of its own is noted where it has the prefix of the protocol, and nothing is said where it has another', () => {
  expect(unknownNotification('notifications/acme/build_done')).toMatchObject({ slip: false })
  expect(unknownNotification('com.example/changed')).toBeUndefined()
  expect(unknownNotification('notifications/tasks/status')).toBeUndefined()
})
