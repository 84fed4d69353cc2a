// What is being composed for each connection, and how the last sending went. Kept for the tab, so that a reload loses
// nothing; not for longer, since headers are often secrets.
import { create } from 'zustand'
import type { RawMethod } from '#mcp/session-types.ts'
import type { ExchangeDetail } from '#mcp/traffic-row.ts'
import { isForbidden } from '#mcp/transport/forbidden-headers.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { call, EngineFailure } from '../session/engine.ts'
import { idsIn, withIds } from './fresh-id.ts'

export interface Pair {
  name: string
  value: string
}

export interface RawDraft {
  text: string
  http: RawMethod
  /** Values in place of the session's own, by name. */
  changed: { [name: string]: string }
  /** Names of the session's own headers that are left out. */
  without: string[]
  added: Pair[]
  /**
   * The ids of requests that were sent with it before, as they are written there: where one still stands in the text, a new one takes its place.
   * One that a person wrote is none of them. Left out: it was not sent before.
   */
  usedIds?: readonly string[] | undefined
}

export interface RawRun {
  running: boolean
  /** Milliseconds since the epoch. */
  at: number
  seq?: number
  exchange?: number
  status?: number
  error?: string
  /** It went through the proxy, which the connection itself does not. */
  detour?: boolean
}

export const EMPTY: RawDraft = { text: '', http: 'POST', changed: {}, without: [], added: [] }
const KEY = 'loupe.raw'

interface Store {
  drafts: { [connection: string]: RawDraft }
  runs: { [connection: string]: RawRun }
}

const useStore = create<Store>(() => ({ drafts: read(), runs: {} }))
const stops = new Map<string, AbortController>()
/** What was composed for an exchange: sent again, it has its headers again. */
const composed = new Map<string, RawDraft>()

export const useRawDraft = (connection: string): RawDraft | undefined => useStore(({ drafts }) => drafts[connection])
export const useRawRun = (connection: string): RawRun | undefined => useStore(({ runs }) => runs[connection])

export function setRawDraft(connection: string, draft: RawDraft): void {
  const drafts = { ...useStore.getState().drafts, [connection]: draft }
  useStore.setState({ drafts })
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(drafts))
  } catch {
    // Full or forbidden: it lives as long as the page.
  }
}

/** Takes a message that was sent, to be changed and sent again. */
export function composeAgain(connection: string, text: string, http: ExchangeDetail): void {
  const before = composed.get(`${connection} ${http.exchange}`)
  const method = http.method === 'GET' || http.method === 'DELETE' ? http.method : 'POST'
  const ids = idsIn(text)
  // What a person wrote here stays theirs.
  const usedIds = before === undefined ? ids : ids.filter((id) => before.usedIds?.includes(id))
  setRawDraft(connection, { ...EMPTY, ...before, text, http: method, usedIds })
}

/** The ids in the text that were used, and are to be others when it leaves. */
export function idsToRenew({ text, http, usedIds = [] }: RawDraft): string[] {
  return http === 'POST' && usedIds.length > 0 ? [...new Set(idsIn(text))].filter((id) => usedIds.includes(id)) : []
}

/** All that is sent; undefined when it is what the session would send anyway. */
export function headersOf(own: readonly (readonly [string, string])[], draft: RawDraft): [string, string][] | undefined {
  const added = draft.added.filter(({ name }) => name.trim() !== '')
  if (added.length + draft.without.length + Object.keys(draft.changed).length === 0) return undefined
  const kept = own
    .filter(([name]) => !draft.without.includes(name))
    .map(([name, value]): [string, string] => [name, draft.changed[name] ?? value])
  return [...kept, ...added.map(({ name, value }): [string, string] => [name.trim(), value])]
}

/** The headers of the draft that a browser would not let out, as they are written there. */
export function keptBack(own: readonly (readonly [string, string])[], draft: RawDraft): string[] {
  return (headersOf(own, draft) ?? own).filter(([name, value]) => isForbidden(name, value)).map(([name]) => name)
}

/**
 * Whether a message leaves through the proxy although the connection does not: on the automatic way, headers that a person chose
 * do, since only the proxy sends them to the letter.
 */
export function detours(
  { target, route }: Pick<ConnectionState, 'target' | 'route'>,
  proxy: boolean,
  own: readonly (readonly [string, string])[],
  draft: RawDraft,
): boolean {
  if (!proxy || target.kind !== 'http' || target.via !== 'auto' || route?.via !== 'direct') return false
  return !atHome(target.url) && headersOf(own, draft) !== undefined
}

/** The server has the origin of this page: nothing goes through the proxy then. */
export function atHome(url: string): boolean {
  return typeof window !== 'undefined' && URL.canParse(url) && new URL(url).origin === window.location.origin
}

/** The draft with ids that are new on the connection, where it is to have such: the composer shows what leaves. */
async function renewed(connection: string, draft: RawDraft): Promise<RawDraft> {
  const ids = new Map<string, number>()
  for (const id of idsToRenew(draft)) {
    const next = await call('nextId', [connection])
    if (next === null) return draft
    ids.set(id, next)
  }
  if (ids.size === 0) return draft
  const next = { ...draft, text: withIds(draft.text, ids), usedIds: [...ids.values()].map(String) }
  setRawDraft(connection, next)
  return next
}

/** `proxy`: by way of the proxy, whatever way the connection takes; `detour`: it goes there, asked for or not. Never rejects: how it went is the run. */
export async function sendRaw(
  connection: string,
  written: RawDraft,
  own: readonly (readonly [string, string])[],
  proxy = false,
  detour = proxy,
): Promise<void> {
  stops.get(connection)?.abort()
  const stop = new AbortController()
  stops.set(connection, stop)
  const change = (news: Partial<RawRun>): void => {
    if (stops.get(connection) !== stop) return
    useStore.setState(({ runs }) => ({ runs: { ...runs, [connection]: { running: true, at: Date.now(), ...runs[connection], ...news } } }))
  }
  useStore.setState(({ runs }) => ({ runs: { ...runs, [connection]: { running: true, at: Date.now(), detour } } }))
  const headers = headersOf(own, written)
  try {
    const draft = await renewed(connection, written)
    const { status } = await call(
      'raw',
      [connection, draft.text, { http: draft.http, ...(headers === undefined ? {} : { headers }), ...(proxy ? { proxy } : {}) }],
      {
        signal: stop.signal,
        onSent(seq, exchange) {
          composed.set(`${connection} ${exchange}`, draft)
          change({ seq, exchange })
        },
      },
    )
    change({ running: false, status })
  } catch (error) {
    const ours = error instanceof EngineFailure && error.kind === 'cancelled'
    change({ running: false, error: ours ? 'Stopped by you.' : (error as Error).message })
  }
}

export function stopRaw(connection: string): void {
  stops.get(connection)?.abort('Stopped by the user')
}

function read(): Store['drafts'] {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Store['drafts']) : {}
  } catch {
    return {}
  }
}
