import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { sharedViewer } from './shared-viewer.ts'

export default defineConfig({
  plugins: [sharedViewer()],
  test: {
    include: ['{mcp,web,proxy,bench}/**/*.test.{ts,tsx}', 'docs/**/*.test.mjs'],
    environment: 'node',
    testTimeout: 30_000,
    // Many wait for a child or a socket: one worker more than cores, where the default is one fewer.
    maxWorkers: availableParallelism() + 1,
  },
})
