// A JSON tree of any size: rows from its source, folded and unfolded there.
import { useCallback, useEffect, useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { BigNote, BigSource, NotedRow } from '#mcp/content/big.ts'
import { isContainer, sizeOf } from '#mcp/content/tree.ts'
import { writeJson, type Json } from '#mcp/json.ts'
import { Button } from '../Button.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { count, reveal } from '../format.ts'
import { useOffers } from './finder.ts'
import { mayGo, type SoughtPlace } from './sought-place.ts'
import { VirtualRows } from './VirtualRows.tsx'
import json from '../JsonView.module.css'
import style from './viewers.module.css'

export interface BigTreeProps {
  source: BigSource
  label: string
  /** Things said about values, by JSON Pointer: shown at their place. */
  notes?: readonly BigNote[] | undefined
  /** Gone to when it changes. */
  goTo?: SoughtPlace | undefined
  onFault: (message: string) => void
}

export function BigTree({ source, label, notes, goTo: place, onFault }: BigTreeProps) {
  const [changes, setChanges] = useState(0)
  const [goTo, setGoTo] = useState<{ row: number }>()
  const [active, setActive] = useState(0)
  const [hit, setHit] = useState<number>()
  const [opened, setOpened] = useState<{ path: number[]; text: string; pointer: string }>()
  const rows = useRef(new Map<number, NotedRow>())
  const total = useRef(0)
  const box = useRef<HTMLDivElement>(null)
  const id = useId()

  const changed = useCallback(() => setChanges((before) => before + 1), [])
  const act = useCallback(
    (work: Promise<unknown>) =>
      void work.then(
        () => changed(),
        (error: unknown) => onFault((error as Error).message),
      ),
    [changed, onFault],
  )
  const offers = useMemo(
    () => ({
      finder: {
        seek: (needle: string) => {
          setHit(undefined)
          return source.seek('tree', needle)
        },
        show: (at: number) =>
          void source.hit('tree', at, 0).then(({ row }) => {
            changed()
            setHit(row)
            setActive(row)
            setGoTo({ row })
          }),
        clear: () => setHit(undefined),
      },
      unfold: (all: boolean) => act(source.unfold(all)),
    }),
    [source, act, changed],
  )
  useOffers(offers)
  const read = useCallback(
    async (from: number, count: number) => {
      const window = await source.tree(from, count)
      for (const row of window.rows) rows.current.set(row.index, row)
      if (rows.current.size > 2000) rows.current = new Map(window.rows.map((row) => [row.index, row]))
      total.current = window.total
      return window
    },
    [source],
  )
  // Notes unfold what they stand in, which moves the rows below: a place is sought after that.
  const remarked = useRef<Promise<void>>(undefined)
  useEffect(() => {
    if (notes === undefined || notes.length === 0) return
    remarked.current = source.remark(notes).then(changed, (error: unknown) => onFault((error as Error).message))
  }, [source, notes, changed, onFault])
  useEffect(() => {
    if (place === undefined) return
    let gone = false
    const go = async () => {
      await remarked.current
      if (gone || !mayGo(place, box.current)) return
      const { row } = await source.place(place.pointer)
      if (gone) return
      changed()
      setHit(row)
      setActive(row)
      setGoTo({ row })
      if (place.asked) box.current?.focus({ preventScroll: true })
      box.current?.scrollIntoView({ block: 'nearest' })
    }
    go().catch((error: unknown) => !gone && onFault((error as Error).message))
    return () => {
      gone = true
    }
  }, [source, place, changed, onFault])
  const toggle = (row: NotedRow) => {
    if (row.kind === 'scalar' || row.kind === 'close' || row.size === 0) return
    setHit(undefined)
    act(source.toggle(row.path))
  }
  const open = (row: NotedRow) =>
    void Promise.all([source.copy(row.path), source.pointer(row.path)]).then(
      ([text, pointer]) => setOpened({ path: row.path, text, pointer }),
      (error: unknown) => onFault((error as Error).message),
    )
  const move = (to: number) => {
    const row = Math.max(0, Math.min(to, total.current - 1))
    setActive(row)
    setGoTo({ row })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.metaKey || event.ctrlKey || event.altKey || event.target !== event.currentTarget) return
    const row = rows.current.get(active)
    const acts: { [key: string]: (() => void) | undefined } = {
      ArrowDown: () => move(active + 1),
      ArrowUp: () => move(active - 1),
      PageDown: () => move(active + 24),
      PageUp: () => move(active - 24),
      Home: () => move(0),
      End: () => move(total.current - 1),
      ArrowRight: row?.kind === 'folded' ? () => toggle(row) : () => move(active + 1),
      ArrowLeft: row?.kind === 'open' ? () => toggle(row) : row && (() => move(parentOf(rows.current, row))),
      Enter: row && (() => (row.length !== undefined ? open(row) : toggle(row))),
      ' ': row && (() => toggle(row)),
      c: row && (() => void source.copy(row.path).then((text) => navigator.clipboard?.writeText(text))),
    }
    const run = acts[event.key]
    if (run === undefined) return
    event.preventDefault()
    run()
  }
  return (
    <>
      <VirtualRows
        read={read}
        version={changes}
        box={box}
        role="tree"
        label={label}
        goTo={goTo}
        active={`${id}-${active}`}
        onKeyDown={onKeyDown}
        onFault={onFault}
        className={style.bigTree}
      >
        {(row: NotedRow, index) => (
          <div
            key={index}
            id={`${id}-${index}`}
            // The bracket that closes a container is no item of its own.
            role="treeitem"
            aria-hidden={row.kind === 'close' || undefined}
            tabIndex={-1}
            aria-level={row.depth + 1}
            aria-posinset={row.position}
            aria-setsize={row.of}
            aria-expanded={row.kind === 'open' || row.kind === 'folded' ? row.kind === 'open' : undefined}
            aria-selected={index === active}
            className={`${style.treeRow} ${index === hit ? style.hit : ''} ${index === active ? style.here : ''}`}
            style={{ paddingLeft: 16 + row.depth * 14 }}
            onClick={() => setActive(index)}
          >
            {(row.kind === 'open' || row.kind === 'folded') && (
              <span className={json.fold} style={{ left: row.depth * 14 }} aria-hidden="true" onClick={() => toggle(row)}>
                {row.kind === 'folded' ? '▸' : '▾'}
              </span>
            )}
            <Line row={row} onToggle={toggle} onOpen={open} />
            {row.note !== undefined && <span className={row.mild === true ? json.mild : json.note}> ← {row.note}</span>}
            {index === active && row.kind !== 'close' && (
              <span className={json.acts}>
                <CopyButton tabIndex={-1} text={() => source.copy(row.path)} label="copy" aria-label="Copy value" />
                {row.path.length > 0 && (
                  <CopyButton tabIndex={-1} text={() => source.pointer(row.path)} label="path" aria-label="Copy path" />
                )}
              </span>
            )}
          </div>
        )}
      </VirtualRows>
      {opened !== undefined && (
        <div className={style.cell}>
          <div className={style.cellHead}>
            <span>
              <b className="mono">{reveal(opened.pointer)}</b>, {count(opened.text.length, 'character')}
            </span>
            <CopyButton text={opened.text} />
            <Button look="quiet" aria-label="Close the value" onClick={() => setOpened(undefined)}>
              ✕
            </Button>
          </div>
          <pre className={style.wrapped}>
            {reveal(opened.text.slice(0, 20_000))}
            {opened.text.length > 20_000 && '…'}
          </pre>
        </div>
      )}
    </>
  )
}

function Line({ row, onToggle, onOpen }: { row: NotedRow; onToggle: (row: NotedRow) => void; onOpen: (row: NotedRow) => void }): ReactNode {
  const { kind, name, list, size, comma, value, length } = row
  const [left, right] = list ? ['[', ']'] : ['{', '}']
  if (kind === 'close') return right + (comma ? ',' : '')
  return (
    <>
      {name !== undefined && (
        <>
          <span className={json.key}>{reveal(JSON.stringify(name))}</span>
          {': '}
        </>
      )}
      {kind === 'open' ? (
        left
      ) : kind === 'folded' ? (
        <span role="none" className={json.folded} onClick={() => onToggle(row)}>
          {left} <span className={json.dim}>{list ? count(size, 'element') : count(size, 'member')}</span> {right}
        </span>
      ) : kind === 'inline' && value !== undefined ? (
        <Inline value={value} />
      ) : (
        <Scalar value={value ?? null} cut={length !== undefined} />
      )}
      {length !== undefined && (
        <button type="button" className={json.more} tabIndex={-1} onClick={() => onOpen(row)}>
          {count(length, 'character')}
        </button>
      )}
      {comma && kind !== 'open' && ','}
    </>
  )
}

function Inline({ value }: { value: Json }) {
  if (!isContainer(value)) return <Scalar value={value} />
  const [left, right] = Array.isArray(value) ? ['[', ']'] : ['{', '}']
  if (sizeOf(value) === 0) return left + right
  const entries: [string | undefined, Json][] = Array.isArray(value) ? value.map((one) => [undefined, one]) : Object.entries(value)
  return (
    <>
      {left}{' '}
      {entries.map(([name, member], at) => (
        <span key={at}>
          {name !== undefined && (
            <>
              <span className={json.key}>{reveal(JSON.stringify(name))}</span>
              {': '}
            </>
          )}
          {isContainer(member) ? Array.isArray(member) ? '[]' : '{}' : <Scalar value={member} />}
          {at < entries.length - 1 && ', '}
        </span>
      ))}{' '}
      {right}
    </>
  )
}

function Scalar({ value, cut = false }: { value: Json; cut?: boolean }) {
  if (typeof value !== 'string')
    return <span className={typeof value === 'boolean' || value === null ? json.word : json.num}>{writeJson(value)}</span>
  // A row is as high as any other: what does not fit is cut by its width, and may be opened.
  const text = JSON.stringify(value.slice(0, 400))
  return <span className={json.str}>{reveal(cut || value.length > 400 ? `${text.slice(0, -1)}…` : text)}</span>
}

function parentOf(rows: ReadonlyMap<number, NotedRow>, { index, depth }: NotedRow): number {
  for (let at = index - 1; at >= 0; at -= 1) {
    const row = rows.get(at)
    if (row === undefined) return Math.max(0, index - 1)
    if (row.depth < depth) return at
  }
  return 0
}
