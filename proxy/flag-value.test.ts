// Every flag that takes a value, in every command: without one it is told, before anything is started.
import { expect, test } from 'vitest'
import { readAdd } from './add.ts'
import { readCheck } from './check-order.ts'
import { valueFor } from './flag-value.ts'
import { readDoctor } from './doctor.ts'
import { readRequest } from './request.ts'
import { readTap } from './tap.ts'

const READERS: [name: string, read: (argv: string[]) => unknown, flags: string[]][] = [
  ['request', (argv) => readRequest(argv, '/', () => ''), ['--era', '--timeout', '-e', '-H', '--env', '--header', '--cwd', '--transport']],
  ['doctor', (argv) => readDoctor(argv, '/'), ['--era', '--timeout', '-e', '-H', '--env', '--header', '--cwd', '--transport']],
  [
    'check',
    (argv) => readCheck(argv, '/'),
    ['--profile', '--only', '--skip', '--format', '--baseline', '--save', '--revision', '--tool', '--era', '--timeout', '-e', '--cwd'],
  ],
  ['tap', (argv) => readTap(argv, '/', 0), ['--record', '--port', '--name']],
  ['add', (argv) => readAdd(['cursor', ...argv], '/'), ['--file', '--name', '-e', '--cwd']],
]

test.each(READERS.flatMap(([name, read, flags]) => flags.map((flag) => [name, flag, read] as const)))('loupe %s … %s', (_, flag, read) => {
  const missing = { wrong: expect.stringContaining(`${flag} needs a value`) }
  expect(read([flag])).toEqual(missing)
  expect(read([flag, '--', 'node', 'x'])).toEqual(missing)
  expect(read(['https://x.test', flag, '--another', 'one'])).toEqual({ wrong: expect.stringContaining('--another behind it is a flag') })
  if (flag.startsWith('--')) expect(read(['https://x.test', `${flag}=`])).toEqual(missing)
})

test('a request without a method is none', () => {
  expect(readRequest(['', '--', 'node'], '/', () => '')).toEqual({ wrong: expect.stringContaining('Name the method') })
})

test.each(['-5', '-', '-kQ3xZ_0wq', '--Ab3x_9', '--q3xz_0w'])('%s is a value', (value) => {
  expect(valueFor('--code', undefined, () => value)).toBe(value)
})
