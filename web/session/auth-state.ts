// How authorization stands on each connection, as the engine pushed it last.
import { create } from 'zustand'
import type { FlowState } from '#mcp/auth/flow-state.ts'
import { acceptGrant } from './notices.ts'

interface Store {
  flows: ReadonlyMap<string, FlowState>
  /** By the state of the login that waits: why an answer that came meanwhile was none of it. */
  strays: ReadonlyMap<string, string>
}

const useStore = create<Store>(() => ({ flows: new Map(), strays: new Map() }))

export function acceptAuth(connection: string, flow: FlowState): void {
  if (flow.grants > (authNow(connection)?.grants ?? flow.grants)) acceptGrant(connection)
  useStore.setState(({ flows }) => ({ flows: new Map(flows).set(connection, flow) }))
}

export function dropAuth(connection: string): void {
  useStore.setState(({ flows }) => {
    const next = new Map(flows)
    next.delete(connection)
    return { flows: next }
  })
}

/** An answer came that is nobody's: every login that waits may be the one that it was meant for. Returns whether one waits. */
export function noteStray(says: string): boolean {
  const waiting = [...useStore.getState().flows.values()].flatMap(({ open }) => (open === undefined ? [] : [open.state]))
  useStore.setState({ strays: new Map(waiting.map((state) => [state, says])) })
  return waiting.length > 0
}

/** A login was begun anew: what came before it is no news. */
export function forgetStrays(): void {
  useStore.setState({ strays: new Map() })
}

/** Why an answer that came was not that of the login which waits under this state; undefined: none came. */
export function useStray(state: string | undefined): string | undefined {
  return useStore(({ strays }) => (state === undefined ? undefined : strays.get(state)))
}

/** Undefined until something was asked for, or the server asked. */
export function useAuth(connection: string): FlowState | undefined {
  return useStore((state) => state.flows.get(connection))
}

export function authNow(connection: string): FlowState | undefined {
  return useStore.getState().flows.get(connection)
}
