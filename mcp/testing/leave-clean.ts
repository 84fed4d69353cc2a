// Files of tests that share a process leave it as they found it, whatever they set: the clock, spies, globals, the environment.
import { afterAll, vi } from 'vitest'

afterAll(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})
