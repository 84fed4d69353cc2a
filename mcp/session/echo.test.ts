// A program that repeats what it reads: named for what it is, at once, by either era.
import { expect, test } from 'vitest'
import type { McpError } from '../errors.ts'
import { problemOf } from '../problem.ts'
import { connect } from '../session.ts'
import { createTraffic } from '../traffic.ts'
import { stdioHandler } from '../transport/stdio.ts'

test.each(['auto', 'legacy', 'modern'] as const)('cat is no server (%s)', async (era) => {
  const traffic = createTraffic({ memoryLimit: 1e6 })
  const handler = stdioHandler({
    write: (line) => queueMicrotask(() => handler.line(line)),
    onSide: (fact) => void traffic.append(0, fact),
  })
  const error: McpError = await connect({
    url: 'stdio:cat',
    fetch: handler.fetch,
    traffic,
    clientInfo: { name: 'loupe', version: '1' },
    capabilities: {},
    era,
    onAsk: () => new Promise(() => {}),
    onNotice: () => {},
    onClosed: () => {},
  }).then(
    () => Promise.reject(new Error('It was taken for a server')),
    (thrown: McpError) => thrown,
  )
  expect(error).toMatchObject({ kind: 'garbled', message: expect.stringContaining('back instead of an answer') })
  expect(problemOf({ error, what: 'cat', kind: 'stdio', modern: era !== 'legacy', proxy: true, stderr: [], noise: [] })).toMatchObject({
    code: 'echo',
    todo: [expect.stringContaining('look at the command')],
  })
  const rows = Array.from({ length: 50 }, (_, at) => traffic.row(at + 1))
  expect(rows.filter((row) => row?.status === 'an echo')).toHaveLength(1)
})
