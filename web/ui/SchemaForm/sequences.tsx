// Lists, tuples and unions. Each opens one level at a time.
import { useId, useMemo, useRef, useState } from 'react'
import { writeJson } from '#mcp/json.ts'
import { Button } from '../Button.tsx'
import { count, reveal } from '../format.ts'
import { Child, Preset } from './child.tsx'
import { branchOf, cellOf, cellRequired, reachedCells, wantsRows } from './draft.ts'
import { argumentsField } from './from-arguments.ts'
import { addRow, asList, chooseBranch, fieldAt, listOffer, moveRow, removeRow, withState } from './draft-edit.ts'
import { isAgain, useFieldId, useFieldView, useFormValue, useStore, withinOf, type Place } from './form-store.ts'
import { DEEP } from './depth.ts'
import { isOpenChoice } from './touched.ts'
import type { Node } from './node.ts'
import style from './SchemaForm.module.css'
import { Said } from '../Said.tsx'

export function ListField({ place }: { place: Place }) {
  const store = useStore()
  const { node, steps, label, required } = place
  const { id, field } = useFieldView(place)
  const rows = field?.rows ?? []
  const box = useRef<HTMLDivElement>(null)
  if (node.kind !== 'list') return null
  if (node.preset !== undefined && field === undefined)
    return (
      <Preset
        text={writeJson(node.preset.value)}
        id={id}
        onEdit={() => store.change(steps, () => argumentsField(node, node.preset!.value))}
      />
    )
  const off = field?.state === 'null' || field?.state === 'empty' || field?.state === 'unset'
  const add = () => {
    store.change(steps, (before) => addRow(before))
    requestAnimationFrame(() => {
      const last = box.current?.querySelector(':scope > [data-row]:nth-last-child(1 of [data-row])')
      const field = last?.querySelector<HTMLElement>(':is(textarea, input, select):not([aria-label^="State of"])')
      ;(field ?? last?.querySelector<HTMLElement>('button'))?.focus()
    })
  }
  return (
    <div ref={box} className={style.fields}>
      {!off &&
        rows.map((row, index) => <ListRow key={row.id} place={place} item={node.item()} row={row.id} index={index} of={rows.length} />)}
      <span className={style.radios}>
        <Button id={id} className={style.opener} onClick={add}>
          Add a row
        </Button>
        {required && rows.length === 0 && field?.state !== 'empty' && !wantsRows(node.schema.minItems) && (
          <Button look="quiet" onClick={() => store.change(steps, (before) => ({ ...before, state: 'empty' }))}>
            Send an empty list
          </Button>
        )}
        {field?.state === 'empty' && <span className={style.quiet}>An empty list is sent.</span>}
        <Said className="visually-hidden">{rows.length > 0 ? `${label}: ${count(rows.length, 'row')}` : ''}</Said>
      </span>
    </div>
  )
}

interface ListRowProps {
  place: Place
  item: Node
  row: number
  index: number
  of: number
}

function ListRow({ place, item, row, index, of }: ListRowProps) {
  const store = useStore()
  const { steps, path, label } = place
  const at = useMemo<Place>(
    () => ({
      node: item,
      steps: [...steps, { row }],
      path: [...path, index],
      label: `${item.title ?? label} ${index + 1}`,
      required: true,
      row: index + 1,
    }),
    [item, steps, path, row, index, label],
  )
  const acts = useMemo(
    () => (
      <>
        {index > 0 && (
          <Button look="quiet" aria-label={`Move ${at.label} up`} onClick={() => store.change(steps, (field) => moveRow(field, row, -1))}>
            ↑
          </Button>
        )}
        {index < of - 1 && (
          <Button look="quiet" aria-label={`Move ${at.label} down`} onClick={() => store.change(steps, (field) => moveRow(field, row, 1))}>
            ↓
          </Button>
        )}
        <Button look="quiet" aria-label={`Remove ${at.label}`} onClick={() => store.change(steps, (field) => removeRow(field, row))}>
          ✕
        </Button>
      </>
    ),
    [store, steps, row, index, of, at.label],
  )
  return (
    <div data-row="">
      <Child place={at} acts={acts} />
    </div>
  )
}

export function TupleField({ place }: { place: Place }) {
  const store = useStore()
  const { node, steps, path, label } = place
  const id = useFieldId(path)
  const rows = useFormValue((one) => fieldAt(one.draft, steps)?.rows)
  const off = useFormValue((one) => ['null', 'empty', 'unset'].includes(fieldAt(one.draft, steps)?.state ?? ''))
  const reached = useFormValue((one) => (node.kind === 'tuple' ? reachedCells(node, fieldAt(one.draft, steps)) : 0))
  const preset = useFormValue((one) => node.preset !== undefined && fieldAt(one.draft, steps) === undefined)
  const [opened, setOpened] = useState(false)
  const closed = !opened && rows === undefined && (isAgain(place) || path.length > DEEP)
  if (node.kind !== 'tuple') return null
  if (preset)
    return (
      <Preset
        text={writeJson(node.preset!.value)}
        id={id}
        onEdit={() => store.change(steps, () => argumentsField(node, node.preset!.value))}
      />
    )
  if (off || closed)
    return (
      <Button
        id={id}
        className={style.opener}
        onClick={() => {
          setOpened(true)
          if (off) store.change(steps, (field) => withState(field, undefined))
        }}
      >
        Fill in {reveal(label)}
      </Button>
    )
  const count = Math.max(node.cells.length, rows?.length ?? 0)
  return (
    <div className={style.fields}>
      {Array.from({ length: count }, (_, index) => {
        return (
          <Cell
            key={index}
            place={place}
            cell={cellOf(node, index)}
            row={rows?.[index]?.id ?? index}
            index={index}
            extra={index >= node.cells.length}
            required={cellRequired(node, index, reached)}
          />
        )
      })}
      {node.rest !== null && (
        <Button className={style.opener} onClick={() => store.change([...steps, { row: count }], (field) => field)}>
          Add a position
        </Button>
      )}
    </div>
  )
}

interface CellProps {
  place: Place
  cell: Node
  row: number
  index: number
  extra: boolean
  required: boolean
}

function Cell({ place, cell, row, index, extra, required }: CellProps) {
  const store = useStore()
  const { steps, path, label } = place
  const within = useMemo(() => withinOf(place), [place])
  const at = useMemo<Place>(
    () => ({
      node: cell,
      steps: [...steps, { row }],
      path: [...path, index],
      label: cell.title ?? `${label} ${index + 1}`,
      required,
      within,
    }),
    [cell, steps, path, row, index, label, required, within],
  )
  const acts = useMemo(
    () =>
      extra ? (
        <Button look="quiet" aria-label={`Remove ${at.label}`} onClick={() => store.change(steps, (field) => removeRow(field, row))}>
          ✕
        </Button>
      ) : undefined,
    [store, steps, row, extra, at.label],
  )
  return <Child place={at} acts={acts} />
}

export function UnionField({ place }: { place: Place }) {
  const store = useStore()
  const group = useId()
  const { node, steps, path, label } = place
  const id = useFieldId(path)
  const branch = useFormValue((one) => (node.kind === 'union' ? branchOf(node, fieldAt(one.draft, steps)) : undefined))
  const preset = useFormValue((one) => node.preset !== undefined && fieldAt(one.draft, steps) === undefined)
  const off = useFormValue((one) => ['null', 'unset'].includes(fieldAt(one.draft, steps)?.state ?? ''))
  const lines = useFormValue((one) => (node.kind === 'union' ? listOffer(node, fieldAt(one.draft, steps))?.lines.length : undefined))
  const at = branch ?? 0
  const child = node.kind === 'union' ? node.branches[at]?.node() : undefined
  const root = path.length === 0
  const open = useFormValue((one) => branch === undefined && !root && isOpenChoice(node, fieldAt(one.draft, steps)))
  const within = useMemo(() => withinOf(place), [place])
  const inner = useMemo<Place | undefined>(
    () =>
      child === undefined
        ? undefined
        : { node: child, steps: [...steps, { branch: at }], path, label, required: branch !== undefined || root, bare: true, within },
    [child, steps, path, label, branch, at, root, within],
  )
  if (node.kind !== 'union' || inner === undefined) return null
  if (preset)
    return (
      <Preset
        text={writeJson(node.preset!.value)}
        id={id}
        onEdit={() => store.change(steps, () => argumentsField(node, node.preset!.value))}
      />
    )
  const choose = (to: number) => store.change(steps, (field) => chooseBranch(field, node, to))
  return (
    <div className={style.fields}>
      {node.branches.length > 5 ? (
        <select
          id={open ? id : undefined}
          aria-label={`Kind of ${label}`}
          value={open ? '' : at}
          onChange={(event) => choose(Number(event.target.value))}
        >
          {open && (
            <option value="" disabled>
              choose …
            </option>
          )}
          {node.branches.map((one, index) => (
            <option key={one.label} value={index}>
              {reveal(one.label)}
            </option>
          ))}
        </select>
      ) : (
        <div role="radiogroup" aria-label={`Kind of ${label}`} className={style.segments}>
          {node.branches.map((one, index) => (
            <label key={one.label} className={index === at && !open ? style.segmentOn : undefined}>
              <input
                id={open && index === 0 ? id : undefined}
                type="radio"
                className="visually-hidden"
                name={group}
                checked={index === at && !open}
                onChange={() => choose(index)}
                onClick={() => branch === undefined && choose(index)}
              />
              {reveal(one.label)}
            </label>
          ))}
        </div>
      )}
      {!off && !open && <Child key={at} place={inner} />}
      {!off && lines !== undefined && (
        <Button className={style.opener} onClick={() => store.change(steps, (field) => asList(field, node))}>
          Make it a list of {lines}
        </Button>
      )}
    </div>
  )
}
