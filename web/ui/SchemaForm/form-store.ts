// The draft of one form while it is on screen: fields listen to their own part, so that a key press draws one field
// and not five hundred. The owner of the draft hears of every change.
import { createContext, useContext, useSyncExternalStore } from 'react'
import type { Json } from '#mcp/json.ts'
import type { Path, Problem } from './draft.ts'
import type { Draft, FieldDraft } from './field-draft.ts'
import { changeAt, fieldAt, type Steps } from './draft-edit.ts'
import { fieldId } from './field-id.ts'
import { shownState, type Shown } from './field-state.ts'
import type { Node } from './node.ts'
import { pointerOf } from './schema-parts.ts'

export class FormStore {
  draft: Draft
  problems: ReadonlyMap<string, Problem> = new Map()
  /** Problems of untouched fields are shown too. */
  showAll = false
  readonly idPrefix: string
  onChange: (draft: Draft) => void = () => {}
  readonly #listeners = new Set<() => void>()
  readonly #views = new WeakMap<Place, FieldView & { version: number }>()
  #version = 0

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
    const map = new Map<string, Problem>()
    for (const problem of problems) {
      // The same words stay the same object, so that their field is not drawn anew.
      const before = this.problems.get(problem.at)
      if (!map.has(problem.at)) map.set(problem.at, before?.says === problem.says && before.level === problem.level ? before : problem)
    }
    const same = map.size === this.problems.size && [...map].every(([at, problem]) => this.problems.get(at) === problem)
    if (same && this.draft === draft && this.showAll === showAll) return
    this.draft = draft
    this.showAll = showAll
    this.problems = map
    this.#tell()
  }

  /** What is to be seen of a field: the same object until something of it changes. */
  viewOf(place: Place): FieldView {
    const known = this.#views.get(place)
    if (known?.version === this.#version) return known
    const pointer = known?.pointer ?? pointerOf(place.path)
    const field = fieldAt(this.draft, place.steps)
    const found = this.problems.get(pointer)
    const problem = found !== undefined && (this.showAll || field?.state !== undefined || found.level === 'warn') ? found : undefined
    if (known !== undefined && known.field === field && known.problem === problem) {
      known.version = this.#version
      return known
    }
    const { node, required } = place
    const id = fieldId(this.idPrefix, pointer)
    const aboutId = place.bare ? `${id}-inside` : `${id}-about`
    const words = [(node.description !== undefined || node.notes.length > 0) && aboutId, problem !== undefined && `${id}-problem`].filter(
      (one) => one !== false,
    )
    const view: FieldView & { version: number } = {
      place,
      pointer,
      id,
      field,
      problem,
      shown: shownState(node, field, required, place.within),
      aboutId,
      describedBy: words.length === 0 ? undefined : words.join(' '),
      version: this.#version,
    }
    this.#views.set(place, view)
    return view
  }

  #tell(): void {
    this.#version += 1
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
  /** Origins of what it stands in: one of them again is opened by a person alone. */
  within?: readonly Json[]
  /** The control alone: what is around names it. */
  bare?: boolean
  /** A row of a list: its number stands before the control instead of a name above it. */
  row?: number
}

export interface FieldView {
  place: Place
  /** JSON Pointer of the value in the arguments. */
  pointer: string
  /** Id of the control. */
  id: string
  field: FieldDraft | undefined
  /** What is wrong, where it is to be shown: at fields that were touched, at all once a call was tried. */
  problem: Problem | undefined
  shown: Shown
  /** Id of the words about the field; a branch inside a union's field has its own. */
  aboutId: string
  /** Ids of the words about the field that are there. */
  describedBy: string | undefined
}

/** What the children of a place stand in. */
export function withinOf({ node: { origin }, within = [] }: Place): readonly Json[] {
  return origin === undefined ? within : [...within, origin]
}

/** It is in itself: drawing it open would have no end. */
export function isAgain({ node: { origin }, within = [] }: Place): boolean {
  return origin !== undefined && within.includes(origin)
}

/** The place that the whole form is for. */
export const PlaceContext = createContext<Place | undefined>(undefined)
export const StoreContext = createContext<FormStore | undefined>(undefined)

export function useStore(): FormStore {
  const store = useContext(StoreContext)
  if (store === undefined) throw new Error('A field outside of a form')
  return store
}

export function useFormValue<T>(select: (store: FormStore) => T): T {
  const store = useStore()
  return useSyncExternalStore(store.subscribe, () => select(store))
}

/** Listens to a field, once for all that is drawn of it. */
export function useFieldView(place: Place): FieldView {
  const store = useStore()
  return useSyncExternalStore(store.subscribe, () => store.viewOf(place))
}

export function useFieldId(path: Path): string {
  return fieldId(useStore().idPrefix, pointerOf(path))
}
