// For tests: what comes of tokens, codes and clients that are lent, as it should be and with one flaw.
import { writeJson, type Json } from '../../json.ts'
import type { Revision } from '../../dialect/revisions.ts'
import { Talk, type Reply } from '../../testing/record.ts'
import { WRONG_REDIRECT, WRONG_VERIFIER } from '../rules/accounts.ts'
import { begun, proof, type Proof } from './proof.ts'

type Obj = { [key: string]: Json }
const M = '2026-07-28'
const R = '2025-11-25'
const LOGIN = 'https://login.test'
const FORM: [string, string][] = [['Content-Type', 'application/x-www-form-urlencoded']]
const list: Reply = { result: { tools: [], ttlMs: 0, cacheScope: 'private' } }
const lent = (id: string, revision: Revision) => (status: number) =>
  begun(revision, { tools: {} }).ask('tools/list', {}, status === 200 ? list : { text: '' }, {
    id: `loupe-${id}`,
    status,
    replyHeaders: status === 401 ? [['www-authenticate', 'Bearer error="invalid_token", scope="a"']] : [],
  })
const json = (talk: Talk, status: number, url: string, sent: string, headers: [string, string][], value: Obj): Talk =>
  talk.http('POST', status, { url, sent, headers, replyHeaders: [['content-type', 'application/json']], body: writeJson(value) })
const registered = (value: Obj): Talk =>
  json(
    begun(R),
    201,
    `${LOGIN}/register`,
    writeJson({ client_name: 'x', redirect_uris: ['http://127.0.0.1/'] }),
    [['Content-Type', 'application/json']],
    value,
  )
const visited = (client: string) => (to: string | undefined) =>
  begun(R).http('GET', to === undefined ? 400 : 302, {
    url: `${LOGIN}/authorize?response_type=code&client_id=${encodeURIComponent(client)}&redirect_uri=${encodeURIComponent(WRONG_REDIRECT)}`,
    headers: [['Accept', 'text/html']],
    replyHeaders: to === undefined ? [] : [['location', to]],
  })
const TOKEN: Obj = { access_token: 'x', token_type: 'Bearer', expires_in: 600 }
const code = (status: number): Talk =>
  json(
    begun(R),
    status,
    `${LOGIN}/token`,
    `grant_type=authorization_code&code=c&client_id=x&code_verifier=${WRONG_VERIFIER}`,
    FORM,
    status === 200 ? TOKEN : { error: 'invalid_grant' },
  )
const refreshed = (again: string | undefined): Talk => {
  const sent = 'grant_type=refresh_token&refresh_token=r0&client_id=x'
  const first = json(begun(R), 200, `${LOGIN}/token`, sent, FORM, { ...TOKEN, refresh_token: again ?? 'r0' })
  return json(first, 200, `${LOGIN}/token`, sent, FORM, { ...TOKEN, refresh_token: again === undefined ? 'r0' : `${again}-2` })
}

export const ACCOUNT_PROOFS: readonly Proof[] = [
  proof('AU-09', lent('foreign-token', R), 401, 200),
  proof('AU-15', lent('broad-token', M), 200, 403),
  proof('SE-11', lent('second-account', R), 403, 200),
  proof('AS-08', registered, { client_id: 'x' }, {}),
  proof('AS-10', visited('x'), undefined, `${WRONG_REDIRECT}?code=c`),
  proof('AS-14', visited('https://client.test/about.json'), undefined, `${WRONG_REDIRECT}?error=x`),
  proof('AS-11', code, 400, 200),
  proof('AS-12', refreshed, 'r1', undefined),
]
