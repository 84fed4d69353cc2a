// Which resources are subscribed to, and when each was last said to have changed. A new session knows nothing of the
// subscriptions of the one before, so they are kept by generation.
import { create } from 'zustand'
import { isObject } from '#mcp/json.ts'
import type { ConnectionState } from './connection-state.ts'
import { call } from './engine.ts'
import { onNotice } from './notices.ts'

interface Subscriptions {
  held: ReadonlySet<string>
  /** Milliseconds since the epoch, by connection and URI. */
  updated: ReadonlyMap<string, number>
}

const useStore = create<Subscriptions>(() => ({ held: new Set(), updated: new Map() }))

const keyOf = (connection: string, uri: string) => `${connection} ${uri}`
const heldKey = ({ id, generation }: ConnectionState, uri: string) => `${id} ${generation} ${uri}`

onNotice(({ connection, method, params }) => {
  if (method !== 'notifications/resources/updated' || !isObject(params) || typeof params.uri !== 'string') return
  const { uri } = params
  useStore.setState(({ held, updated }) => {
    const next = new Map(updated).set(keyOf(connection, uri), Date.now())
    // What changed may be a part of what was subscribed to (2025-11-25, resources: sub-resources).
    for (const key of held) {
      const [id = '', , ...rest] = key.split(' ')
      const whole = rest.join(' ')
      if (id === connection && isPart(whole, uri)) next.set(keyOf(id, whole), Date.now())
    }
    return { updated: next }
  })
})

/** Whether `uri` lies beneath `whole`. */
export function isPart(whole: string, uri: string): boolean {
  return uri.startsWith(whole) && uri !== whole && (whole.endsWith('/') || /^[/?#]/.test(uri.slice(whole.length)))
}

/** @throws EngineFailure */
export async function setSubscribed(connection: ConnectionState, uri: string, on: boolean): Promise<void> {
  await call('subscribe', [connection.id, uri, on])
  const key = heldKey(connection, uri)
  useStore.setState(({ held }) => {
    const next = new Set(held)
    if (on) next.add(key)
    else next.delete(key)
    return { held: next }
  })
}

export function useSubscription(
  connection: ConnectionState | undefined,
  uri: string,
): { subscribed: boolean; updatedAt: number | undefined } {
  const subscribed = useStore(({ held }) => connection !== undefined && held.has(heldKey(connection, uri)))
  const updatedAt = useStore(({ updated }) => updated.get(keyOf(connection?.id ?? '', uri)))
  return { subscribed, updatedAt }
}
