// The list of roots. Drafts are kept as typed; only roots with a URI go to the settings and to the servers.
import { useEffect, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { pathToUri, rootFault } from './root-uri.ts'
import style from './RootsEditor.module.css'
import { Said } from '../ui/Said.tsx'

interface Root {
  uri: string
  name?: string
}

/** Quiet time after which the servers are told, in milliseconds. */
const SETTLE = 500

export function RootsEditor({ roots, onChange }: { roots: Root[]; onChange: (roots: Root[]) => void }) {
  const [rows, setRows] = useState<Root[]>(roots)
  const [told, setTold] = useState('')
  const usable = rows.filter(({ uri }) => uri.trim() !== '').map(({ uri, name }) => ({ uri: uri.trim(), ...(name ? { name } : {}) }))
  const text = JSON.stringify(usable)
  const changed = text !== JSON.stringify(roots)
  useEffect(() => {
    if (!changed) return
    const timer = setTimeout(() => {
      const next = JSON.parse(text) as Root[]
      onChange(next)
      setTold('Told to connected servers.')
    }, SETTLE)
    return () => clearTimeout(timer)
  }, [changed, text, onChange])
  const set = (at: number, change: Partial<Root>) => setRows(rows.map((row, index) => (index === at ? { ...row, ...change } : row)))
  return (
    <div className={style.roots}>
      {rows.map((row, index) => {
        const fault = rootFault(row.uri)
        return (
          <div key={index} className={style.row}>
            <input
              className="mono"
              aria-label={`URI of root ${index + 1}`}
              placeholder="file:///home/me/project"
              spellCheck={false}
              value={row.uri}
              onChange={(event) => set(index, { uri: event.target.value })}
              onBlur={() => set(index, { uri: pathToUri(row.uri) })}
            />
            <input
              aria-label={`Name of root ${index + 1}`}
              placeholder="name, optional"
              value={row.name ?? ''}
              onChange={(event) => set(index, { name: event.target.value })}
            />
            <Button look="quiet" aria-label={`Remove root ${index + 1}`} onClick={() => setRows(rows.filter((_, at) => at !== index))}>
              ✕
            </Button>
            {fault !== undefined && <div className={style.fault}>{fault} It is sent as it stands.</div>}
          </div>
        )
      })}
      {rows.length === 0 && <p className={style.none}>None: servers that ask get an empty list.</p>}
      <div className={style.acts}>
        <Button look="quiet" onClick={() => setRows([...rows, { uri: '' }])}>
          + Add root
        </Button>
        <Said className={style.none}>{told}</Said>
      </div>
    </div>
  )
}
