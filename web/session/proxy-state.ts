// Whether there is a proxy behind this page, and how it is.
import { create } from 'zustand'
import type { ProxyState } from './engine-messages.ts'

export const useProxy = create<{ state: ProxyState }>(() => ({ state: { kind: 'opening' } }))

export function acceptProxy(state: ProxyState): void {
  useProxy.setState({ state })
}

/** Whether the page has no proxy behind it, as where its files are served by something else. One that went away is another matter. */
export function isAbsent(state: ProxyState): boolean {
  return state.kind === 'absent' || (state.kind === 'lost' && state.never === true)
}
