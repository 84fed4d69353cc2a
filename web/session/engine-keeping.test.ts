import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createTraffic } from '#mcp/traffic.ts'
import type { Target } from '#mcp/transport/target.ts'
import { createKeeping } from './engine-keeping.ts'
import { memoryStore } from './record-store.ts'

const TARGET = { kind: 'stdio', command: 'node', args: [], env: [] } satisfies Target

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function spoken() {
  const traffic = createTraffic()
  traffic.append(0, { kind: 'stderr', text: 'ready' })
  return traffic
}

test('what a new connection said before it was kept is kept with the rest', async () => {
  const store = memoryStore()
  const keeping = createKeeping(
    () => Promise.resolve(store),
    () => ({ id: 'tab', returning: false }),
  )
  await keeping.attach('a', spoken(), TARGET)
  await keeping.flush()
  const [part] = await store.parts('tab', 'a')
  expect(await store.text(part!)).toContain('ready')
})

test('one that is forgotten before that is not kept at all', async () => {
  const open = vi.fn(() => Promise.resolve(memoryStore()))
  const keeping = createKeeping(open, () => ({ id: 'tab', returning: false }))
  await keeping.attach('a', spoken(), TARGET)
  await keeping.forget('a', true)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(open).not.toHaveBeenCalled()
})

test('storage that never answers does not hold up a tab that came back', async () => {
  const keeping = createKeeping(
    () => new Promise(() => {}),
    () => ({ id: 'tab', returning: true }),
  )
  const attached = keeping.attach('a', spoken(), TARGET)
  await vi.advanceTimersByTimeAsync(3000)
  await expect(attached).resolves.toBeUndefined()
})
