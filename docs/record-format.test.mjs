// The example of docs/record-format.md is a header that is read as it is described.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { RecordReader } from '../mcp/traffic/record-format.ts'

const text = readFileSync(join(import.meta.dirname, 'record-format.md'), 'utf8')

test('the header that is shown is one line, and all of it is understood', () => {
  const [, example] = /```json\n(.*)\n```/.exec(text)
  const reader = new RecordReader(1e6)
  reader.take(example)
  reader.end()
  expect(reader.faults).toEqual([])
  expect(reader.header).toMatchObject({
    name: 'weather',
    target: { kind: 'http', bearer: 'REDACTED-1' },
    facts: { era: 'legacy', revision: '2025-11-25', transport: 'streamable-http', serverInfo: { name: 'weather' } },
    redacted: [{ placeholder: 'REDACTED-1' }],
  })
})
