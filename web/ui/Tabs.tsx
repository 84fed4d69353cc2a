// A strip of tabs with the keyboard of the ARIA pattern: arrows move, Home and End jump.
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react'
import style from './Tabs.module.css'

export interface Tab {
  id: string
  title: ReactNode
  /** Small number or word behind the title. */
  note?: ReactNode
  disabled?: boolean
}

export interface TabsProps {
  label: string
  tabs: Tab[]
  selected: string
  onSelect: (id: string) => void
  /** 'line': tabs over a pane. 'segmented': a choice between views of one thing. */
  look?: 'line' | 'segmented'
  /** Ids for `aria-controls`; the panel must carry `id={panelId}`. */
  panelId?: string
}

export function Tabs({ label, tabs, selected, onSelect, look = 'line', panelId }: TabsProps) {
  const base = useId()
  const strip = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    const usable = tabs.filter((tab) => !tab.disabled)
    const at = usable.findIndex((tab) => tab.id === selected)
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    const next =
      step !== undefined
        ? usable[(at + step + usable.length) % usable.length]
        : { Home: usable[0], End: usable[usable.length - 1] }[event.key]
    if (next === undefined) return
    event.preventDefault()
    onSelect(next.id)
    strip.current?.querySelector<HTMLElement>(`#${CSS.escape(`${base}-${next.id}`)}`)?.focus()
  }
  return (
    <div
      ref={strip}
      role="tablist"
      aria-label={label}
      className={look === 'line' ? style.line : style.segmented}
      onKeyDown={onKeyDown}
      tabIndex={-1}
    >
      {tabs.map((tab) => (
        <button
          key={tab.id}
          id={`${base}-${tab.id}`}
          type="button"
          role="tab"
          aria-selected={tab.id === selected}
          aria-controls={panelId}
          tabIndex={tab.id === selected ? 0 : -1}
          disabled={tab.disabled}
          onClick={() => onSelect(tab.id)}
        >
          {tab.title}
          {tab.note !== undefined && <span className={style.note}> {tab.note}</span>}
        </button>
      ))}
    </div>
  )
}
