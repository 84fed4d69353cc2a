// A dialog over the page. Modal by default; non-modal ones leave the page usable beneath them.
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { arrive } from './arrive.ts'
import { Button } from './Button.tsx'
import style from './Dialog.module.css'

export interface DialogProps {
  title: string
  open: boolean
  /** A control marked `data-focus` has the focus at first. */
  children: ReactNode
  /** Escape, the cross, and (modal only) a click outside. */
  onClose: () => void
  modal?: boolean
  /** Buttons at the foot, main one last. */
  actions?: ReactNode
  wide?: boolean
  /** It stands at the top and stays there, however much is in it. */
  top?: boolean
}

export function Dialog({ title, open, onClose, modal = true, children, actions, wide = false, top = false }: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null)
  const back = useRef<Element | null>(null)
  const id = useId()
  useEffect(() => {
    const dialog = ref.current
    if (dialog === null) return
    if (open && !dialog.open) {
      back.current = document.activeElement
      if (modal) dialog.showModal()
      else dialog.show()
      // Else the browser takes the first control, which is the cross.
      dialog.querySelector<HTMLElement>('[data-focus]')?.focus()
    } else if (!open && dialog.open) {
      // Who has gone on working beside a non-modal dialog keeps the caret where it is.
      const inside = dialog.contains(document.activeElement) || document.activeElement === document.body
      dialog.close()
      if (inside && back.current instanceof HTMLElement && back.current.isConnected) back.current.focus()
      // Beside one that is not modal, those who open it know more of where a person was.
      if (modal) arrive('lost')
    }
  }, [open, modal])
  useEffect(
    () => () => {
      // Taken away while it was open. Whoever has moved the focus on meanwhile knows better.
      if (document.activeElement === document.body && back.current instanceof HTMLElement && back.current.isConnected) back.current.focus()
      if (modal) arrive('lost')
    },
    [modal],
  )
  return (
    <dialog
      ref={ref}
      className={`${style.dialog} ${modal ? '' : style.loose} ${wide ? style.wide : ''} ${top ? style.top : ''}`}
      aria-labelledby={id}
      data-pane=""
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onKeyDown={(event) => {
        // A non-modal dialog gets no cancel event from Escape.
        if (!modal && event.key === 'Escape' && !event.defaultPrevented) {
          event.preventDefault()
          event.stopPropagation()
          onClose()
        }
      }}
      onClick={(event) => {
        if (modal && event.target === ref.current) onClose()
      }}
    >
      {open && (
        <div className={style.inner}>
          <div className={style.head}>
            <h2 id={id}>{title}</h2>
            <Button look="quiet" aria-label="Close" onClick={onClose}>
              ✕
            </Button>
          </div>
          <div className={style.body}>{children}</div>
          {actions !== undefined && <div className={style.foot}>{actions}</div>}
        </div>
      )}
    </dialog>
  )
}
