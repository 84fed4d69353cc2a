import { expect, it } from 'vitest'
import { bearerOf, readChallenges } from './challenge.ts'

it.each([
  ['Bearer', [['Bearer', {}]]],
  ['Bearer realm="a, b", resource_metadata="https://x/y?a=b"', [['Bearer', { realm: 'a, b', resource_metadata: 'https://x/y?a=b' }]]],
  ['Bearer scope="a \\"b\\" c",error=invalid_token', [['Bearer', { scope: 'a "b" c', error: 'invalid_token' }]]],
  [
    'Basic realm="x", Bearer scope=a',
    [
      ['Basic', { realm: 'x' }],
      ['Bearer', { scope: 'a' }],
    ],
  ],
  [
    'Negotiate YII=, bearer Scope = "q"',
    [
      ['Negotiate', {}],
      ['bearer', { scope: 'q' }],
    ],
  ],
  ['DPoP error="use_dpop_nonce", algs="ES256"', [['DPoP', { error: 'use_dpop_nonce', algs: 'ES256' }]]],
  [' , Bearer , ', [['Bearer', {}]]],
])('reads %s', (header, wanted) => {
  const { challenges, faults } = readChallenges(header)
  expect(challenges.map(({ scheme, params }) => [scheme, params])).toEqual(wanted)
  expect(faults).toEqual([])
})

it.each(['Bearer realm="open', 'a="b"', 'Bearer scope=a, scope=b', '@@@', '"'])(
  'says what is wrong with %s, and never throws',
  (header) => {
    expect(readChallenges(header).faults.length).toBeGreaterThan(0)
  },
)

it('Bearer is taken before all else, whatever its case', () => {
  expect(bearerOf(readChallenges('DPoP, BEARER scope=a').challenges)?.params).toEqual({ scope: 'a' })
  expect(bearerOf(readChallenges('Basic realm=x').challenges)).toBeUndefined()
})
