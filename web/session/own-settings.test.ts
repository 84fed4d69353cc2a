import { expect, test } from 'vitest'
import { NOTHING_OWN, setOwnTimeout, withOwn } from './own-settings.ts'
import { connectSettings, DEFAULT_SETTINGS } from './settings.ts'

test('its own extensions stand over those of all', () => {
  const settings = { ...DEFAULT_SETTINGS, extensions: { 'com.example/a': {}, 'com.example/b': {} } }
  const own = { extensions: { 'com.example/a': null, 'com.example/c': { x: 1 } } }
  expect(connectSettings(withOwn(settings, own), 'auto').extensions).toEqual({ 'com.example/b': {}, 'com.example/c': { x: 1 } })
})

test('a server keeps what is its own and follows the rest', () => {
  const own = setOwnTimeout(setOwnTimeout(NOTHING_OWN, 'call', 7), 'list', 0)
  const { timeouts } = connectSettings(withOwn(DEFAULT_SETTINGS, own), 'auto')
  expect(timeouts).toEqual({ connect: 60_000, list: 0, call: 7000, total: 3_600_000 })
  expect(withOwn(DEFAULT_SETTINGS, setOwnTimeout(own, 'call', undefined)).timeouts).toMatchObject({ call: 300, list: 0 })
})
