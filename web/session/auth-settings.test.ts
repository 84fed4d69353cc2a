import { beforeEach, expect, test, vi } from 'vitest'
import { authSettingsOf, storeAuthSettings } from './auth-settings.ts'
import { fakeStorage } from './fake-storage.ts'

beforeEach(() => vi.stubGlobal('window', { localStorage: fakeStorage(), sessionStorage: fakeStorage() }))

const KEY = 'loupe.auth/one'
const SECRETS = { clientSecret: 'hush', privateKey: 'hush', password: 'hush', key: 'hush', initialAccessToken: 'hush', assertion: 'hush' }

test('case 111: a client that was registered by hand is remembered, its secrets with the tokens alone: by default nowhere', () => {
  const settings = { clientId: 'c', scope: 'a', ...SECRETS, idp: { issuer: 'https://idp', clientSecret: 'hush', idToken: 'hush' } }
  storeAuthSettings('one', settings)
  expect(JSON.parse(window.localStorage.getItem(KEY)!)).toEqual({ clientId: 'c', scope: 'a', idp: { issuer: 'https://idp' } })
  expect(window.sessionStorage.getItem(KEY)).toBeNull()
  // This page knows them as long as it lives.
  expect(authSettingsOf('one')).toEqual(settings)

  storeAuthSettings('one', { ...settings, storage: 'session' })
  expect(window.localStorage.getItem(KEY)).not.toContain('hush')
  expect(window.sessionStorage.getItem(KEY)).toContain('hush')
  storeAuthSettings('one', { ...settings, storage: 'local' })
  expect(window.sessionStorage.getItem(KEY)).toBeNull()
  expect(window.localStorage.getItem(KEY)).toContain('hush')
  storeAuthSettings('one', settings)
  expect(window.localStorage.getItem(KEY)).not.toContain('hush')
})
