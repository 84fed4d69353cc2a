// A JSON value as a tree: folds, finds, copies, keeps integers exact. Only unfolded rows are in the page.
import { useContext, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { BigPart, faultsOf, placeNotes, type BigNote, placeOf } from '#mcp/content/big.ts'
import { heldAt, valueAt } from '#mcp/held.ts'
import { writeJson, type Json } from '#mcp/json.ts'
import { deferred } from './deferred.tsx'
import { count } from './format.ts'
import {
  findIn,
  grown,
  initiallyOpen,
  isContainer,
  layout,
  noteOf,
  revealing,
  rowHolding,
  sizeOf,
  type Fold,
  type JsonRow,
  type Span,
} from './json-rows.ts'
import { Row, textOf } from './JsonTreeRow.tsx'
import { Offers, type ViewOffers } from './viewers/finder.ts'
import { mayGo, type SoughtPlace } from './viewers/sought-place.ts'
import { Viewer } from './viewers/Viewer.tsx'
import style from './JsonView.module.css'

export interface JsonViewProps {
  value: Json
  /** Accessible name of the tree. */
  label?: string
  /** Without the bar that finds, unfolds and copies. */
  bare?: boolean
  /** Things said about values, by JSON Pointer: shown at their place. */
  notes?: readonly BigNote[] | undefined
  /** Gone to when it changes. */
  goTo?: SoughtPlace | undefined
}

/** "Unfold all" stops at about this many rows. */
const MANY = 2000

const BigValue = deferred(async () => (await import('./viewers/BigValue.tsx')).BigValue)

/** A value in the frame of all viewers; one of which parts are not in the page is drawn from where they are. */
export function JsonView({ value, label = 'JSON', bare = false, ...said }: JsonViewProps) {
  const held = heldAt(value)
  if (held !== undefined) return <BigValue held={held} label={label} {...said} />
  if (bare) return <JsonTree value={value} label={label} {...said} />
  return <ValueView value={value} label={label} {...said} />
}

function ValueView({
  value,
  label,
  notes,
  goTo,
}: Required<Pick<JsonViewProps, 'value' | 'label'>> & Pick<JsonViewProps, 'notes' | 'goTo'>) {
  const part = useMemo(() => new BigPart(value), [value])
  const table = useMemo(() => (isContainer(value) ? part.lookNow('', '').table : undefined), [part, value])
  const [asTable, setAsTable] = useState(false)
  const [went, setWent] = useState(goTo)
  if (went !== goTo) {
    setWent(goTo)
    // Places are in the tree.
    if (goTo?.asked === true) setAsTable(false)
  }
  const shown = asTable && table !== undefined
  return (
    <Viewer
      kind={sortOf(value)}
      facts={shown ? [table.pointer, count(table.rows, 'row'), count(table.columns.length, 'column')] : []}
      modes={table === undefined ? [] : MODES}
      mode={shown ? 'table' : 'tree'}
      onMode={(id) => setAsTable(id === 'table')}
      copy={() => writeJson(value, 2)}
      file={{ name: `${fileStem(label)}.json`, mimeType: 'application/json', data: () => writeJson(value, 2) }}
      find={isContainer(value) && sizeOf(value) > 0}
      label={label}
    >
      {shown ? (
        <TableView source={part} table={table} label={label} onFault={ignore} />
      ) : (
        <JsonTree value={value} label={label} notes={notes} goTo={goTo} />
      )}
    </Viewer>
  )
}

const TableView = deferred(async () => (await import('./viewers/TableView.tsx')).TableView)
const MODES = [
  { id: 'tree', title: 'Tree' },
  { id: 'table', title: 'Table' },
]
const ignore = () => undefined

function sortOf(value: Json): string {
  if (!isContainer(value)) return value === null ? 'null' : typeof value === 'bigint' ? 'number' : typeof value
  return Array.isArray(value) ? `array, ${count(sizeOf(value), 'element')}` : `object, ${count(sizeOf(value), 'member')}`
}

function fileStem(label: string): string {
  return label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-') || 'value'
}

/** The tree alone; it offers finding and folding to the frame that it stands in. */
export function JsonTree({ value, label = 'JSON', notes, goTo }: Omit<JsonViewProps, 'bare'>) {
  const initial = useMemo(() => initiallyOpen(value), [value])
  const [chosen, setChosen] = useState<ReadonlyMap<string, boolean>>(new Map())
  const [shown, setShown] = useState<ReadonlyMap<string, Span>>(new Map())
  const [hit, setHit] = useState<string>()
  const [active, setActive] = useState('')
  const tree = useRef<HTMLDivElement>(null)
  const fold = useMemo<Fold>(() => ({ initial, chosen, shown }), [initial, chosen, shown])
  const rows = useMemo(() => layout(value, fold), [value, fold])
  const now = useRef({ fold, rows })
  useLayoutEffect(() => {
    now.current = { fold, rows }
  })
  const [placed, faults] = useMemo(() => {
    if (notes === undefined || notes.length === 0) return []
    const exists = (at: string): boolean => valueAt(value, at) !== undefined
    return [placeNotes(notes, exists), placeNotes(faultsOf(notes), exists)]
  }, [notes, value])
  useEffect(() => {
    if (placed === undefined) return
    let next = now.current.fold
    for (const at of [...placed.keys()].slice(0, 20)) next = revealing(value, next, at)
    setChosen(next.chosen)
    setShown(next.shown)
  }, [placed, value])
  useEffect(() => {
    if (goTo === undefined || !mayGo(goTo, tree.current)) return
    const pointer = placeOf(goTo.pointer, (at) => valueAt(value, at) !== undefined)
    const next = revealing(value, now.current.fold, pointer)
    setChosen(next.chosen)
    setShown(next.shown)
    setHit(pointer)
    const row = rowHolding(layout(value, next), pointer)?.id ?? ''
    setActive(row)
    const frame = requestAnimationFrame(() => {
      const element = tree.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(row)}"]`)
      if (goTo.asked) element?.focus({ preventScroll: true })
      element?.scrollIntoView({ block: 'nearest' })
    })
    return () => cancelAnimationFrame(frame)
  }, [goTo, value])
  const tell = useContext(Offers)
  useEffect(() => {
    if (tell === undefined) return
    tell(
      offersOf(value, () => now.current, {
        fold: (next) => {
          setChosen(next.chosen)
          setShown(next.shown)
        },
        mark: (pointer, row) => {
          setHit(pointer)
          if (row === undefined) return
          setActive(row)
          requestAnimationFrame(() => tree.current?.querySelector(`[data-row="${CSS.escape(row)}"]`)?.scrollIntoView({ block: 'nearest' }))
        },
      }),
    )
    return () => tell({})
  }, [tell, value])

  const focusRow = (id: string) => {
    setActive(id)
    requestAnimationFrame(() => tree.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)?.focus())
  }
  const set = (pointer: string, open: boolean) => setChosen((before) => new Map(before).set(pointer, open))
  const more = ({ pointer, side }: JsonRow) => setShown((before) => new Map(before).set(pointer, grown(before.get(pointer), side)))
  const found = useMemo(() => (hit === undefined ? undefined : rowHolding(rows, hit)), [rows, hit])

  const items = rows.filter((row) => row.kind !== 'close')
  const current = items.some((row) => row.id === active) ? active : (items[0]?.id ?? '')
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey) return
    const at = items.findIndex((row) => row.id === current)
    const row = items[at]
    if (row === undefined || !(event.target as HTMLElement).matches('[role=treeitem]')) return
    const parent = items.slice(0, at).findLast((one) => one.depth < row.depth)
    const isOpen = row.kind === 'open' || row.kind === 'inline'
    const act: { [key: string]: (() => void) | undefined } = {
      ArrowDown: () => focusRow((items[at + 1] ?? row).id),
      ArrowUp: () => focusRow((items[at - 1] ?? row).id),
      Home: () => focusRow(items[0]!.id),
      End: () => focusRow(items[items.length - 1]!.id),
      ArrowRight:
        row.kind === 'folded' ? () => set(row.pointer, true) : row.kind === 'open' ? () => focusRow((items[at + 1] ?? row).id) : undefined,
      ArrowLeft: isOpen ? () => set(row.pointer, false) : parent && (() => focusRow(parent.id)),
      Enter: () => toggle(row),
      ' ': () => toggle(row),
      c: () => void navigator.clipboard?.writeText(row.spelled ?? textOf(row.value)),
    }
    const run = act[event.key]
    if (run === undefined) return
    event.preventDefault()
    event.stopPropagation()
    run()
  }
  const toggle = (row: JsonRow) => {
    if (row.kind === 'more') more(row)
    else if (isContainer(row.value)) set(row.pointer, row.kind === 'folded')
  }

  return (
    <div className={style.view}>
      <div ref={tree} role="tree" aria-label={label} className={style.tree} onKeyDown={onKeyDown} tabIndex={-1}>
        {rows.map((row) => (
          <Row
            key={row.id}
            row={row}
            current={row.id === current}
            hit={row === found}
            note={placed === undefined ? undefined : noteOf(row, placed)}
            mild={faults !== undefined && noteOf(row, faults) === undefined}
            onFocus={setActive}
            onToggle={toggle}
          />
        ))}
      </div>
    </div>
  )
}

interface TreeActs {
  fold: (next: Pick<Fold, 'chosen' | 'shown'>) => void
  mark: (pointer: string | undefined, row?: string) => void
}

/** Finding and folding, for the frame. */
function offersOf(value: Json, now: () => { fold: Fold; rows: JsonRow[] }, { fold, mark }: TreeActs): ViewOffers {
  let hits: string[] = []
  return {
    finder: {
      seek(needle) {
        hits = findIn(value, needle)
        mark(undefined)
        return Promise.resolve({ hits: hits.length, more: hits.length === 1000 })
      },
      show(at) {
        const pointer = hits[at]
        if (pointer === undefined) return
        const next = revealing(value, now().fold, pointer)
        fold(next)
        mark(pointer, rowHolding(layout(value, next), pointer)?.id ?? '')
      },
      clear: () => mark(undefined),
    },
    unfold(all) {
      const chosen = all ? new Map([...initiallyOpen(value, MANY)].map((pointer) => [pointer, true] as const)) : foldedBelowRoot(now().rows)
      fold({ chosen, shown: new Map() })
    },
  }
}

function foldedBelowRoot(rows: JsonRow[]): Map<string, boolean> {
  return new Map(rows.filter((row) => row.depth > 0 && isContainer(row.value)).map((row) => [row.pointer, false]))
}
