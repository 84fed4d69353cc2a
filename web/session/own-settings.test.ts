import { expect, test } from 'vitest'
import { NOTHING_OWN, setOwnTimeout, withOwn } from './own-settings.ts'
import { connectSettings, DEFAULT_SETTINGS } from './settings.ts'

test('a server keeps what is its own and follows the rest', () => {
  const own = setOwnTimeout(setOwnTimeout(NOTHING_OWN, 'call', 7), 'list', 0)
  const { timeouts } = connectSettings(withOwn(DEFAULT_SETTINGS, own), 'auto')
  expect(timeouts).toEqual({ connect: 60_000, list: 0, call: 7000, total: 3_600_000 })
  expect(withOwn(DEFAULT_SETTINGS, setOwnTimeout(own, 'call', undefined)).timeouts).toMatchObject({ call: 300, list: 0 })
})
