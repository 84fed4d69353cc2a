import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from './fake-storage.ts'
import { keepSoon, restoredTasks } from './task-kept.ts'
import type { Task } from './task-read.ts'

const heard = new Map<string, () => void>()

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('window', { sessionStorage: fakeStorage() })
  vi.stubGlobal('addEventListener', (type: string, listener: () => void) => heard.set(type, listener))
  vi.stubGlobal('removeEventListener', (type: string) => heard.delete(type))
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const task = (polls: number, result?: string): Task =>
  ({ key: 'c t', taskId: 't', polls, nextPollAt: 5, ...(result === undefined ? {} : { result }) }) as unknown as Task

test('a thousand words of progress are written once, and the newest is what is kept', () => {
  const setItem = vi.spyOn(window.sessionStorage, 'setItem')
  for (let n = 1; n <= 1000; n += 1) keepSoon(() => [task(n)])
  expect(setItem).not.toHaveBeenCalled()
  vi.advanceTimersByTime(500)
  expect(setItem).toHaveBeenCalledTimes(1)
  expect(restoredTasks().get('c t')).toMatchObject({ polls: 1000 })
  expect(restoredTasks().get('c t')?.nextPollAt).toBeUndefined()
})

test('a page that goes writes at once, and what is too long is left out with a word', () => {
  keepSoon(() => [task(7, 'x'.repeat(200_000))])
  heard.get('pagehide')!()
  expect(restoredTasks().get('c t')).toMatchObject({ polls: 7, says: expect.stringContaining('too long') })
  expect(heard.size).toBe(0)
})
