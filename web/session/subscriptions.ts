// When each resource that is subscribed to was last said to have changed, or may have without our hearing of it. What is
// subscribed to is a fact of the session.
import { create } from 'zustand'
import { isObject } from '#mcp/json.ts'
import { connectionsNow } from './connections.ts'
import type { ConnectionState } from './connection-state.ts'
import { call } from './engine.ts'
import { onGap, onNotice } from './notices.ts'

/** Resources that are remembered to have changed: a server may name any number. */
const MOST = 5000

/** Milliseconds since the epoch, by connection and URI, the newest last. Changed in place, since a copy for each word would be slow. */
interface Subscriptions {
  updated: Map<string, number>
  /** The newest gap in what the server says. */
  missed: Map<string, number>
}

const useStore = create<Subscriptions>(() => ({ updated: new Map(), missed: new Map() }))

function note(times: 'updated' | 'missed', connection: string, uris: readonly string[]): void {
  const known = useStore.getState()[times]
  const now = Date.now()
  for (const uri of uris) {
    const key = keyOf(connection, uri)
    known.delete(key)
    known.set(key, now)
    if (known.size > MOST) known.delete(known.keys().next().value!)
  }
  useStore.setState({ [times]: known })
}

/** When each resource that is remembered was last said to have changed, oldest first. */
export function updatesNow(): ReadonlyMap<string, number> {
  return useStore.getState().updated
}

const keyOf = (connection: string, uri: string) => `${connection} ${uri}`
const heldBy = (connection: string): readonly string[] => connectionsNow().get(connection)?.facts?.subscribed ?? []

onNotice(({ connection, method, params }) => {
  if (method !== 'notifications/resources/updated' || !isObject(params) || typeof params.uri !== 'string') return
  const { uri } = params
  // What changed may be a part of what was subscribed to (2025-11-25, resources: sub-resources).
  const changed = [uri, ...heldBy(connection).filter((whole) => isPart(whole, uri))]
  note('updated', connection, changed)
})

onGap((connection, uris) => note('missed', connection, uris))

/** Whether `uri` lies beneath `whole`. */
export function isPart(whole: string, uri: string): boolean {
  return uri.startsWith(whole) && uri !== whole && (whole.endsWith('/') || /^[/?#]/.test(uri.slice(whole.length)))
}

/** @throws EngineFailure */
export async function setSubscribed(connection: ConnectionState, uri: string, on: boolean): Promise<void> {
  await call('subscribe', [connection.id, uri, on])
}

/** `changedAt`: when it was said to have changed, or may have without our hearing of it. */
export function useSubscription(
  connection: ConnectionState | undefined,
  uri: string,
): { subscribed: boolean; updatedAt: number | undefined; changedAt: number } {
  const id = connection?.id ?? ''
  const subscribed = connection?.status === 'connected' && (connection.facts?.subscribed ?? []).includes(uri)
  const updatedAt = useStore(({ updated }) => updated.get(keyOf(id, uri)))
  const missedAt = useStore(({ missed }) => missed.get(keyOf(id, uri))) ?? 0
  return { subscribed, updatedAt, changedAt: Math.max(updatedAt ?? 0, missedAt) }
}
