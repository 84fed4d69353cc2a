// The states of all connections, as the engine pushed them last.
import { create } from 'zustand'
import type { ConnectionState } from './connection-state.ts'
import { learnEra } from './eras.ts'
import { useHere } from '../route/route.ts'

interface Store {
  connections: ReadonlyMap<string, ConnectionState>
  /** Those that were connected at least once in this page, or are records: their panels have something to show. */
  reached: ReadonlySet<string>
}

const useStore = create<Store>(() => ({ connections: new Map(), reached: new Set() }))

const arrivals = new Set<(id: string) => void>()

/** Hears of each connection that is up, again after each reconnect. */
export function onConnected(listener: (id: string) => void): void {
  arrivals.add(listener)
}

/** What was known of a server stays while it is away, so that its panels keep what they show. */
export function acceptStates(states: ConnectionState[]): void {
  const up = states.filter(({ id, status, generation }) => {
    const before = useStore.getState().connections.get(id)
    return status === 'connected' && (before?.status !== 'connected' || before.generation !== generation)
  })
  useStore.setState(({ connections, reached }) => {
    const next = new Map(connections)
    for (const state of states) {
      const before = connections.get(state.id)
      const anew = before?.status !== 'connected' || before.generation !== state.generation
      if (state.status === 'connected' && anew && state.facts !== undefined) learnEra(state.target, state.facts.verdict)
      const facts = state.facts ?? before?.facts
      next.set(state.id, facts === undefined ? state : { ...state, facts })
    }
    const arrived = states
      .filter(({ id, status, record }) => (status === 'connected' || record !== undefined) && !reached.has(id))
      .map(({ id }) => id)
    return { connections: next, reached: arrived.length === 0 ? reached : new Set([...reached, ...arrived]) }
  })
  for (const { id } of up) for (const listener of arrivals) listener(id)
}

export function dropConnection(id: string): void {
  useStore.setState(({ connections, reached }) => {
    const next = new Map(connections)
    next.delete(id)
    return { connections: next, reached: new Set([...reached].filter((one) => one !== id)) }
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
  const connection = useHere()
  return useStore((state) => state.connections.get(connection))
}

/** Whether the connection was ever up in this page. */
export function useReached(id: string): boolean {
  return useStore((state) => state.reached.has(id))
}

/** Whether another program's traffic arrives now. */
export function useTapped(): boolean {
  return useStore(({ connections }) => [...connections.values()].some(({ record }) => record?.live))
}
