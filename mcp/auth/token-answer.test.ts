import { describe, expect, it, test } from 'vitest'
import type { Reply } from './courier.ts'
import { objectIn } from './object-in.ts'
import { readTokens } from './token-answer.ts'

function read(body: string, status = 200, asked?: string) {
  const document = objectIn(body)
  const reply = { status, headers: new Headers(), text: body, ...(document === undefined ? {} : { document }) } as Reply
  return readTokens(reply, { now: 1000, ...(asked === undefined ? {} : { asked }) })
}
const codes = (body: string, status?: number, asked?: string): string[] => read(body, status, asked).flaws.map(({ code }) => code)
const TOKEN = { access_token: 't', token_type: 'Bearer' }
const with_ = (more: object): string => JSON.stringify({ ...TOKEN, ...more })

test('what is as it should be is told without a word', () => {
  expect(read(with_({ expires_in: 60, refresh_token: 'r', scope: 'a' }))).toEqual({
    tokens: { access: 't', type: 'Bearer', obtainedAt: 1000, expiresAt: 61_000, refresh: 'r', scope: 'a' },
    flaws: [],
  })
})

describe('what works all the same is told', () => {
  it.each([
    ['token_type in any case is Bearer', with_({ token_type: 'bearer' }), []],
    ['no token_type', '{"access_token":"t"}', ['no-token-type']],
    ['a strange token_type', with_({ token_type: 'mac' }), ['token-type']],
    ['expires_in as text', with_({ expires_in: '60' }), ['expires-in-text']],
    ['scope as a list', with_({ scope: ['a', 'b'] }), ['scope-list']],
  ])('%s', (_, body, flaws) => {
    expect(codes(body)).toEqual(flaws)
    expect(read(body).tokens?.type).toBe('Bearer')
  })

  it('fewer scopes than were asked for, but for those that stand for other things', () => {
    expect(codes(with_({ scope: 'a' }), 200, 'a b offline_access openid')).toEqual(['fewer-scopes'])
    expect(codes(with_({ scope: 'a' }), 200, 'a offline_access openid')).toEqual([])
    expect(codes(with_({}), 200, 'a b')).toEqual([])
  })
})

describe('what is no token says why, and what to do', () => {
  it.each([
    ['an error of OAuth', '{"error":"invalid_client"}', 401, 'invalid_client', /how the client proves itself/],
    ['an error that comes with HTTP 200', '{"error":"bad_verification_code"}', 200, 'bad_verification_code', /exchange/],
    ['a form instead of JSON', 'access_token=t&token_type=bearer', 200, 'no-tokens', /must answer JSON/],
    ['a web page', '<!doctype html><title>Sign in</title>', 200, 'no-tokens', /exchange/],
    ['nothing at all', '', 500, 'no-tokens', /exchange/],
    ['no access_token', '{"token_type":"Bearer"}', 200, 'no-access-token', /RFC 6749/],
    ['an empty access_token', '{"access_token":"","token_type":"Bearer"}', 200, 'no-access-token', /RFC 6749/],
  ])('%s', (_, body, status, code, mend) => {
    const { tokens, flaws } = read(body, status)
    expect(tokens).toBeUndefined()
    expect(flaws.map((flaw) => flaw.code)).toEqual([code])
    expect(flaws[0]!.mend).toMatch(mend)
  })
})
