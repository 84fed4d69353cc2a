import { expect, test } from 'vitest'
import type { Json } from '#mcp/json.ts'
import type { Listing } from '../session/list-query.ts'
import { toolsAhead, toolsIn } from './tools-in.ts'

const listingOf = (items: Json[]): Listing => ({ items, pages: 1, notes: [], seq: 1, exchange: 1, ms: 1, bytes: 1 })

test('a long list that is read ahead is what it is when read at once, places and oddities included', async () => {
  const items = Array.from({ length: 1234 }, (_, at): Json =>
    at % 100 === 7 ? 7 : { name: `tool_${at}`, inputSchema: { type: 'object' } },
  )
  const ahead = listingOf(items)
  expect(toolsAhead.has(ahead)).toBe(false)
  await toolsAhead.read(ahead)
  expect(toolsAhead.has(ahead)).toBe(true)
  expect(toolsIn(ahead)).toEqual(toolsIn(listingOf(items)))
  expect(toolsIn(ahead).items[1107]).toMatchObject({ index: 1107, oddities: [{ says: 'The entry is a number, not an object' }, {}] })
})
