// A row of a JSON tree: a value, or its beginning or end, with what is said of it and what copies it.
import { memo, useState } from 'react'
import { writeJson, type Json } from '#mcp/json.ts'
import { spellingOf } from '#mcp/spelling.ts'
import { CopyButton } from './CopyButton.tsx'
import { count, reveal } from './format.ts'
import { isContainer, members, sizeOf, STEP, type JsonRow } from './json-rows.ts'
import style from './JsonView.module.css'

/** Strings longer than this are cut until asked for. */
const LONG = 240
/** And no more than this is drawn of one string even then. */
const LONGEST = 20_000

interface RowProps {
  row: JsonRow
  current: boolean
  hit: boolean
  note: string | undefined
  /** Nothing of the note is a fault. */
  mild: boolean
  onFocus: (id: string) => void
  onToggle: (row: JsonRow) => void
}

export const Row = memo(
  function Row({ row, current, hit, note, mild, onFocus, onToggle }: RowProps) {
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
        {note !== undefined && <span className={mild ? style.mild : style.note}> ← {note}</span>}
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
    a.mild === b.mild &&
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

/** What copying gives: a string as its text, all else as JSON. */
export function textOf(value: Json): string {
  return typeof value === 'string' ? value : writeJson(value, 2)
}
