import { expect, test } from 'vitest'
import type { Edit } from '#mcp/auth/flow-state.ts'
import { pairsOf, withDraft } from './edit-values.ts'

const edit = (path: string, kind: Edit['kind']): Edit => ({ path, kind, label: path, value: '', changed: false })
const EDITS = [
  edit('scope', 'scopes'),
  edit('endpoints.token', 'url'),
  edit('extra.token', 'params'),
  edit('omit.token', 'names'),
  edit('dpop', 'flag'),
  edit('clientSecret', 'secret'),
]

test('only what was touched becomes a setting, each as its kind wants it', () => {
  const settings = withDraft({ clientId: 'kept' }, EDITS, {
    scope: ' a   b ',
    'endpoints.token': 'https://as.example/token ',
    'extra.token': [
      { name: 'audience', value: 'x' },
      { name: '', value: 'ignored' },
    ],
    'omit.token': 'resource, prompt',
    dpop: 'true',
    clientSecret: ' spaces stay ',
  })
  expect(settings).toEqual({
    clientId: 'kept',
    scope: 'a b',
    endpoints: { token: 'https://as.example/token' },
    extra: { token: [['audience', 'x']] },
    omit: { token: ['resource', 'prompt'] },
    dpop: true,
    clientSecret: ' spaces stay ',
  })
})

test('empty is “without one” for a scope, and “by the rules” for all else; null takes a setting back', () => {
  expect(withDraft({ endpoints: { token: 'x' } }, EDITS, { scope: '', 'endpoints.token': '' })).toEqual({ scope: '', endpoints: {} })
  expect(withDraft({ scope: 'a', dpop: true }, EDITS, { scope: null, dpop: null })).toEqual({})
})

test('parameters are read from a query string', () => {
  expect(pairsOf('a=1&b=x%20y')).toEqual([
    { name: 'a', value: '1' },
    { name: 'b', value: 'x y' },
  ])
})
