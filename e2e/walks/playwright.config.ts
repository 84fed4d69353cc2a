// The walks of docs/walks: taken by hand with `npm run walks`, not part of the tests.
import { defineConfig } from 'playwright/test'
import { CHROMIUM_FLAGS } from '../find-chromium.mjs'
import config from '../playwright.config.ts'

export default defineConfig(config, {
  testDir: '.',
  testMatch: 'six-walks.ts',
  outputDir: '../../test-results',
  workers: 1,
  timeout: 60_000,
  // A walk is long, and its pace is looked at: the browser optimizes as it does for people.
  use: { launchOptions: { ...config.use?.launchOptions, args: CHROMIUM_FLAGS } },
})
