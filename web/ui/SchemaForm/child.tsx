// Draws one field at a place: what it is decides its control, and the frame stands around it. Groups draw their members with
// it, so the controls come by a context and no two files need each other.
import { createContext, memo, useContext, useMemo, type ComponentType, type ReactNode } from 'react'
import { Button } from '../Button.tsx'
import { Frame, type FrameProps } from './Frame.tsx'
import { useFieldView, useFormValue, type FieldView, type Place } from './form-store.ts'
import type { NodeKind } from './node.ts'
import style from './SchemaForm.module.css'

/** Draws a single value. */
export type Control = ComponentType<{ view: FieldView }>
/** Draws what holds fields; it listens for itself, since it changes with each of them. */
export type Group = ComponentType<{ place: Place }>

type GroupKind = 'object' | 'list' | 'tuple' | 'union'

export type Controls = { [kind in GroupKind]: Group } & { [kind in Exclude<NodeKind, GroupKind>]: Control }

export const ControlsContext = createContext<Controls | undefined>(undefined)

function isGroup(kind: NodeKind): kind is GroupKind {
  return kind === 'object' || kind === 'list' || kind === 'tuple' || kind === 'union'
}

export interface ChildProps extends Pick<FrameProps, 'acts' | 'near'> {
  place: Place
}

export const Child = memo(function Child({ place, acts, near }: ChildProps) {
  const controls = useContext(ControlsContext)
  if (controls === undefined) throw new Error('A field outside of a form')
  const view = useFieldView(place)
  const { kind } = place.node
  const GroupOf = isGroup(kind) ? controls[kind] : undefined
  const ControlOf = isGroup(kind) ? undefined : controls[kind]
  // The same element while the place is the same, so that a key in one member draws no other.
  const group = useMemo(() => GroupOf && <GroupOf place={place} />, [GroupOf, place])
  const control = ControlOf === undefined ? group : <ControlOf view={view} />
  if (place.path.length === 0 && place.steps.length === 0) return <Root view={view}>{control}</Root>
  return (
    <Frame view={view} acts={acts} near={near}>
      {control}
    </Frame>
  )
})

/** The whole of the arguments has no frame of its own, unless it is written as JSON. */
function Root({ view, children }: { view: FieldView; children: ReactNode }) {
  const { place, id, field } = view
  const problem = useFormValue((store) => {
    const found = store.problems.get('')
    return store.showAll || store.draft.state !== undefined || found?.level === 'warn' ? found : undefined
  })
  return (
    <>
      {field?.state === 'json' || (place.node.kind !== 'object' && place.node.kind !== 'union') ? (
        <Frame view={view}>{children}</Frame>
      ) : (
        children
      )}
      <div id={`${id}-root-problem`} tabIndex={-1} className={problem?.level === 'warn' ? style.warning : style.problem}>
        {problem?.says}
      </div>
    </>
  )
}

export function Preset({ text, id, onEdit }: { text: string; id: string; onEdit: () => void }) {
  return (
    <div className={style.preset}>
      <code>{text.length > 200 ? `${text.slice(0, 199)}…` : text}</code>
      <Button id={id} onClick={onEdit}>
        Change the default
      </Button>
    </div>
  )
}
