import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{mcp,web,proxy,bench}/**/*.test.{ts,tsx}'],
    environment: 'node',
    testTimeout: 15_000,
  },
})
