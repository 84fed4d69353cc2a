// A link that a server wrote: a click shows where it leads, whole and with its host set off; only a further click goes
// there. What is no http(s) address is dead, and is shown so.
import { useEffect, useId, useRef, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { AddressView } from './AddressView.tsx'
import { isWebUrl, reveal } from './format.ts'
import { readAddress } from './web-address.ts'
import style from './OutsideLink.module.css'

export interface OutsideLinkProps {
  href: string
  children?: ReactNode
  /** Offers to load it as a picture as well. */
  more?: ReactNode
}

export function OutsideLink({ href, children, more }: OutsideLinkProps) {
  const [open, setOpen] = useState(false)
  const opener = useRef<HTMLButtonElement>(null)
  const id = useId()
  if (!isWebUrl(href))
    return (
      <span>
        {children} {href !== '' && <span className={style.dead}>({reveal(href)})</span>}
      </span>
    )
  return (
    <>
      <button
        ref={opener}
        type="button"
        role="link"
        className={style.link}
        title={href}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {children ?? reveal(href)}
      </button>
      {open && <Where id={id} href={href} opener={opener} more={more} onClose={() => setOpen(false)} />}
    </>
  )
}

interface WhereProps {
  id: string
  href: string
  opener: { readonly current: HTMLElement | null }
  more?: ReactNode
  onClose: () => void
}

/** In the top layer, beside what was clicked: a link may stand in a line of text, where nothing large may. */
function Where({ id, href, opener, more, onClose }: WhereProps) {
  const box = useRef<HTMLDivElement>(null)
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })
  useEffect(() => {
    const element = box.current
    const rect = opener.current?.getBoundingClientRect()
    if (element === null || rect === undefined) return
    element.showPopover()
    const { offsetWidth: width, offsetHeight: height } = element
    element.style.left = `${Math.max(8, Math.min(rect.left, window.innerWidth - width - 8))}px`
    element.style.top = `${rect.bottom + 4 + height < window.innerHeight ? rect.bottom + 4 : Math.max(8, rect.top - height - 4)}px`
    element.focus()
    const onToggle = (event: Event) => (event as ToggleEvent).newState === 'closed' && close.current()
    element.addEventListener('toggle', onToggle)
    return () => element.removeEventListener('toggle', onToggle)
  }, [opener])
  const { notes } = readAddress(href)
  return createPortal(
    <div
      ref={box}
      id={id}
      popover="auto"
      role="dialog"
      aria-label="Where this link leads"
      tabIndex={-1}
      className={style.where}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        onClose()
        opener.current?.focus()
      }}
    >
      <AddressView url={href}>
        {notes.map((note) => (
          <p key={note} className={style.note}>
            {note}
          </p>
        ))}
        {more}
      </AddressView>
    </div>,
    document.body,
  )
}
