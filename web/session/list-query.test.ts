import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { lastListing, type Listing } from './list-query.ts'

const listing = (name: string): Listing => ({ items: [{ name }], pages: 1, notes: [], seq: 1, exchange: 1, ms: 1, bytes: 1 })

test('what was listed last stays known, over attempts that brought nothing, and is of that server alone', () => {
  const client = new QueryClient()
  client.setQueryData(['mcp', 'a', 'tools/list', 9], listing('old'))
  client.setQueryData(['mcp', 'a', 'tools/list', 10], listing('new'))
  client.setQueryData(['mcp', 'b', 'tools/list', 12], listing('other'))
  client.setQueryData(['mcp', 'a', 'prompts/list', 12], listing('prompt'))
  expect(lastListing(client, 'a', 'tools/list')).toEqual(listing('new'))
  expect(lastListing(client, 'c', 'tools/list')).toBeUndefined()
})
