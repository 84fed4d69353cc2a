// Answers that providers make: each belongs to an ask, goes on while its dialog is set aside, and ends with the ask. A person
// who writes meanwhile has the pen: the provider stops, and nothing that was typed is lost.
import { create } from 'zustand'
import { isObject, type Json } from '#mcp/json.ts'
import { formPrompt, formValues } from '#mcp/provider/elicitation.ts'
import type { Generated, Sofar } from '#mcp/provider/speech.ts'
import { useDesk } from '../session/asks.ts'
import { call } from '../session/engine.ts'
import type { PendingAsk } from '../session/engine-messages.ts'
import { argumentsToDraft } from '../ui/SchemaForm/from-arguments.ts'
import { changeDraft, draftOf, useAskDrafts, type AskDraft } from './ask-drafts.ts'
import { orderOf, type StoredProvider } from './providers.ts'

export interface Generation {
  provider: string
  state: 'running' | 'done' | 'failed' | 'cancelled'
  startedAt: number
  endedAt?: number
  toolUses: number
  notes: string[]
  says?: string
  /** What stood in the answer before, where a person had written it. */
  before?: AskDraft
}

/** `values`: of the form that an elicitation wants filled in. */
export interface Written extends Generated {
  values?: { [name: string]: Json }
}

const useStore = create<{ generations: ReadonlyMap<string, Generation> }>(() => ({ generations: new Map() }))
const controls = new Map<string, AbortController>()
/** The draft as the provider left it: one that is another was changed by the person. */
const left = new Map<string, AskDraft>()

export function useGeneration(key: string): Generation | undefined {
  return useStore((state) => state.generations.get(key))
}

function change(key: string, next: Partial<Generation>): void {
  useStore.setState(({ generations }) => {
    const before = generations.get(key)
    return before === undefined ? {} : { generations: new Map(generations).set(key, { ...before, ...next }) }
  })
}

const draftNow = (key: string): AskDraft | undefined => useAskDrafts.getState().drafts.get(key)

function write(key: string, what: Partial<AskDraft>): void {
  left.delete(key)
  changeDraft(key, what)
  left.set(key, draftNow(key)!)
}

/** Whether a person wrote any of it: neither blank, nor just as a provider left it. */
function isOwn(key: string, draft: AskDraft | undefined): draft is AskDraft {
  const provided = left.get(key)
  if (draft === undefined || (provided !== undefined && !isAnswerChanged(draft, provided))) return false
  const { json, content, form } = draft
  const [only] = content
  const blank = content.length === 0 || (content.length === 1 && isObject(only) && only.type === 'text' && only.text === '')
  return json !== undefined || !blank || Object.keys(form).length > 0
}

/**
 * Has a provider write the answer into the draft of the ask: text as it comes, the values of a form when they are whole.
 * Never rejects; what came before a failure stays.
 */
export async function startGeneration(
  ask: Pick<PendingAsk, 'key' | 'method'>,
  provider: StoredProvider,
  params: Json,
): Promise<Written | undefined> {
  const { key } = ask
  const form = ask.method === 'elicitation/create'
  controls.get(key)?.abort()
  const control = new AbortController()
  controls.set(key, control)
  const mine = () => controls.get(key) === control
  const before = draftNow(key)
  const begun: Generation = { provider: provider.name, state: 'running', startedAt: Date.now(), toolUses: 0, notes: [] }
  if (isOwn(key, before)) begun.before = before
  useStore.setState(({ generations }) => ({ generations: new Map(generations).set(key, begun) }))
  if (form) write(key, {})
  else write(key, { json: undefined, role: 'assistant', content: [{ type: 'text', text: '' }], model: provider.model })
  try {
    const generated = await call('generate', [{ ...orderOf(provider), params: form ? formPrompt(params) : params }], {
      signal: control.signal,
      onPart: (part) => {
        const { text, toolUses } = part as Sofar
        if (!mine() || control.signal.aborted) return
        if (!form) write(key, { content: [{ type: 'text', text }] })
        change(key, { toolUses })
      },
    })
    if (!mine()) return undefined
    const notes = generated.notes
    if (!form) {
      write(key, draftOf(generated.result))
      change(key, { state: 'done', endedAt: Date.now(), notes })
      return generated
    }
    const values = formValues(generated.result)
    if (typeof values === 'string') throw new Error(`${provider.name} answered, but ${values}.`)
    const schema = isObject(params) && isObject(params.requestedSchema) ? params.requestedSchema : { type: 'object' }
    write(key, { json: undefined, form: argumentsToDraft(schema, values) })
    change(key, { state: 'done', endedAt: Date.now(), notes })
    return { ...generated, values }
  } catch (error) {
    if (!mine()) return undefined
    const cancelled = control.signal.aborted
    const why = typeof control.signal.reason === 'string' ? control.signal.reason : 'Stopped by you; what came so far is below.'
    change(key, { state: cancelled ? 'cancelled' : 'failed', endedAt: Date.now(), says: cancelled ? why : (error as Error).message })
    return undefined
  }
}

export function stopGeneration(key: string): void {
  controls.get(key)?.abort('Stopped by you; what came so far is below.')
}

/** Puts back what a person had written before the provider did. */
export function takeBack(key: string): void {
  const before = useStore.getState().generations.get(key)?.before
  if (before === undefined) return
  stopGeneration(key)
  left.delete(key)
  changeDraft(key, { json: undefined, ...before })
  useStore.setState(({ generations }) => ({ generations: new Map([...generations].filter(([one]) => one !== key)) }))
}

useAskDrafts.subscribe(({ drafts }, before) => {
  if (drafts === before.drafts) return
  for (const [key, { state }] of useStore.getState().generations) {
    const draft = drafts.get(key)
    if (state !== 'running' || draft === before.drafts.get(key) || !left.has(key)) continue
    if (draft !== undefined && draft !== left.get(key) && isAnswerChanged(draft, left.get(key)!))
      controls.get(key)?.abort('Stopped, since you went on yourself; what came until then is yours.')
  }
})

/** The request may be changed meanwhile, and what a rejection would say: those are no part of the answer. */
function isAnswerChanged(now: AskDraft, then: AskDraft): boolean {
  return (['json', 'content', 'form', 'role', 'model', 'stopReason'] as const).some((member) => now[member] !== then[member])
}

useDesk.subscribe(({ asks }, before) => {
  if (asks === before.asks) return
  for (const key of controls.keys()) {
    if (asks.some((ask) => ask.key === key)) continue
    controls.get(key)?.abort()
    controls.delete(key)
    left.delete(key)
  }
})
