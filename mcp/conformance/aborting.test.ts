import { expect, test, vi } from 'vitest'
import { onAbort } from './aborting.ts'
import { within } from './scenario-send.ts'

test('however many wait for a signal, it has one listener, and each is told once', () => {
  const control = new AbortController()
  const listens = vi.spyOn(control.signal, 'addEventListener')
  const waits = Array.from({ length: 30 }, () => within(control.signal, 60_000))
  const [gone, stays] = [vi.fn(), vi.fn()]
  const takeBack = onAbort(control.signal, gone)
  onAbort(control.signal, stays)
  takeBack()
  waits[0]!.done()
  control.abort()
  expect(listens).toHaveBeenCalledTimes(1)
  expect(waits.map(({ signal }) => signal.aborted)).toEqual([false, ...Array.from({ length: 29 }, () => true)])
  expect([gone.mock.calls.length, stays.mock.calls.length]).toEqual([0, 1])
  const late = vi.fn()
  onAbort(control.signal, late)
  expect(late).toHaveBeenCalledTimes(1)
  expect(within(control.signal, 60_000).signal.aborted).toBe(true)
})
