import { expect, test } from 'vitest'
import { missingSecrets, withoutAuthSecrets } from './auth-draft.ts'
import { EMPTY_DRAFT, targetOf } from './draft.ts'

test('a mode without the secret that it sends asks for it first', () => {
  expect(missingSecrets({ mode: 'basic', user: 'u' })).toEqual(['Password'])
  expect(missingSecrets({ mode: 'basic', user: 'u', password: 'p' })).toEqual([])
  expect(missingSecrets({ mode: 'api-key' })).toEqual(['Key'])
  expect(missingSecrets({ mode: 'client-credentials', privateKey: 'k' })).toEqual([])
  expect(missingSecrets({ mode: 'workload' })).toEqual(['JWT of the platform'])
  // A public client has none.
  expect(missingSecrets({ mode: 'oauth', clientId: 'c' })).toEqual([])
  expect(missingSecrets({})).toEqual([])
})

test('a draft is laid by without the secrets of its authorization, and keeps the rest', () => {
  const auth = {
    mode: 'enterprise',
    clientId: 'c',
    clientSecret: 's',
    idp: { issuer: 'https://idp.example', idToken: 't', clientSecret: 's' },
  } as const
  expect(withoutAuthSecrets({ ...EMPTY_DRAFT, auth }).auth).toEqual({
    mode: 'enterprise',
    clientId: 'c',
    idp: { issuer: 'https://idp.example' },
  })
})

test('a token that was typed goes along only where the mode sends it', () => {
  const draft = { ...EMPTY_DRAFT, kind: 'http', url: 'https://mcp.example/mcp', bearer: 't' } as const
  expect(targetOf(draft)).toHaveProperty('bearer', 't')
  expect(targetOf({ ...draft, auth: { mode: 'bearer' } })).toHaveProperty('bearer', 't')
  expect(targetOf({ ...draft, auth: { mode: 'none' } })).not.toHaveProperty('bearer')
  expect(targetOf({ ...draft, auth: { mode: 'oauth' } })).not.toHaveProperty('bearer')
})
