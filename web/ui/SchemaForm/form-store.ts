// The draft of one form while it is on screen: fields listen to their own part, so that a key press draws one field
// and not five hundred. The owner of the draft hears of every change.
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Draft, FieldDraft, Path, Problem } from './draft.ts'
import { changeAt, fieldAt, type Steps } from './draft-edit.ts'
import { fieldId } from './field-id.ts'
import type { Node } from './node.ts'
import { pointerOf } from './schema.ts'

export class FormStore {
  draft: Draft
  problems: ReadonlyMap<string, Problem> = new Map()
  /** Problems of untouched fields are shown too. */
  showAll = false
  readonly idPrefix: string
  onChange: (draft: Draft) => void = () => {}
  readonly #listeners = new Set<() => void>()

  constructor(draft: Draft, idPrefix: string) {
    this.draft = draft
    this.idPrefix = idPrefix
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  change(steps: Steps, change: (field: FieldDraft) => FieldDraft): void {
    this.draft = changeAt(this.draft, steps, change)
    this.#tell()
    this.onChange(this.draft)
  }

  /** Takes what the owner holds: another draft than the one last told, or other problems. */
  accept(draft: Draft, problems: readonly Problem[], showAll: boolean): void {
    this.draft = draft
    this.showAll = showAll
    const map = new Map<string, Problem>()
    for (const problem of problems) if (!map.has(problem.at)) map.set(problem.at, problem)
    this.problems = map
    this.#tell()
  }

  #tell(): void {
    for (const listener of this.#listeners) listener()
  }
}

/** Where a field stands: its node, its way in the draft and in the arguments. */
export interface Place {
  node: Node
  steps: Steps
  path: Path
  /** What a person reads as its name. */
  label: string
  /** Name of the member, when it differs from the label. */
  name?: string
  required: boolean
  /** The control alone: what is around names it. */
  bare?: boolean
  /** A row of a list: its number stands before the control instead of a name above it. */
  row?: number
}

export const StoreContext = createContext<FormStore | undefined>(undefined)
export const PlaceContext = createContext<Place | undefined>(undefined)

export function useStore(): FormStore {
  const store = useContext(StoreContext)
  if (store === undefined) throw new Error('A field outside of a form')
  return store
}

export function usePlace(): Place {
  const place = useContext(PlaceContext)
  if (place === undefined) throw new Error('A field without a place')
  return place
}

export function useFormValue<T>(select: (store: FormStore) => T): T {
  const store = useStore()
  return useSyncExternalStore(store.subscribe, () => select(store))
}

export function useField(steps: Steps): FieldDraft | undefined {
  return useFormValue((store) => fieldAt(store.draft, steps))
}

export function useProblem(path: Path): Problem | undefined {
  const pointer = pointerOf(path)
  return useFormValue((store) => store.problems.get(pointer))
}

export function useFieldId(path: Path): string {
  return fieldId(useStore().idPrefix, pointerOf(path))
}
