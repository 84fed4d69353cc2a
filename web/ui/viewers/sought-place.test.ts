import { beforeAll, expect, test, vi } from 'vitest'
import { mayGo } from './sought-place.ts'

beforeAll(() => {
  vi.stubGlobal('document', { scrollingElement: null, documentElement: { scrollTop: 0 } })
})

const view = (scrollTop: number) => ({ scrollTop, scrollHeight: 10, clientHeight: 10, parentElement: null }) as unknown as Element

test('a view begins at a place unless it was moved, and goes to one that is asked for', () => {
  expect(mayGo({ pointer: '/a', asked: false }, view(0))).toBe(true)
  expect(mayGo({ pointer: '/a', asked: false }, view(40))).toBe(false)
  expect(mayGo({ pointer: '/a', asked: true }, view(40))).toBe(true)
  expect(mayGo({ pointer: '/a', asked: true }, null)).toBe(false)
})
