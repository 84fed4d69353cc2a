// The walks of docs/walks: taken by hand with `npm run walks`, not part of the tests.
import { defineConfig } from 'playwright/test'
import config from '../playwright.config.ts'

export default defineConfig(config, {
  testDir: '.',
  testMatch: 'six-walks.ts',
  outputDir: '../../test-results',
  workers: 1,
  timeout: 60_000,
})
