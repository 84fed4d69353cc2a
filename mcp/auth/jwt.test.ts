import { expect, it } from 'vitest'
import { decodeJwt, misfitsOf } from './jwt.ts'

const now = Date.UTC(2026, 0, 1)
const encode = (value: object): string => btoa(JSON.stringify(value)).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '')
const jwt = (claims: object): string => `${encode({ alg: 'RS256' })}.${encode(claims)}.sig`
const good = { aud: 'https://mcp.test/mcp', iss: 'https://as.test', exp: now / 1000 + 60, scope: 'a b' }
const expected = { resource: 'https://mcp.test/mcp', issuer: 'https://as.test', scopes: ['a'], now }
const claimsOf = (claims: object) => misfitsOf(decodeJwt(jwt(claims))!, expected).map(({ claim, level }) => `${claim} ${level}`)

it.each([
  [{}, []],
  [{ aud: ['https://other.test', 'https://mcp.test/mcp'] }, []],
  [{ aud: 'https://mcp.test' }, []],
  [{ aud: 'https://other.test/mcp' }, ['aud error']],
  [{ aud: 'api://id' }, ['aud error']],
  [{ aud: 'an-identifier' }, ['aud warning']],
  [{ aud: undefined }, ['aud warning']],
  [{ exp: now / 1000 - 1 }, ['exp error']],
  [{ nbf: now / 1000 + 100 }, ['nbf error']],
  [{ iss: 'https://as.test/' }, ['iss warning']],
  [{ scope: 'b' }, ['scope warning']],
  [{ scope: undefined, scp: ['a'] }, []],
])('%j: %j', (change, wanted) => expect(claimsOf({ ...good, ...change })).toEqual(wanted))

it.each(['', 'abc', 'a.b.c', 'eyJ.eyJ.x', `${encode([1])}.${encode({})}.x`])('%s is no JWT', (token) =>
  expect(decodeJwt(token)).toBeUndefined(),
)
