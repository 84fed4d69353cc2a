import { expect, test, vi } from 'vitest'
import { rehearse } from './engine-rehearsal.ts'

test('a rehearsal plays all its calls by both ways, rests between them, and asks for nothing outside', async () => {
  const outside = vi.spyOn(globalThis, 'fetch')
  let pauses = 0
  await rehearse(async () => (pauses += 1))
  expect(pauses).toBe(6)
  expect(outside).not.toHaveBeenCalled()
  outside.mockRestore()
})
