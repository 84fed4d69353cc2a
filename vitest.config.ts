import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { sharedViewer } from './shared-viewer.ts'

// These rooms hold next to no state outside of their objects, so that their tests may share a process: to load a file's modules anew
// took as long as its tests. What has stores, starts programs or measures memory gets a process of its own for each file.
const SHARED = ['{mcp,web/ui}/**/*.test.{ts,tsx}']

export default defineConfig({
  plugins: [sharedViewer()],
  test: {
    environment: 'node',
    testTimeout: 30_000,
    hookTimeout: 30_000,
    // Many wait for a child or a socket: one worker more than cores, where the default is one fewer.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { extends: true, test: { name: 'shared', include: SHARED, isolate: false, setupFiles: ['mcp/testing/leave-clean.ts'] } },
      {
        extends: true,
        test: {
          name: 'apart',
          include: ['{web,proxy,bench}/**/*.test.{ts,tsx}', 'docs/**/*.test.mjs'],
          exclude: ['**/node_modules/**', ...SHARED],
        },
      },
    ],
  },
})
