import { expect, test } from 'vitest'
import { sha256Now } from './sha256.ts'
import { sha256 } from './verify.ts'

test('is the digest that the platform computes, at every length around a block', async () => {
  for (const length of [0, 1, 54, 55, 56, 63, 64, 65, 119, 120, 128, 1000]) {
    const bytes = Uint8Array.from({ length }, (_, at) => (at * 37) % 256)
    expect(sha256Now(bytes), String(length)).toBe(await sha256(bytes))
  }
})
