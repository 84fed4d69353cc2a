import { expect, test } from 'vitest'
import { attachEngine, call, engineLost, type EnginePort } from './engine.ts'

const hello = { token: '', origin: '', proxy: false, memoryLimit: 1 }
const silent = (): EnginePort => ({ onmessage: null, postMessage: () => {} })

test('an engine that never came up lets nobody wait; one that did may go on', async () => {
  const dead = silent()
  attachEngine(dead, hello)
  const waits = call('checks', ['c'])
  engineLost('Its script did not load.')
  await expect(waits).rejects.toMatchObject({ kind: 'engine', message: 'Its script did not load.' })
  await expect(call('checks', ['c'])).rejects.toMatchObject({ message: 'Its script did not load.' })
  const living = silent()
  attachEngine(living, hello)
  living.onmessage!({ data: { kind: 'up' } } as MessageEvent)
  engineLost('One thing went wrong.')
  const later = call('checks', ['c'])
  living.onmessage!({ data: { kind: 'return', id: 4, value: [] } } as MessageEvent)
  living.onmessage!({ data: { kind: 'return', id: 3, value: [] } } as MessageEvent)
  await expect(later).resolves.toEqual([])
})
