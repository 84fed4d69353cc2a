// The states of all connections, as the engine pushed them last.
import { create } from 'zustand'
import type { ConnectionState } from './connection-state.ts'
import { useRoute } from '../route/route.ts'

const useStore = create<{ connections: ReadonlyMap<string, ConnectionState> }>(() => ({ connections: new Map() }))

export function acceptStates(states: ConnectionState[]): void {
  useStore.setState(({ connections }) => {
    const next = new Map(connections)
    for (const state of states) next.set(state.id, state)
    return { connections: next }
  })
}

export function dropConnection(id: string): void {
  useStore.setState(({ connections }) => {
    const next = new Map(connections)
    next.delete(id)
    return { connections: next }
  })
}

export function connectionsNow(): ReadonlyMap<string, ConnectionState> {
  return useStore.getState().connections
}

export function useConnections(): ReadonlyMap<string, ConnectionState> {
  return useStore((state) => state.connections)
}

/** The connection that the URL names; undefined when it names none that was ever opened in this page. */
export function useConnection(): ConnectionState | undefined {
  const { connection } = useRoute()
  return useStore((state) => state.connections.get(connection))
}
