// Whether there is a proxy behind this page, and how it is.
import { create } from 'zustand'
import type { ProxyState } from './engine-messages.ts'

export const useProxy = create<{ state: ProxyState }>(() => ({ state: { kind: 'opening' } }))

export function acceptProxy(state: ProxyState): void {
  useProxy.setState({ state })
}
