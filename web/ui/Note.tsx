// Something noticed beside the data, or a failure where the data would be: a coloured edge, never a box in a box.
import type { ReactNode } from 'react'
import style from './Note.module.css'

export interface NoteProps {
  tone: 'info' | 'ok' | 'warn' | 'bad' | 'ask'
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** Announce it when it appears: 'alert' for failures, 'status' for the rest. */
  role?: 'alert' | 'status'
}

export function Note({ tone, title, children, actions, role }: NoteProps) {
  return (
    <div className={`${style.note} ${style[tone]}`} role={role}>
      {title !== undefined && <div className={style.title}>{title}</div>}
      {children !== undefined && <div className={style.text}>{children}</div>}
      {actions !== undefined && <div className={style.actions}>{actions}</div>}
    </div>
  )
}
