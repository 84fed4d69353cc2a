import { beforeEach, expect, test, vi } from 'vitest'
import { fakeStorage } from './fake-storage.ts'

const storage = fakeStorage()
beforeEach(() => {
  vi.resetModules()
  vi.stubGlobal('window', { sessionStorage: storage })
})

/** As it is in a page that was just loaded. */
const loaded = () => import('./last-counts.ts')

test('how long a list was is known after a reload, of each list of each connection', async () => {
  const first = await loaded()
  expect(first.lastCount('a', 'tools/list')).toBeUndefined()
  first.noteCount('a', 'tools/list', 12)
  first.noteCount('a', 'prompts/list', 0)
  first.noteCount('b', 'tools/list', 3)
  vi.resetModules()
  const { lastCount } = await loaded()
  expect([lastCount('a', 'tools/list'), lastCount('a', 'prompts/list'), lastCount('b', 'tools/list')]).toEqual([12, 0, 3])
  expect(lastCount('a', 'resources/list')).toBeUndefined()
})

test('without storage it is known as long as the page is', async () => {
  vi.stubGlobal('window', {
    get sessionStorage(): Storage {
      throw new Error('forbidden')
    },
  })
  const { lastCount, noteCount } = await loaded()
  noteCount('a', 'tools/list', 12)
  expect(lastCount('a', 'tools/list')).toBe(12)
})

test('what is not ours in the storage is no count', async () => {
  storage.setItem('loupe.listed', '{"tools/list a":"many"}')
  expect((await loaded()).lastCount('a', 'tools/list')).toBeUndefined()
  storage.setItem('loupe.listed', 'null')
  vi.resetModules()
  const { lastCount, noteCount } = await loaded()
  expect(lastCount('a', 'tools/list')).toBeUndefined()
  noteCount('a', 'tools/list', 1)
  expect(lastCount('a', 'tools/list')).toBe(1)
})
