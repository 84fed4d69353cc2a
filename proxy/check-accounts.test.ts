// Checks with tokens, codes and clients that are lent, against a real provider and a guarded server.
import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { runCheck } from './check.ts'
import { readCheck, type CheckOrder } from './check-order.ts'
import { logIn, startProvider, startResource } from './testing/provider.ts'

const REDIRECT = 'http://127.0.0.1:4664/callback'
const FORM = { 'content-type': 'application/x-www-form-urlencoded' }

test('a foreign token, a wrong verifier, a refresh token twice and an address that is not registered are refused', async () => {
  const provider = await startProvider()
  const resource = await startResource(provider)
  const registration = {
    redirect_uris: [REDIRECT],
    token_endpoint_auth_method: 'none',
    grant_types: ['authorization_code', 'refresh_token'],
  }
  const { client_id: client } = (await (
    await fetch(`${provider.issuer}/reg`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(registration),
    })
  ).json()) as { client_id: string }
  /** A code, and the verifier that it is worth something with. */
  const code = async (): Promise<[code: string, verifier: string]> => {
    const verifier = randomBytes(32).toString('base64url')
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: client,
      redirect_uri: REDIRECT,
      scope: 'read offline_access',
      prompt: 'consent',
      resource: resource.url,
      state: 's',
      code_challenge: createHash('sha256').update(verifier).digest('base64url'),
      code_challenge_method: 'S256',
    })
    const end = await logIn(`${provider.issuer}/auth?${query.toString()}`, REDIRECT)
    return [new URL(end).searchParams.get('code') ?? '', verifier]
  }
  const [first, verifier] = await code()
  const form = {
    grant_type: 'authorization_code',
    code: first,
    client_id: client,
    redirect_uri: REDIRECT,
    code_verifier: verifier,
    resource: resource.url,
  }
  const tokens = (await (
    await fetch(`${provider.issuer}/token`, { method: 'POST', headers: FORM, body: new URLSearchParams(form) })
  ).json()) as { access_token: string; refresh_token: string }
  const [spare] = await code()
  const flags = `--profile interactive --only AS,AU-09 --format json --register --token-foreign nobodys --client-id ${client} --redirect ${REDIRECT} --code ${spare} --refresh-token ${tokens.refresh_token}`
  const order = readCheck([...flags.split(' '), '-H', `Authorization: Bearer ${tokens.access_token}`, resource.url], '/') as CheckOrder
  let out = ''
  const print = { out: (text: string) => void (out += text), error: () => {} }
  await runCheck(order, print, '1', new AbortController().signal)
  const found = new Map((JSON.parse(out).checks as { id: string; outcome: string }[]).map(({ id, outcome }) => [id, outcome]))
  for (const id of ['AU-09', 'AS-08', 'AS-10', 'AS-11', 'AS-12']) expect(found.get(id), id).toBe('pass')
  resource.close()
  provider.close()
})
