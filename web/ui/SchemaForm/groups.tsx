// Objects and maps. Each group opens one level at a time.
import { startTransition, useEffect, useId, useMemo, useState } from 'react'
import { writeJson } from '#mcp/json.ts'
import { Button } from '../Button.tsx'
import { reveal } from '../format.ts'
import { ANY, shapeFor, type Path } from './draft.ts'
import { argumentsField } from './from-arguments.ts'
import { addRow, fieldAt, removeRow, renameRow, withState, type Steps } from './draft-edit.ts'
import { DEEP } from './depth.ts'
import { Child, Preset } from './child.tsx'
import { isAgain, useFieldId, useFormValue, useStore, withinOf, type Place } from './form-store.ts'
import { NearWatch } from './near.ts'
import type { Node, Shape } from './node.ts'
import { pointerOf } from './schema-parts.ts'
import style from './SchemaForm.module.css'

/** With more members than this, those out of sight are not laid out. */
const MANY = 60

/** Of so many, so many fill a screen. */
const FIRST = 30

export function ObjectField({ place }: { place: Place }) {
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
  const open = opened || map || (!off && (touched || (required && path.length <= DEEP && !isAgain(place))))
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
  return <Members place={place} node={node} />
}

function Members({ place, node }: { place: Place; node: Extract<Node, { kind: 'object' }> }) {
  const conditional = node.conditions.length > 0
  const shape = useFormValue((store) => (conditional ? shapeFor(node, fieldAt(store.draft, place.steps), place.path) : node.shape({})))
  return (
    <div className={style.fields}>
      {shape.properties.length > 0 && <Declared place={place} shape={shape} />}
      {shape.properties.length === 0 && !shape.invites && <Hollow place={place} />}
      <MapRows place={place} shape={shape} />
    </div>
  )
}

/** An object that may hold nothing: it is there, or it is not. */
function Hollow({ place: { steps, path, required } }: { place: Place }) {
  const store = useStore()
  const sent = useFormValue((one) => fieldAt(one.draft, steps)?.state === 'empty')
  if (path.length === 0 || required || sent)
    return <div className={style.quiet}>Takes nothing{path.length > 0 && ': an empty object is sent'}.</div>
  return (
    <span className={style.radios}>
      <span className={style.quiet}>Takes nothing.</span>
      <Button look="quiet" onClick={() => store.change(steps, (before) => withState(before, 'empty'))}>
        Send an empty object
      </Button>
    </span>
  )
}

/** The members that the schema names. */
function Declared({ place, shape }: { place: Place; shape: Shape }) {
  const places = useMemo(() => shape.properties.map((property) => memberPlace(place, property)), [place, shape])
  const long = places.length > MANY
  // What is in sight comes at once, all else right after it, in slices that give way to a person's keys.
  const [whole, setWhole] = useState(!long)
  useEffect(() => startTransition(() => setWhole(true)), [])
  const [near] = useState(() => (long ? NearWatch.make() : undefined))
  return (
    <div ref={near?.around} className={long ? `${style.fields} ${style.long}` : style.fields}>
      {(whole ? places : places.slice(0, FIRST)).map((at, index) => (
        <Child key={at.path.at(-1)} place={at} near={index < FIRST ? undefined : near} />
      ))}
    </div>
  )
}

function memberPlace(place: Place, { name, required, node }: Shape['properties'][number]): Place {
  const made = node()
  const label = made.title ?? (name === '' ? '(no name)' : name)
  const member: Place = {
    node: made,
    steps: [...place.steps, { member: name }],
    path: [...place.path, name],
    label,
    required,
    within: withinOf(place),
  }
  return label === name ? member : { ...member, name }
}

function MapRows({ place, shape }: { place: Place; shape: Shape }) {
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
      {shape.properties.length === 0 && place.required && path.length > 0 && !off && (rows ?? []).length === 0 && (
        <Button look="quiet" onClick={() => store.change(steps, (before) => ({ ...before, state: 'empty' }))}>
          Send an empty object
        </Button>
      )}
    </div>
  )
}

interface MapRowProps {
  steps: Steps
  path: Path
  id: number
  name: string
  shape: Shape
  fresh: boolean
  onRename: (key: string) => void
  onRemove: () => void
}

function MapRow({ steps, path, id, name, shape, fresh, onRename, onRemove }: MapRowProps) {
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
      <Child place={place} />
      <Button look="quiet" aria-label={`Remove ${name === '' ? 'the new member' : name}`} onClick={onRemove}>
        ✕
      </Button>
    </div>
  )
}
