// The tools of a list, read once however often the panel is opened.
import { Breath } from '#mcp/breath.ts'
import { readTools, type ListPage } from '#mcp/model-read.ts'
import type { Tool } from '#mcp/model.ts'
import type { Ahead, Listing } from '../session/list-query.ts'

/** So many are read without a look at the clock. */
const BIT = 100
const pages = new WeakMap<Listing, ListPage<Tool>>()

/** Never throws: what is odd about a tool is noted beside it. */
export function toolsIn(listing: Listing): ListPage<Tool> {
  let page = pages.get(listing)
  if (page === undefined) pages.set(listing, (page = readTools({ tools: listing.items })))
  return page
}

export const toolsAhead: Ahead = {
  has: (listing) => pages.has(listing),
  async read(listing) {
    const items: Tool[] = []
    const breath = new Breath()
    for (let from = 0; from < listing.items.length; from += BIT) {
      for (const tool of readTools({ tools: listing.items.slice(from, from + BIT) }, from).items) items.push(tool)
      if (breath.due) await breath.take()
    }
    pages.set(listing, { items, oddities: [] })
  },
}
