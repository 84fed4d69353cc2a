import { beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from './fake-storage.ts'
import { noteBegin, noteEnd, takeInterrupted } from './interrupted.ts'

beforeEach(() => void vi.stubGlobal('window', { sessionStorage: fakeStorage() }))

test('what began and did not end is told once, to its own scope', () => {
  noteBegin('call', 'a', 'text')
  noteBegin('call', 'b')
  noteBegin('run', 'a')
  noteEnd('call', 'b')
  expect(takeInterrupted('call')).toMatchObject([{ key: 'a', text: 'text' }])
  expect(takeInterrupted('call')).toEqual([])
  expect(takeInterrupted('run')).toHaveLength(1)
})

test('of very many the newest are noted: each is written with all the others', () => {
  for (let n = 0; n < 500; n += 1) noteBegin('ask', `ask-${n}`, 'x'.repeat(1000))
  const left = takeInterrupted('ask')
  expect(left).toHaveLength(50)
  expect(left.at(-1)?.key).toBe('ask-499')
})
