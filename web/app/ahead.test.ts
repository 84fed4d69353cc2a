import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { attachEngine } from '../session/engine.ts'
import { deferred } from '../ui/deferred.tsx'
import { loadAhead } from './ahead.ts'

const loaded: string[] = []
let told = 0
beforeEach(() => {
  vi.useFakeTimers()
  loaded.length = 0
  told = 0
  const postMessage = ({ kind }: { kind: string }): void => {
    if (kind === 'prepare') loaded.push('engine')
    if (kind === 'act') told += 1
  }
  attachEngine({ postMessage, onmessage: null }, { token: '', origin: '', proxy: false, memoryLimit: 1 })
  deferred(async () => {
    loaded.push('panel')
    return () => null
  })
})
afterEach(() => void vi.useRealTimers())

test('what a person does goes first: the rest is loaded once there is a pause', async () => {
  const page = new EventTarget()
  void loadAhead(page)
  for (const act of ['pointerdown', 'keydown', 'input', 'keydown']) {
    await vi.advanceTimersByTimeAsync(1200)
    page.dispatchEvent(new Event(act))
  }
  expect(loaded).toEqual([])
  await vi.advanceTimersByTimeAsync(1600)
  expect(loaded).toEqual(['engine', 'panel'])
})

test('who never pauses has it after ten seconds all the same: the proxy may be stopped', async () => {
  const page = new EventTarget()
  void loadAhead(page)
  for (let time = 0; time < 99; time += 1) {
    page.dispatchEvent(new Event('keydown'))
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(loaded).toEqual([])
  await vi.advanceTimersByTimeAsync(200)
  expect(loaded).toContain('engine')
  expect(loaded).toContain('panel')
})

test('the engine hears at once that somebody acts, and of a key that is held down no more than ten times a second; once, however often a server is opened', async () => {
  const page = new EventTarget()
  void loadAhead(page)
  await vi.advanceTimersByTimeAsync(5000)
  void loadAhead(page)
  expect(told).toBe(0)
  page.dispatchEvent(new Event('keydown'))
  expect(told).toBe(1)
  for (let time = 0; time < 30; time += 1) {
    await vi.advanceTimersByTimeAsync(33)
    page.dispatchEvent(new Event('keydown'))
  }
  expect(told).toBe(8)
})
