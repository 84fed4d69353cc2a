import { expect, test } from 'vitest'
import { asTree, partsOf } from './resource-tree.ts'

test('a URI is cut into scheme, folders and what is last', () => {
  expect(partsOf('file:///a/b/c.txt?x=/y')).toEqual({ folders: ['file://', '/', 'a/', 'b/'], leaf: 'c.txt?x=/y' })
  expect(partsOf('demo://note/1')).toEqual({ folders: ['demo://', 'note/'], leaf: '1' })
  expect(partsOf('urn:isbn:1')).toEqual({ folders: ['urn:'], leaf: 'isbn:1' })
  expect(partsOf('no scheme')).toEqual({ folders: [], leaf: 'no scheme' })
  expect(partsOf('x://100%/a%20b')).toEqual({ folders: ['x://', '100%/'], leaf: 'a b' })
})

const entry = (uri: string, index: number) => ({ uri, item: { index, name: uri } })
const drawn = (uris: string[], closed: string[] = []) =>
  asTree(uris.map(entry), new Set(closed)).items.map(
    ({ name, depth, folder, mark }) => `${' '.repeat(depth ?? 0)}${name}${folder === undefined ? '' : ` ${folder} ${mark}`}`,
  )

test('folders hold what lies beneath them, chains of single folders are one row', () => {
  expect(drawn(['file:///home/me/a.txt', 'file:///home/me/sub/b.txt', 'demo://x', 'file:///home/me/c.txt'])).toEqual([
    'file:///home/me/ open 3',
    ' sub/ open 1',
    '  b.txt',
    ' a.txt',
    ' c.txt',
    'demo:// open 1',
    ' x',
  ])
})

test('a closed folder hides what is in it and keeps its number', () => {
  const { items, folders } = asTree(['a://b/1', 'a://b/2', 'a://c'].map(entry), new Set(['a://b/']))
  expect(items.map(({ name }) => name)).toEqual(['a://', 'b/', 'c'])
  expect(folders.map(({ path }) => path)).toEqual(['a://', 'a://b/'])
  expect(items.find(({ name }) => name === 'b/')).toMatchObject({ folder: 'closed', mark: '2', index: folders[1]!.index })
})

test('two entries of one URI are two rows', () => {
  expect(drawn(['a://b', 'a://b'])).toEqual(['a:// open 2', ' b', ' b'])
})
