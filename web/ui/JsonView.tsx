// A JSON value as a tree: folds, finds, copies, keeps integers exact. Only unfolded rows are in the page.
import { memo, useContext, useEffect, useLayoutEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { BigPart, placeNotes, placeOf } from '#mcp/content/big.ts'
import { heldAt, valueAt } from '#mcp/held.ts'
import { writeJson, type Json } from '#mcp/json.ts'
import { spellingOf } from '#mcp/spelling.ts'
import { deferred } from './deferred.tsx'
import { CopyButton } from './CopyButton.tsx'
import { count, reveal } from './format.ts'
import {
  findIn,
  grown,
  initiallyOpen,
  isContainer,
  layout,
  members,
  noteOf,
  revealing,
  rowHolding,
  sizeOf,
  STEP,
  type Fold,
  type JsonRow,
  type Span,
} from './json-rows.ts'
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
  notes?: ReadonlyMap<string, string> | undefined
  /** Gone to when it changes. */
  goTo?: SoughtPlace | undefined
}

/** Strings longer than this are cut until asked for. */
const LONG = 240
/** And no more than this is drawn of one string even then. */
const LONGEST = 20_000
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
  const placed = useMemo(
    () =>
      notes === undefined || notes.size === 0
        ? undefined
        : placeNotes(
            [...notes].map(([at, says]) => ({ at, says })),
            (at) => valueAt(value, at) !== undefined,
          ),
    [notes, value],
  )
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
            onFocus={setActive}
            onToggle={toggle}
          />
        ))}
      </div>
    </div>
  )
}

interface RowProps {
  row: JsonRow
  current: boolean
  hit: boolean
  note: string | undefined
  onFocus: (id: string) => void
  onToggle: (row: JsonRow) => void
}

const Row = memo(
  function Row({ row, current, hit, note, onFocus, onToggle }: RowProps) {
    const { value, kind, depth } = row
    const pad = { paddingLeft: 16 + depth * 14 }
    if (kind === 'close')
      return (
        <div className={style.row} style={pad} aria-hidden="true">
          {Array.isArray(value) ? ']' : '}'}
          {row.comma && ','}
        </div>
      )
    const folds = isContainer(value) && kind !== 'more' && sizeOf(value) > 0
    return (
      <div
        role="treeitem"
        data-row={row.id}
        aria-level={depth + 1}
        aria-posinset={row.position || undefined}
        aria-setsize={row.of || undefined}
        aria-expanded={folds ? kind !== 'folded' : undefined}
        aria-selected={current}
        tabIndex={current ? 0 : -1}
        className={`${style.row} ${hit ? style.hit : ''}`}
        style={pad}
        onFocus={() => onFocus(row.id)}
      >
        {folds && (
          <span className={style.fold} style={{ left: depth * 14 }} aria-hidden="true" onClick={() => onToggle(row)}>
            {kind === 'folded' ? '▸' : '▾'}
          </span>
        )}
        {row.name !== undefined && (
          <>
            <span className={style.key}>{reveal(JSON.stringify(row.name))}</span>
            {': '}
          </>
        )}
        {kind === 'more' ? (
          <button type="button" className={style.more} tabIndex={-1} onClick={() => onToggle(row)}>
            {Math.min(STEP, row.hidden!)} more of {row.hidden!.toLocaleString('en')} not shown{row.side === 'before' ? ' above' : ''}
          </button>
        ) : isContainer(value) ? (
          <Container row={row} onToggle={onToggle} />
        ) : (
          <Scalar value={value} spelled={row.spelled} />
        )}
        {row.comma && kind !== 'open' && ','}
        {note !== undefined && <span className={style.note}> ← {note}</span>}
        {current && (
          <span className={style.acts}>
            <CopyButton tabIndex={-1} text={() => row.spelled ?? textOf(value)} label="copy" aria-label="Copy value" />
            {row.pointer !== '' && <CopyButton tabIndex={-1} text={row.pointer} label="path" aria-label={`Copy path ${row.pointer}`} />}
          </span>
        )}
      </div>
    )
  },
  (a, b) =>
    a.current === b.current &&
    a.hit === b.hit &&
    a.note === b.note &&
    a.row.id === b.row.id &&
    a.row.kind === b.row.kind &&
    a.row.value === b.row.value &&
    a.row.spelled === b.row.spelled &&
    a.row.comma === b.row.comma &&
    a.row.hidden === b.row.hidden,
)

function Container({ row, onToggle }: { row: JsonRow; onToggle: (row: JsonRow) => void }) {
  const { value, kind } = row
  if (!isContainer(value)) return null
  const [left, right] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  const size = sizeOf(value)
  if (kind === 'open') return left
  if (kind === 'folded' && size > 0)
    return (
      <span role="none" className={style.folded} onClick={() => onToggle(row)}>
        {left} <span className={style.dim}>{Array.isArray(value) ? count(size, 'element') : count(size, 'member')}</span> {right}
      </span>
    )
  if (size === 0) return left + right
  return (
    <>
      {left}{' '}
      {[...members(value)].map(([key, member], at) => (
        <span key={key}>
          {typeof key === 'string' && (
            <>
              <span className={style.key}>{reveal(JSON.stringify(key))}</span>
              {': '}
            </>
          )}
          {isContainer(member) ? Array.isArray(member) ? '[]' : '{}' : <Scalar value={member} spelled={spellingOf(value, key, member)} />}
          {at < size - 1 && ', '}
        </span>
      ))}{' '}
      {right}
    </>
  )
}

function Scalar({ value, spelled }: { value: Json; spelled?: string }) {
  const [whole, setWhole] = useState(false)
  if (typeof value !== 'string')
    return <span className={typeof value === 'boolean' || value === null ? style.word : style.num}>{spelled ?? writeJson(value)}</span>
  if (value.length <= LONG) return <span className={style.str}>{reveal(JSON.stringify(value))}</span>
  return (
    <>
      {whole ? (
        <span className={style.text}>{reveal(value.slice(0, LONGEST))}</span>
      ) : (
        <span className={style.str}>{reveal(JSON.stringify(value.slice(0, 160)).slice(0, -1))}…</span>
      )}
      {whole && value.length > LONGEST && (
        <span className={style.dim}>… {count(value.length - LONGEST, 'character')} more: copy it to see all</span>
      )}{' '}
      <button type="button" className={style.more} tabIndex={-1} onClick={() => setWhole(!whole)}>
        {whole ? 'cut' : `${(value.length - 160).toLocaleString('en')} more characters`}
      </button>
    </>
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

/** What copying gives: a string as its text, all else as JSON. */
function textOf(value: Json): string {
  return typeof value === 'string' ? value : writeJson(value, 2)
}
