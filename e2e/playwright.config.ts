import { availableParallelism } from 'node:os'
import { defineConfig } from 'playwright/test'
import { CHROMIUM_FLAGS, findChromium } from './find-chromium.mjs'

// Looked for once: workers inherit it.
process.env.CHROMIUM_PATH ??= findChromium()

/** A page that lives for ten seconds does not win back what it costs to optimize its code: that was a twentieth of the processors' time. */
const NO_OPTIMIZING = '--js-flags=--no-maglev,--no-turbofan'

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.ts',
  outputDir: '../test-results',
  // The pictures that are compared are those that the documentation shows.
  snapshotPathTemplate: '../docs/components/{arg}{ext}',
  // A machine that shares its processors was seen to be a fifth as fast as itself an hour before: only what hangs should fail by time.
  timeout: 60_000,
  expect: { timeout: 20_000 },
  fullyParallel: true,
  // A journey waits about a third of its time.
  workers: availableParallelism() + 1,
  forbidOnly: true,
  // A browser on a machine that others use may miss its turn: a journey that passes only at the second try is named at the end.
  retries: process.env.LOUPE_E2E_REPORT ? 1 : 0,
  reporter: process.env.LOUPE_E2E_REPORT ? [['line'], ['json', { outputFile: process.env.LOUPE_E2E_REPORT }]] : [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    // Traces slow every test down: LOUPE_E2E_TRACE=1 makes them where one is looked for.
    trace: process.env.LOUPE_E2E_TRACE ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    permissions: ['clipboard-read', 'clipboard-write'],
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: [...CHROMIUM_FLAGS, NO_OPTIMIZING] },
  },
})
