import { beforeEach, expect, test, vi } from 'vitest'
import { keep, keptNow } from '../session/auth-kept.ts'
import { authSettingsOf, storeAuthSettings } from '../session/auth-settings.ts'
import { fakeStorage } from '../session/fake-storage.ts'
import type { Remembered } from '../session/server.ts'
import { bringAuthBack, forgetAuth } from './forget-auth.ts'

beforeEach(() => vi.stubGlobal('window', { localStorage: fakeStorage(), sessionStorage: fakeStorage() }))

const server = (id: string, name: string, url = `https://${id}.example/mcp`): Remembered => ({
  id,
  name,
  era: 'auto',
  usedAt: 0,
  withheld: [],
  target: { kind: 'http', url, headers: [], via: 'auto' },
})

test('forgetting a server leaves neither its secrets nor its tokens in the browser; what was chosen can be brought back', () => {
  const a = server('a', 'one')
  const settings = { mode: 'basic', user: 'u', password: 'secret', storage: 'local' } as const
  storeAuthSettings('one', settings)
  const kept = [a, server('b', 'two')].map(({ id, target }) => ({ key: id, server: target.kind === 'http' ? target.url : '', issuer: 'i' }))
  keep({ storage: 'local', kept, gone: [] })
  expect(window.localStorage.getItem('loupe.auth/one')).toContain('secret')
  forgetAuth(a, [a])
  expect(window.localStorage.getItem('loupe.auth/one')).toBeNull()
  expect(keptNow().map(({ key }) => key)).toEqual(['b'])
  bringAuthBack(a)
  expect(authSettingsOf('one')).toEqual(settings)
})

test('what another remembered server goes on using stays', () => {
  const [a, twin] = [server('c', 'three', 'https://same.example/mcp'), server('d', 'three', 'https://same.example/mcp')]
  storeAuthSettings('three', { clientId: 'x' })
  keep({ storage: 'local', kept: [{ key: 'c', server: 'https://same.example/mcp', issuer: 'i' }], gone: [] })
  forgetAuth(a, [a, twin])
  expect(authSettingsOf('three')).toEqual({ clientId: 'x' })
  expect(keptNow()).toHaveLength(1)
})
