// A secret that is shown only when a person asks, and copied without being shown.
import { useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import style from './OverviewPanel.module.css'

export function Masked({ text, what }: { text: string; what: string }) {
  const [shown, setShown] = useState(false)
  return (
    <span className={style.masked}>
      <span className="mono">{shown ? text : masked(text)}</span>
      <Button look="quiet" aria-label={`${shown ? 'Hide' : 'Show'} ${what}`} onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'}
      </Button>
      <CopyButton text={text} aria-label={`Copy ${what}`} />
    </span>
  )
}

export function masked(text: string): string {
  return `${text.slice(0, 4)}…${text.length > 12 ? text.slice(-4) : ''}`
}
