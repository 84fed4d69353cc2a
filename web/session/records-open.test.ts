import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { acceptStates } from './connections.ts'
import { fakeStorage } from './fake-storage.ts'
import { noteFile, openFiles } from './records-open.ts'
import { tellGone, useRecordFault } from './records.ts'

beforeEach(() => vi.stubGlobal('window', { sessionStorage: fakeStorage() }))
afterEach(() => vi.unstubAllGlobals())

test('after a reload the files that were open are named, once, but for those that are there again and those that were closed', () => {
  for (const id of ['a', 'b', 'c', 'd']) noteFile(id, `${id}.jsonl`)
  noteFile('b', undefined)
  const state = { name: 'c', status: 'closed', since: 0, generation: 1, messages: 0, dropped: 0, consoleLines: 0 } as const
  acceptStates([{ ...state, id: 'c', target: { kind: 'http', url: '', headers: [], via: 'auto' } }])
  tellGone(true)
  expect(useRecordFault.getState().fault).toEqual({ file: 'a.jsonl, d.jsonl', gone: true })
  expect(openFiles()).toEqual({ c: 'c.jsonl' })
})

test('who came by a link is told of none', () => {
  useRecordFault.setState({ fault: undefined })
  noteFile('a', 'a.jsonl')
  tellGone(false)
  expect(useRecordFault.getState().fault).toBeUndefined()
  expect(openFiles()).not.toHaveProperty('a')
})

test('what is stored by others is no list of files', () => {
  window.sessionStorage.setItem('loupe.records', '[1, null]')
  expect(openFiles()).toEqual({})
})
