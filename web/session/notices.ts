// What servers say unasked, turned into queries that are stale. A burst refreshes once.
import type { QueryClient } from '@tanstack/react-query'
import { isObject } from '#mcp/json.ts'
import { connectionsNow } from './connections.ts'
import type { EngineNotice } from './engine-messages.ts'
import { noteReason, noteStale } from './stale-lists.ts'

const LISTS: { [method: string]: string[] } = {
  'notifications/tools/list_changed': ['tools/list'],
  'notifications/resources/list_changed': ['resources/list', 'resources/templates/list'],
  'notifications/prompts/list_changed': ['prompts/list'],
}

let listsFollow = () => true

/** Says whether a list that changed is asked for again by itself; handed in at start. */
export function listsFollowChanges(source: () => boolean): void {
  listsFollow = source
}

const listeners = new Set<(notice: EngineNotice) => void>()
let client: QueryClient | undefined
const due = new Map<string, ReturnType<typeof setTimeout>>()

/** Quiet time after which a list that changed is asked for again, in milliseconds. */
const SETTLE = 150

export function refreshThrough(queryClient: QueryClient): void {
  client = queryClient
}

/** Hears every notice that is not a log line. Returns the function that stops it. */
export function onNotice(listener: (notice: EngineNotice) => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

export function acceptNotices(notices: EngineNotice[]): void {
  for (const notice of notices) {
    for (const method of LISTS[notice.method] ?? []) changed(notice.connection, method, 'the list changed')
    for (const listener of listeners) listener(notice)
  }
}

/** Other rights were granted under way: what is listed may hang on them (2026-07-28, tools). */
export function acceptGrant(connection: string): void {
  const { status, facts } = connectionsNow().get(connection) ?? {}
  if (status !== 'connected') return
  for (const [notice, methods] of Object.entries(LISTS))
    if (facts?.capabilities[notice.split('/')[1]!] !== undefined)
      for (const method of methods) changed(connection, method, 'other rights were granted')
}

function changed(connection: string, method: string, why: string): void {
  if (listsFollow()) refreshList(connection, method, why)
  else noteStale(connection, method)
}

const gaps = new Set<(connection: string, uris: readonly string[]) => void>()

/** Hears of each gap in what a server says unasked, and which resources were subscribed to. */
export function onGap(listener: (connection: string, uris: readonly string[]) => void): void {
  gaps.add(listener)
}

/** What a server would have told to have changed may have: the lists of which it tells are as good as changed. */
export function acceptGap(connection: string, uris: readonly string[]): void {
  const capabilities = connectionsNow().get(connection)?.facts?.capabilities ?? {}
  for (const [notice, methods] of Object.entries(LISTS)) {
    const said = capabilities[notice.split('/')[1]!]
    if (isObject(said) && said.listChanged === true)
      for (const method of methods) refreshList(connection, method, 'the server may have said that it changed, unheard')
  }
  for (const listener of gaps) listener(connection, uris)
}

function refreshList(connection: string, method: string, why: string): void {
  noteReason(connection, method, why)
  refreshSoon(['mcp', connection, method])
}

function refreshSoon(key: string[]): void {
  const name = JSON.stringify(key)
  clearTimeout(due.get(name))
  due.set(
    name,
    setTimeout(() => {
      due.delete(name)
      void client?.invalidateQueries({ queryKey: key })
    }, SETTLE),
  )
}
