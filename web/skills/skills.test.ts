import { expect, test } from 'vitest'
import { fileRows } from './file-rows.ts'

test('files stand in their folders, each folder once, and SKILL.md first', () => {
  const files = ['scripts/b.py', 'templates/eu/a.md', 'SKILL.md', 'templates/x.md', 'scripts/a.py'].map((path) => ({
    uri: path,
    path,
    digest: '',
    size: 0,
  }))
  expect(fileRows(files).map(({ name, depth, file }) => `${' '.repeat(depth)}${name}${file === undefined ? '/' : ''}`)).toEqual([
    'SKILL.md',
    'scripts/',
    ' a.py',
    ' b.py',
    'templates/',
    ' eu/',
    '  a.md',
    ' x.md',
  ])
})
