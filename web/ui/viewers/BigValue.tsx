// A value of which parts, or all, are not in the page: as a tree and, where it is one, as a table.
import { useEffect, useMemo, useState } from 'react'
import type { BigLook } from '#mcp/content/big.ts'
import type { HeldRef } from '#mcp/held.ts'
import { Note } from '../Note.tsx'
import { count } from '../format.ts'
import { BigTree, type BigTreeProps } from './BigTree.tsx'
import { sourceOf } from './held-access.ts'
import { TableView } from './TableView.tsx'
import { Viewer } from './Viewer.tsx'
import style from './viewers.module.css'

const MODES = [
  { id: 'tree', title: 'Tree' },
  { id: 'table', title: 'Table' },
]

interface BigValueProps extends Pick<BigTreeProps, 'label' | 'notes' | 'goTo'> {
  held: HeldRef
}

export function BigValue({ held, label, notes, goTo }: BigValueProps) {
  const { id, pointer } = held
  const source = useMemo(() => sourceOf({ id, pointer }), [id, pointer])
  const [look, setLook] = useState<BigLook>()
  const [asTable, setAsTable] = useState(false)
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    let gone = false
    source.look('', '').then(
      (found) => !gone && setLook(found),
      (error: unknown) => !gone && setFault((error as Error).message),
    )
    return () => {
      gone = true
    }
  }, [source])
  const table = look?.table
  const shown = asTable && table !== undefined
  const stem = label.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-') || 'value'
  return (
    <Viewer
      kind="JSON"
      facts={
        shown
          ? [table.pointer, count(table.rows, 'row'), count(table.columns.length, 'column')]
          : [look === undefined ? undefined : count(look.length, 'member')]
      }
      modes={table === undefined ? [] : MODES}
      mode={shown ? 'table' : 'tree'}
      onMode={(mode) => setAsTable(mode === 'table')}
      copy={() => source.copy()}
      file={{ name: `${stem}.json`, mimeType: 'application/json', data: () => source.copy() }}
      label={label}
    >
      {fault !== undefined ? (
        <div className={style.pad}>
          <Note tone="bad" role="alert" title={fault} />
        </div>
      ) : shown ? (
        <TableView source={source} table={table} label={label} onFault={setFault} />
      ) : (
        <BigTree source={source} label={label} notes={notes} goTo={goTo} onFault={setFault} />
      )}
    </Viewer>
  )
}
