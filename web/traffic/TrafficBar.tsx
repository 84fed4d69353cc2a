// The parts that the bars of the dock and of the panel share.
import type { RowWindow } from '#mcp/traffic-row.ts'
import { Button } from '../ui/Button.tsx'
import { count } from '../ui/format.ts'
import type { RowScroll } from '../ui/use-row-scroll.ts'
import style from './TrafficBar.module.css'

export function FilterInput({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  return (
    <input
      type="search"
      data-search=""
      className={style.filter}
      aria-label="Filter traffic"
      placeholder="Filter: method, name, status, text"
      spellCheck={false}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || value === '') return
        event.stopPropagation()
        onChange('')
      }}
    />
  )
}

export function Counts({ window, filtered }: { window: RowWindow; filtered: boolean }) {
  return (
    <span className={style.hint} role="status">
      {filtered ? `${window.count.toLocaleString('en')}${window.scanning ? '…' : ''} of ` : ''}
      {count(window.total, 'message')}
      {window.dropped > 0 && <span className={style.warn}> · {window.dropped.toLocaleString('en')} dropped to stay within memory</span>}
    </span>
  )
}

export function FollowButton({ scroll }: { scroll: RowScroll }) {
  return (
    <Button look="quiet" aria-pressed={scroll.follow} className={style.follow} onClick={() => scroll.setFollow(!scroll.follow)}>
      follow
    </Button>
  )
}
