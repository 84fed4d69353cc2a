// How authorization stands on each connection, as the engine pushed it last.
import { create } from 'zustand'
import type { FlowState } from '#mcp/auth/flow-state.ts'
import { acceptGrant } from './notices.ts'

const useStore = create<{ flows: ReadonlyMap<string, FlowState> }>(() => ({ flows: new Map() }))

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

/** Undefined until something was asked for, or the server asked. */
export function useAuth(connection: string): FlowState | undefined {
  return useStore((state) => state.flows.get(connection))
}

export function authNow(connection: string): FlowState | undefined {
  return useStore.getState().flows.get(connection)
}
