// A table of any length: only the rows in sight are in the page. Columns are as wide as what is seen of them at first.
import { useCallback, useEffect, useMemo, useState } from 'react'
import type { BigSource, TableFacts } from '#mcp/content/big.ts'
import { count, reveal } from '../format.ts'
import { Button } from '../Button.tsx'
import { CopyButton } from '../CopyButton.tsx'
import { useOffers } from './finder.ts'
import { VirtualRows } from './VirtualRows.tsx'
import style from './viewers.module.css'

/** Rows that settle how wide columns are. */
const SAMPLE = 60
const WIDEST = 48
/** Characters drawn of a cell. */
const LONGEST = 200

export interface TableViewProps {
  source: BigSource
  table: TableFacts
  label: string
  onFault: (message: string) => void
}

export function TableView({ source, table, label, onFault }: TableViewProps) {
  const { columns, rows: total } = table
  const [widths, setWidths] = useState<number[]>()
  const [goTo, setGoTo] = useState<{ row: number }>()
  const [hit, setHit] = useState<number>()
  const [cell, setCell] = useState<{ row: number; column: number; text: string }>()
  useEffect(() => {
    let gone = false
    source.table(0, SAMPLE).then(
      ({ rows }) =>
        !gone &&
        setWidths(columns.map((name, at) => Math.min(WIDEST, Math.max(3, name.length, ...rows.map((cells) => wide(cells[at] ?? '')))))),
      (error: unknown) => !gone && onFault((error as Error).message),
    )
    return () => {
      gone = true
    }
  }, [source, columns, onFault])
  const offers = useMemo(
    () => ({
      finder: {
        seek: (needle: string) => {
          setHit(undefined)
          return source.seek('table', needle)
        },
        show: (at: number) =>
          void source.hit('table', at, 0).then(({ row }) => {
            setHit(row)
            setGoTo({ row })
          }),
        clear: () => setHit(undefined),
      },
    }),
    [source],
  )
  useOffers(offers)
  const read = useCallback((from: number, count: number) => source.table(from, count), [source])
  if (widths === undefined) return null
  const number = Math.max(2, String(total).length)
  const across = number + 2 + widths.reduce((sum, width) => sum + width + 2, 0)
  const template = `${number + 2}ch ${widths.map((width) => `${width + 2}ch`).join(' ')}`
  return (
    <>
      <VirtualRows
        read={read}
        total={total}
        role="grid"
        label={label}
        goTo={goTo}
        onFault={onFault}
        className={style.table}
        head={
          <div role="row" className={style.tableHead} style={{ gridTemplateColumns: template }}>
            <span role="columnheader" className={style.number}>
              #
            </span>
            {columns.map((name, at) => (
              // Titles may repeat.
              <span key={at} role="columnheader" title={name}>
                {reveal(name)}
              </span>
            ))}
          </div>
        }
      >
        {(cells, index) => (
          <div
            key={index}
            role="row"
            aria-rowindex={index + 2}
            className={`${style.tableRow} ${index === hit ? style.hit : ''}`}
            // As wide as its columns, before it is laid out.
            style={{
              gridTemplateColumns: template,
              containIntrinsicSize: `${across + Math.max(0, cells.length - widths.length) * 12}ch var(--row)`,
            }}
          >
            <span role="rowheader" className={style.number}>
              {index + 1}
            </span>
            {cells.map((text, at) => (
              <span
                key={at}
                role="gridcell"
                tabIndex={-1}
                className={NUMBER.test(text) ? style.numeric : undefined}
                aria-selected={cell?.row === index && cell.column === at}
                onClick={() => setCell({ row: index, column: at, text })}
              >
                {reveal(text.slice(0, LONGEST).replace(/\s*\n\s*/g, ' ⏎ '))}
              </span>
            ))}
          </div>
        )}
      </VirtualRows>
      {cell !== undefined && (
        <div className={style.cell}>
          <div className={style.cellHead}>
            <span>
              <b>{reveal(columns[cell.column] ?? `Column ${cell.column + 1}`)}</b> of row {(cell.row + 1).toLocaleString('en')},{' '}
              {count(cell.text.length, 'character')}
            </span>
            <CopyButton text={cell.text} />
            <Button look="quiet" aria-label="Close the cell" onClick={() => setCell(undefined)}>
              ✕
            </Button>
          </div>
          <pre className={style.wrapped}>{reveal(cell.text.slice(0, 20_000))}</pre>
        </div>
      )}
    </>
  )
}

const NUMBER = /^-?\d[\d,]*(\.\d+)?(e[+-]?\d+)?$/i

function wide(text: string): number {
  return text.length
}
