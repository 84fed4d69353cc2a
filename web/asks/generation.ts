// Answers that providers make: each belongs to an ask, goes on while its dialog is set aside, and ends with the ask.
import { create } from 'zustand'
import type { Json } from '#mcp/json.ts'
import type { Generated, Sofar } from '#mcp/provider/provider.ts'
import { useDesk } from '../session/asks.ts'
import { call } from '../session/engine.ts'
import { changeDraft, draftOf } from './ask-drafts.ts'
import { orderOf, type StoredProvider } from './providers.ts'

export interface Generation {
  provider: string
  state: 'running' | 'done' | 'failed' | 'cancelled'
  startedAt: number
  endedAt?: number
  toolUses: number
  notes: string[]
  says?: string
}

const useStore = create<{ generations: ReadonlyMap<string, Generation> }>(() => ({ generations: new Map() }))
const controls = new Map<string, AbortController>()

export function useGeneration(key: string): Generation | undefined {
  return useStore((state) => state.generations.get(key))
}

function change(key: string, next: Partial<Generation>): void {
  useStore.setState(({ generations }) => {
    const before = generations.get(key)
    return before === undefined ? {} : { generations: new Map(generations).set(key, { ...before, ...next }) }
  })
}

/** Writes what the provider says into the draft of the ask, as it comes. Never rejects; what came before a failure stays. */
export async function startGeneration(key: string, provider: StoredProvider, params: Json): Promise<Generated | undefined> {
  controls.get(key)?.abort()
  const control = new AbortController()
  controls.set(key, control)
  const mine = () => controls.get(key) === control
  const begun: Generation = { provider: provider.name, state: 'running', startedAt: Date.now(), toolUses: 0, notes: [] }
  useStore.setState(({ generations }) => ({ generations: new Map(generations).set(key, begun) }))
  changeDraft(key, { json: undefined, role: 'assistant', content: [{ type: 'text', text: '' }], model: provider.model })
  try {
    const generated = await call('generate', [{ ...orderOf(provider), params }], {
      signal: control.signal,
      onPart: (part) => {
        const { text, toolUses } = part as Sofar
        if (!mine()) return
        changeDraft(key, { content: [{ type: 'text', text }] })
        change(key, { toolUses })
      },
    })
    if (!mine()) return undefined
    changeDraft(key, draftOf(generated.result))
    change(key, { state: 'done', endedAt: Date.now(), notes: generated.notes })
    return generated
  } catch (error) {
    if (!mine()) return undefined
    const cancelled = control.signal.aborted
    change(key, {
      state: cancelled ? 'cancelled' : 'failed',
      endedAt: Date.now(),
      says: cancelled ? 'Stopped by you; what came so far is below.' : (error as Error).message,
    })
    return undefined
  }
}

export function stopGeneration(key: string): void {
  controls.get(key)?.abort()
}

useDesk.subscribe(({ asks }, before) => {
  if (asks === before.asks) return
  for (const key of controls.keys()) {
    if (asks.some((ask) => ask.key === key)) continue
    controls.get(key)?.abort()
    controls.delete(key)
  }
})
