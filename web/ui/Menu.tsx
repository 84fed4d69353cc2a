// A button that opens a short list of acts or choices, in the browser's own top layer, with the menu keyboard.
import { useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import style from './Menu.module.css'

export interface MenuItem {
  id: string
  title: ReactNode
  note?: ReactNode
  /** Marks the current one of a choice. */
  checked?: boolean
  disabled?: boolean
  tone?: 'bad'
  /** A hairline stands above it. */
  parted?: boolean
  onSelect: () => void
}

export interface MenuProps {
  /** Accessible name of the button; also shown unless `button` is given. */
  label: string
  button?: ReactNode
  items: MenuItem[]
  /** What the items are about: with another subject the menu closes, so that no press meets an item that took the place of the one that was aimed at. */
  subject?: string
  className?: string
  title?: string
}

export function Menu({ label, button, items, subject, className, title }: MenuProps) {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const opener = useRef<HTMLButtonElement>(null)
  const was = useRef(subject)
  useLayoutEffect(() => {
    const other = was.current !== subject
    was.current = subject
    if (!other || list.current?.matches(':popover-open') !== true) return
    list.current.hidePopover()
    opener.current?.focus()
  }, [subject])
  const place = () => {
    const popover = list.current
    const rect = opener.current?.getBoundingClientRect()
    if (popover === null || rect === undefined) return
    const { offsetWidth: width, offsetHeight: height } = popover
    const below = rect.bottom + 4 + height <= window.innerHeight
    popover.style.left = `${Math.max(8, Math.min(rect.left, window.innerWidth - width - 8))}px`
    popover.style.visibility = 'visible'
    popover.style.top = `${below ? rect.bottom + 4 : Math.max(8, rect.top - height - 4)}px`
    ;(
      popover.querySelector<HTMLElement>('[aria-checked=true]:not(:disabled)') ??
      popover.querySelector<HTMLElement>('button:not(:disabled)')
    )?.focus()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const all = [...(list.current?.querySelectorAll<HTMLElement>('button:not(:disabled)') ?? [])]
    const at = all.indexOf(document.activeElement as HTMLElement)
    const next = { ArrowDown: all[at + 1] ?? all[0], ArrowUp: all[at - 1] ?? all[all.length - 1], Home: all[0], End: all[all.length - 1] }[
      event.key
    ]
    if (next === undefined) return
    event.preventDefault()
    next.focus()
  }
  return (
    <>
      <button
        ref={opener}
        type="button"
        className={`${style.opener} ${className ?? ''}`}
        popoverTarget={id}
        aria-haspopup="menu"
        aria-label={label}
        title={title}
      >
        {button ?? label} <span aria-hidden="true">▾</span>
      </button>
      <div
        ref={list}
        id={id}
        popover="auto"
        role="menu"
        aria-label={label}
        tabIndex={-1}
        className={style.menu}
        onKeyDown={onKeyDown}
        onToggle={(event) => {
          if (event.newState === 'open') place()
          else event.currentTarget.style.visibility = ''
        }}
      >
        {items.map((item) => (
          <button
            key={item.id}
            type="button"
            role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
            aria-checked={item.checked}
            disabled={item.disabled}
            className={`${item.tone === 'bad' ? style.bad : ''} ${item.parted === true ? style.parted : ''}`}
            onClick={() => {
              list.current?.hidePopover()
              opener.current?.focus()
              item.onSelect()
            }}
          >
            <span>{item.title}</span>
            {item.note !== undefined && <span className={style.note}>{item.note}</span>}
          </button>
        ))}
      </div>
    </>
  )
}
