// Objects and maps, and RJSF's templates for objects and fields. Each group opens one level at a time.
import { createContext, startTransition, useContext, useEffect, useId, useMemo, useState, type ComponentType, type ReactNode } from 'react'
import type { FieldProps, ObjectFieldTemplateProps, RJSFSchema } from '@rjsf/utils'
import { writeJson } from '#mcp/json.ts'
import { Button } from '../Button.tsx'
import { reveal } from '../format.ts'
import { ANY, shapeFor, type Path } from './draft.ts'
import { argumentsField } from './from-arguments.ts'
import { addRow, fieldAt, removeRow, renameRow, withState, type Steps } from './draft-edit.ts'
import { ActsContext, Child, Preset } from './child.tsx'
import { Frame } from './Frame.tsx'
import {
  PlaceContext,
  useFieldId,
  useFieldView,
  useFormValue,
  usePlace,
  useStore,
  ThriftContext,
  ViewContext,
  type FieldView,
  type Place,
} from './form-store.ts'
import type { Node, NodeKind, Shape } from './node.ts'
import { plainShape, positionOf } from './plain.ts'
import { pointerOf } from './schema-parts.ts'
import style from './SchemaForm.module.css'

/** Deeper than this even a required group waits to be opened. */
const DEEP = 4

/** With more members than this, those out of sight are not laid out. */
const MANY = 60

/** Of so many, so many fill a screen. */
const FIRST = 30

const HOLDERS: NodeKind[] = ['object', 'list', 'tuple', 'union']

const ShapeContext = createContext<{ shape: Shape; place: Place } | undefined>(undefined)

/** An object. `Core` is RJSF's own object field, which lays out the members. */
export function groupField(Core: ComponentType<FieldProps>) {
  return function GroupField(props: FieldProps) {
    const place = usePlace()
    const { node, steps, path, required } = place
    const store = useStore()
    const id = useFieldId(path)
    const [opened, setOpened] = useState(false)
    const touched = useFormValue((one) => {
      const field = fieldAt(one.draft, steps)
      return field?.members !== undefined || field?.state === 'value' || (field?.rows?.length ?? 0) > 0
    })
    const preset = useFormValue((one) => node.preset !== undefined && fieldAt(one.draft, steps) === undefined)
    const off = useFormValue((one) => ['unset', 'null', 'empty'].includes(fieldAt(one.draft, steps)?.state ?? ''))
    const map = node.kind === 'object' && node.conditions.length === 0 && node.shape({}).properties.length === 0
    const open = opened || map || (!off && (touched || (required && path.length <= DEEP)))
    // Set to "not sent", it closes over what it keeps.
    const [wasOff, setWasOff] = useState(off)
    if (off !== wasOff) {
      setWasOff(off)
      if (off) setOpened(false)
    }
    if (node.kind !== 'object') return null
    if (preset && !opened)
      return (
        <Preset
          text={writeJson(node.preset!.value)}
          id={id}
          onEdit={() => {
            store.change(steps, () => argumentsField(node, node.preset!.value))
            setOpened(true)
          }}
        />
      )
    if (!open)
      return (
        <Button
          id={id}
          className={style.opener}
          onClick={() => {
            setOpened(true)
            if (off && touched) store.change(steps, (before) => withState(before, undefined))
          }}
        >
          Fill in {reveal(place.label)}
        </Button>
      )
    return <Members Core={Core} props={props} place={place} node={node} />
  }
}

interface MembersProps {
  Core: ComponentType<FieldProps>
  props: FieldProps
  place: Place
  node: Extract<Node, { kind: 'object' }>
}

function Members({ Core, props, place, node }: MembersProps) {
  const conditional = node.conditions.length > 0
  const shape = useFormValue((store) => (conditional ? shapeFor(node, fieldAt(store.draft, place.steps), place.path) : node.shape({})))
  const context = useMemo(() => ({ shape, place }), [shape, place])
  return (
    <ShapeContext value={context}>
      <div className={style.fields}>
        {shape.properties.length > 0 && <Core {...props} schema={plainShape(shape) as RJSFSchema} formData={undefined} />}
        {shape.properties.length === 0 && !shape.invites && <div className={style.quiet}>Takes nothing.</div>}
        <MapRows props={props} place={place} shape={shape} />
      </div>
    </ShapeContext>
  )
}

/** RJSF's layout of an object, in our markup. */
export function ObjectTemplate({ properties }: ObjectFieldTemplateProps) {
  const around = useContext(ShapeContext)
  const places = useMemo(() => around?.shape.properties.map((property) => memberPlace(around.place, property)), [around])
  const long = properties.length > MANY
  // What is in sight comes at once, all else right after it, in slices that give way to a person's keys.
  const [whole, setWhole] = useState(!long)
  useEffect(() => startTransition(() => setWhole(true)), [])
  const fields = (
    <div className={long ? `${style.fields} ${style.long}` : style.fields}>
      {(whole ? properties : properties.slice(0, FIRST)).map(({ name, content }) => {
        const at = places?.[positionOf(name)]
        return at === undefined ? null : (
          <PlaceContext key={pointerOf(at.path)} value={at}>
            {content}
          </PlaceContext>
        )
      })}
    </div>
  )
  return long ? <ThriftContext value={true}>{fields}</ThriftContext> : fields
}

function memberPlace(place: Place, { name, required, node }: Shape['properties'][number]): Place {
  const made = node()
  const label = made.title ?? (name === '' ? '(no name)' : name)
  const member: Place = { node: made, steps: [...place.steps, { member: name }], path: [...place.path, name], label, required }
  return label === name ? member : { ...member, name }
}

function MapRows({ props, place, shape }: { props: FieldProps; place: Place; shape: Shape }) {
  const store = useStore()
  const { steps, path } = place
  const rows = useFormValue((one) => fieldAt(one.draft, steps)?.rows)
  const off = useFormValue((one) => ['unset', 'null', 'empty'].includes(fieldAt(one.draft, steps)?.state ?? ''))
  const [added, setAdded] = useState<number>()
  if (!shape.invites && (rows === undefined || rows.length === 0)) return null
  return (
    <div className={style.fields}>
      {(off ? [] : rows)?.map((row) => (
        <MapRow
          key={row.id}
          props={props}
          steps={[...steps, { row: row.id }]}
          path={path}
          id={row.id}
          name={row.key ?? ''}
          shape={shape}
          fresh={added === row.id}
          onRename={(key) => store.change(steps, (field) => renameRow(field, row.id, key))}
          onRemove={() => store.change(steps, (field) => removeRow(field, row.id))}
        />
      ))}
      {shape.invites && (
        <Button
          id={shape.properties.length === 0 && path.length > 0 ? `${store.idPrefix}${encodeURIComponent(pointerOf(path))}` : undefined}
          className={style.opener}
          onClick={() => {
            setAdded((rows ?? []).reduce((most, { id }) => Math.max(most, id), -1) + 1)
            store.change(steps, (field) => addRow(field, {}, ''))
          }}
        >
          Add a member
        </Button>
      )}
    </div>
  )
}

interface MapRowProps {
  props: FieldProps
  steps: Steps
  path: Path
  id: number
  name: string
  shape: Shape
  fresh: boolean
  onRename: (key: string) => void
  onRemove: () => void
}

function MapRow({ props, steps, path, id, name, shape, fresh, onRename, onRemove }: MapRowProps) {
  const problem = useFormValue((store) => store.problems.get(pointerOf([...path, `row:${id}`])))
  const own = useId()
  const node = shape.extra(name) ?? ANY
  const place = useMemo<Place>(
    () => ({ node, steps, path: [...path, name], label: `Value of ${name === '' ? 'the new member' : name}`, required: true, bare: true }),
    // The steps are made anew each time; the row's own number is what counts.
    // eslint-disable-next-line react-hooks/exhaustive-deps
    [node, id, name, path],
  )
  return (
    <div className={style.mapRow}>
      <div>
        <input
          ref={(input) => {
            if (fresh && name === '' && input !== null && document.activeElement?.tagName === 'BUTTON') input.focus()
          }}
          className={style.key}
          value={name}
          placeholder="name"
          aria-label={`Name of a member${name === '' ? '' : `: ${name}`}`}
          aria-invalid={problem !== undefined || undefined}
          aria-describedby={`${own}-problem`}
          spellCheck={false}
          onChange={(event) => onRename(event.target.value)}
        />
        <div id={`${own}-problem`} className={name === '' ? style.quiet : style.problem}>
          {name === '' ? 'Not sent until it has a name' : problem?.says}
        </div>
      </div>
      <Child place={place} props={props} />
      <Button look="quiet" aria-label={`Remove ${name === '' ? 'the new member' : name}`} onClick={onRemove}>
        ✕
      </Button>
    </div>
  )
}

/** RJSF's template around each field: the frame, save for the root, which has none. */
export function FieldTemplate({ children }: { children: ReactNode }) {
  const view = useFieldView(usePlace())
  const acts = useContext(ActsContext)
  const { path, steps } = view.place
  const root = path.length === 0 && steps.length === 0
  // What holds fields changes with each of them, and handing that down would draw them all anew: its control listens for itself.
  const control = HOLDERS.includes(view.place.node.kind) ? children : <ViewContext value={view}>{children}</ViewContext>
  const field = root ? (
    <Root view={view}>{control}</Root>
  ) : (
    <Frame view={view} acts={acts}>
      {control}
    </Frame>
  )
  return acts === undefined ? field : <ActsContext value={undefined}>{field}</ActsContext>
}

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
