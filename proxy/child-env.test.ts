import { describe, expect, test } from 'vitest'
import { childEnvironment, expandValues } from './child-env.ts'

describe('expandValues', () => {
  const parent = { TOKEN: 's3cret', EMPTY: '' }

  test('takes what a value names from the environment of Loupe', () => {
    const asked = { A: '${TOKEN}', B: 'Bearer ${env:TOKEN}!', C: '${PORT:-8080}', D: '${EMPTY}', E: 'plain $TOKEN {x}' }
    expect(expandValues(parent, asked)).toEqual({
      env: { A: 's3cret', B: 'Bearer s3cret!', C: '8080', D: '', E: 'plain $TOKEN {x}' },
      missing: [],
    })
  })

  test('names what is set nowhere; places that are no variables stay', () => {
    const { env, missing } = expandValues(parent, { A: '${NOWHERE_SET}', B: '${workspaceFolder}/x', C: '${input:key}' })
    expect(missing).toEqual([{ name: 'NOWHERE_SET', wantedBy: 'A' }])
    expect(env).toMatchObject({ B: '${workspaceFolder}/x', C: '${input:key}' })
  })
})

test('a child gets the safe list and what was asked for, and none of the shell’s secrets', () => {
  const env = childEnvironment({ PATH: '/bin', LC_ALL: 'C', AWS_SECRET_ACCESS_KEY: 'k', NODE_OPTIONS: '--x' }, { PATH: '/mine', KEY: 'v' })
  expect(env).toEqual({ PATH: '/mine', LC_ALL: 'C', KEY: 'v' })
})
