import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{mcp,web,proxy,bench}/**/*.test.{ts,tsx}', 'docs/**/*.test.mjs'],
    environment: 'node',
    testTimeout: 15_000,
  },
})
