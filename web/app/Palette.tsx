// Go to anything: panels, connections, what the current server offers, the acts on it, and messages, by a few letters.
import { useEffect, useId, useMemo, useState, type KeyboardEvent } from 'react'
import { arrive } from '../ui/arrive.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { useEntries, useMessages, type Entry } from './palette-entries.ts'
import { matching } from './palette-match.ts'
import style from './Palette.module.css'

const MOST = 50
/** What takes the focus into its form by itself. */
const WORK = new Set(['tool', 'prompt', 'resource', 'template'])

export function Palette({ onClose }: { onClose: () => void }) {
  const entries = useEntries()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  /** A message's number that was entered before the record had said whether it holds it. */
  const [entered, setEntered] = useState<string>()
  const id = useId()
  const named = useMemo(() => matching(entries, query, MOST), [entries, query])
  const { messages, missing } = useMessages(query)
  const found = [...named, ...messages]
  const chosen = Math.min(at, found.length - 1)
  const choose = (entry: Entry | undefined) => {
    if (entry === undefined) return
    onClose()
    // After the dialog has given the focus back, so that where we go may take it.
    setTimeout(() => {
      const { href } = window.location
      entry.run()
      const going = window.location.href !== href || entry.kind === 'panel'
      arrive(going && !WORK.has(entry.kind) ? 'going' : 'lost')
    })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      const next = (chosen + step + found.length) % found.length
      setAt(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      choose(found[chosen])
      if (found.length === 0 && /^\s*#\d+\s*$/.test(query)) setEntered(query)
    }
  }
  useEffect(() => {
    if (entered === query && messages[0] !== undefined) choose(messages[0])
  })
  return (
    <Dialog title="Go to anything" open top onClose={onClose}>
      <div className={style.palette}>
        <input
          data-focus
          role="combobox"
          aria-label="Go to"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
          placeholder="Panel, server, tool, prompt, resource, message, act"
          value={query}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setQuery(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <div role="listbox" id={id} aria-label="Found" className={style.list} tabIndex={-1}>
          {found.map((entry, index) => (
            <div
              key={`${entry.kind} ${entry.id ?? entry.text}`}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className={style.entry}
              onClick={() => choose(entry)}
              onPointerMove={() => setAt(index)}
            >
              <span className={style.text}>{entry.text}</span>
              <span className={style.kind}>{entry.kind}</span>
            </div>
          ))}
        </div>
        {found.length === 0 && (
          <p className={style.none}>
            {missing === undefined ? 'Nothing is called like that.' : `There is no message #${missing} in this record.`}
          </p>
        )}
      </div>
    </Dialog>
  )
}
