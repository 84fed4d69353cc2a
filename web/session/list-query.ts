// Lists with pages, as queries. A server whose pages never end, or repeat, is stopped and the fault is said.
import { useDeferredValue, useEffect, useState } from 'react'
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { isObject, type Json } from '#mcp/json.ts'
import type { Answer } from '#mcp/session-types.ts'
import { connectionsNow, useConnection } from './connections.ts'
import { requestWithClock } from './list-clock.ts'
import type { Wish } from '#mcp/wish.ts'
import { takeReason } from './stale-lists.ts'
import { MEMBER, type ListMethod } from './list-methods.ts'

/** More pages than this are not asked for at once. */
const MAX_PAGES = 200
/** Pages that are asked for unless a person wants more. What is called or filled in by name must be there whole. */
const FIRST_PAGES: Record<ListMethod, number> = {
  'tools/list': MAX_PAGES,
  'prompts/list': MAX_PAGES,
  'resources/list': 10,
  'resources/templates/list': MAX_PAGES,
}

export interface Listing {
  /** The members of all pages, as they came. */
  items: Json[]
  pages: number
  /** What was odd about the pages, for people. */
  notes: string[]
  /** Row and exchange of the last page's answer. */
  seq: number
  exchange: number
  ms: number
  bytes: number
  /** How long the server lets a copy count as fresh: as long as the page that ends first. Left out when it does not say. */
  fresh?: { until: number; lasts: boolean; scope: string }
  /** The cursor of the page that was not asked for yet. */
  next?: string
  /** It grew by pages that a person asked for: index of the first that is new. */
  grownFrom?: number
}

export const CAPABILITY: Record<ListMethod, string> = {
  'tools/list': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'resources',
  'prompts/list': 'prompts',
}

let heedsLifetimes = () => false

/** Says whether a list that the server calls stale is asked for again when it is looked at; handed in at start. */
export function lifetimesCount(source: () => boolean): void {
  heedsLifetimes = source
}

/** Milliseconds from its coming; an answer of the newer era that does not say is stale at once (2026-07-28, caching). */
function lifetimeOf(connection: string, listing: Listing | undefined, at: number): number {
  if (listing?.fresh !== undefined) return Math.max(0, listing.fresh.until - at)
  return connectionsNow().get(connection)?.facts?.era === 'modern' ? 0 : Infinity
}

/** The query of a whole list; its key grows with the connection's generation, so that a reconnect lists again. */
export function listQuery(connection: string, generation: number, method: ListMethod) {
  return queryOptions<Listing>({
    queryKey: ['mcp', connection, method, generation],
    queryFn: ({ client, queryKey }) => {
      const wish = listWish(client, connection, method, queryKey)
      return readPages((method, params) => requestWithClock(connection, method, params, wish), method, {
        // As many as there were, so that what was there is not taken for gone.
        most: Math.max(FIRST_PAGES[method], (client.getQueryData(queryKey) as Listing | undefined)?.pages ?? 0),
      })
    },
    // Looking at a panel again is no reason to ask again: list_changed, a reconnect and a press of Refresh are. A person may
    // want lifetimes to count; then it is one, never the clock alone.
    staleTime: ({ state: { data, dataUpdatedAt } }) => (heedsLifetimes() ? lifetimeOf(connection, data, dataUpdatedAt) : Infinity),
    // A list of this server stays in sight while it is asked for again; never that of another.
    placeholderData: (before: Listing | undefined, query: { queryKey: readonly unknown[] } | undefined) =>
      query?.queryKey[1] === connection ? before : undefined,
  })
}

/** Who wants a list that is about to be asked for; undefined: a person does. */
function listWish(client: QueryClient, connection: string, method: ListMethod, queryKey: readonly unknown[]): Wish | undefined {
  const { data, dataUpdatedAt = 0, dataUpdateCount = 0, errorUpdateCount = 0 } = client.getQueryState<Listing>(queryKey) ?? {}
  const said = takeReason(connection, method)
  const over = () => data !== undefined && heedsLifetimes() && lifetimeOf(connection, data, dataUpdatedAt) <= Date.now() - dataUpdatedAt
  const first = lastListing(client, connection, method) === undefined ? 'the list is not known yet' : 'this is a new connection'
  const why = dataUpdateCount + errorUpdateCount === 0 ? first : (said ?? (over() ? 'its lifetime is over' : undefined))
  return why === undefined ? undefined : { by: 'loupe', why }
}

/** One page's answer, with its place in the record. */
type Page = Pick<Answer, 'result' | 'answerSeq' | 'exchange' | 'ms' | 'bytes'>

/** Asks page by page until a page names no further one. Rejects when one cannot be had. */
export async function readPages(
  ask: (method: ListMethod, params?: Json) => Promise<Page>,
  method: ListMethod,
  { most = MAX_PAGES, after }: { most?: number; after?: Listing } = {},
): Promise<Listing> {
  const listing: Listing = { items: [], pages: 0, notes: [], seq: 0, exchange: 0, ms: 0, bytes: 0 }
  if (after !== undefined)
    Object.assign(listing, after, { items: [...after.items], notes: [...after.notes], grownFrom: after.items.length })
  const seen = new Set<string>()
  let cursor = after?.next
  const start = listing.pages
  delete listing.next
  for (;;) {
    const answer = await ask(method, cursor === undefined ? undefined : { cursor })
    listing.pages += 1
    Object.assign(listing, { seq: answer.answerSeq, exchange: answer.exchange })
    listing.ms += answer.ms
    listing.bytes += answer.bytes
    const result = isObject(answer.result) ? answer.result : {}
    const { ttlMs, cacheScope } = result
    if (typeof ttlMs === 'number') {
      const until = Math.min(Date.now() + ttlMs, listing.fresh?.until ?? Number.POSITIVE_INFINITY)
      const lasts = ttlMs > 0 && listing.fresh?.lasts !== false
      listing.fresh = { until, lasts, scope: cacheScope === 'public' && listing.fresh?.scope !== 'private' ? 'public' : 'private' }
    }
    const items = result[MEMBER[method]]
    if (Array.isArray(items)) for (const item of items) listing.items.push(item)
    else listing.notes.push(`The answer to ${method} has no array “${MEMBER[method]}”.`)
    const next = result.nextCursor
    if (next === undefined || next === null) return listing
    if (typeof next !== 'string') {
      listing.notes.push('“nextCursor” is not a string: no further page was asked for.')
      return listing
    }
    if (seen.has(next)) {
      listing.notes.push(`The cursor ${JSON.stringify(next)} came twice: the pages would never end, so asking stopped.`)
      return listing
    }
    if (listing.pages - start >= most) {
      listing.next = next
      if (most === MAX_PAGES) listing.notes.push(`Asking stopped after ${MAX_PAGES} pages.`)
      return listing
    }
    seen.add(next)
    cursor = next
  }
}

/** More items than this are read and placed when the page has drawn what else has changed. */
const MANY = 500

/** A way to read a long list ahead of drawing it, bit by bit. */
export interface Ahead {
  has(listing: Listing): boolean
  read(listing: Listing): Promise<void>
}

const AT_ONCE: Ahead = { has: () => true, read: async () => undefined }

/** A short list at once; a long one when it is read, in a picture of its own, so that nothing takes long to draw. */
export function useAtLeisure(listing: Listing | undefined, ahead = AT_ONCE): Listing | undefined {
  const [read, setRead] = useState<Listing>()
  const long = listing !== undefined && listing.items.length > MANY
  const waits = long && listing !== read && !ahead.has(listing)
  useEffect(() => {
    if (!waits) return
    let wanted = true
    void ahead.read(listing).then(() => wanted && setRead(listing))
    return () => {
      wanted = false
    }
  }, [waits, listing, ahead])
  const later = useDeferredValue(waits ? read : listing, undefined)
  return long ? later : listing
}

/** Asks for so many further pages of a list that was not asked for to its end. Rejects when one cannot be had. */
export async function readOn(client: QueryClient, connection: string, generation: number, method: ListMethod, most: number): Promise<void> {
  const { queryKey } = listQuery(connection, generation, method)
  const after = client.getQueryData<Listing>(queryKey)
  if (after?.next === undefined) return
  const grown = await readPages((method, params) => requestWithClock(connection, method, params), method, { most, after })
  // What was asked for anew in the meantime stands.
  if (client.getQueryData<Listing>(queryKey) === after) client.setQueryData(queryKey, grown)
}

/** What a server of that connection listed last, whenever that was. */
export function lastListing(client: QueryClient, connection: string, method: ListMethod): Listing | undefined {
  return client
    .getQueriesData<Listing>({ queryKey: ['mcp', connection, method] })
    .filter(([, data]) => data !== undefined)
    .toSorted(([a], [b]) => Number(a[3]) - Number(b[3]))
    .at(-1)?.[1]
}

/** The list of the current connection; not asked for while it is not connected, or when `enabled` is false. */
export function useList(method: ListMethod, enabled = true) {
  const connection = useConnection()
  const client = useQueryClient()
  const id = connection?.id ?? ''
  const capable = connection?.facts !== undefined && CAPABILITY[method] in connection.facts.capabilities
  return useQuery({
    ...listQuery(id, connection?.generation ?? 0, method),
    // A panel that is opened while the server is away shows what was listed last, as one does that was open all the time.
    placeholderData: () => lastListing(client, id, method),
    enabled: enabled && connection?.status === 'connected' && capable,
  })
}
