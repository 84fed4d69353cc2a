import { expect, test } from 'vitest'
import type { Row } from '#mcp/traffic-row.ts'
import { isWritten, lineOf, textOf, writtenSoFar } from './console-line.ts'

const row = (kind: Row['kind'], name: string, status = ''): Row => ({
  seq: 1,
  at: 0,
  direction: 'side',
  kind,
  method: '',
  name,
  id: '',
  status,
  tone: 'plain',
  bytes: name.length,
  exchange: 0,
})

test('a line says where it came from, unless it is stderr', () => {
  const said = (one: Row) => lineOf(one, textOf(one))
  expect(said(row('stderr', 'got {"a":1}'))).toBe('got {"a":1}')
  expect(said(row('noise', 'got here'))).toBe('stdout, not a message: got here')
  expect(said(row('notification', 'warning disk is full', 'warning'))).toBe('warning: disk is full')
  expect(said(row('notification', 'odd', ''))).toBe('log: odd')
})

test('what stands between is not what the server wrote', () => {
  const kinds: Row['kind'][] = ['start', 'stderr', 'note', 'noise', 'notification', 'exit']
  expect(
    kinds
      .map((kind) => row(kind, ''))
      .filter(isWritten)
      .map(({ kind }) => kind),
  ).toEqual(['stderr', 'noise', 'notification'])
})

test('a line that drives an older one out counts', () => {
  expect(writtenSoFar({ consoleLines: 3, dropped: 0 })).toBe(3)
  expect(writtenSoFar({ consoleLines: 3, dropped: 1 })).toBe(4)
})
