// The field that finds within a view: Enter goes on, Shift+Enter back, Esc closes it.
import { useEffect, useState } from 'react'
import { Button } from '../Button.tsx'
import type { Finder } from './finder.ts'
import style from './viewers.module.css'
import { Said } from '../Said.tsx'

export function FindBar({ finder, label, onClose }: { finder: Finder; label: string; onClose: () => void }) {
  const [needle, setNeedle] = useState('')
  const [found, setFound] = useState<{ needle: string; hits: number; more: boolean }>()
  const [at, setAt] = useState(0)
  const [fault, setFault] = useState<string>()
  useEffect(() => {
    let gone = false
    const timer = setTimeout(
      () =>
        finder.seek(needle).then(
          (result) => {
            if (gone) return
            setFault(undefined)
            setFound({ needle, ...result })
            setAt(0)
            if (result.hits > 0) finder.show(0)
          },
          (error: unknown) => !gone && setFault((error as Error).message),
        ),
      needle === '' ? 0 : 120,
    )
    return () => {
      gone = true
      clearTimeout(timer)
    }
  }, [finder, needle])
  useEffect(() => () => finder.clear(), [finder])
  const hits = found?.hits ?? 0
  const step = (by: number) => {
    if (hits === 0) return
    const next = (at + by + hits) % hits
    setAt(next)
    finder.show(next)
  }
  return (
    <span className={style.findBar} role="search">
      <input
        ref={focusIt}
        type="search"
        aria-label={`Find in ${label}`}
        placeholder="Find"
        value={needle}
        onChange={(event) => setNeedle(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') {
            event.preventDefault()
            step(event.shiftKey ? -1 : 1)
          } else if (event.key === 'Escape') {
            event.stopPropagation()
            onClose()
          }
        }}
      />
      <Said className={style.hits}>
        {fault ??
          (needle === '' || found === undefined
            ? ''
            : found.needle !== needle
              ? '…'
              : hits === 0
                ? 'nothing'
                : `${(at + 1).toLocaleString('en')} of ${hits.toLocaleString('en')}${found.more ? '+' : ''}`)}
      </Said>
      <Button look="quiet" aria-label="Previous hit" disabled={hits === 0} onClick={() => step(-1)}>
        ↑
      </Button>
      <Button look="quiet" aria-label="Next hit" disabled={hits === 0} onClick={() => step(1)}>
        ↓
      </Button>
      <Button look="quiet" aria-label="Close find" onClick={onClose}>
        ✕
      </Button>
    </span>
  )
}

function focusIt(input: HTMLInputElement | null): void {
  input?.focus()
}
