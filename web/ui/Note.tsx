// Something noticed beside the data, or a failure where the data would be: a coloured edge, never a box in a box.
import type { ReactNode } from 'react'
import { PACE } from './announce.ts'
import { useSaid } from './Said.tsx'
import style from './Note.module.css'

export interface NoteProps {
  tone: 'info' | 'ok' | 'warn' | 'bad' | 'ask'
  title?: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** It is read out when it appears and as it changes: 'alert' at once, for failures; 'status' when its turn has come. */
  role?: 'alert' | 'status'
}

export function Note({ tone, title, children, actions, role }: NoteProps) {
  const place = useSaid<HTMLDivElement>(role === 'status', PACE)
  return (
    <div ref={place} className={`${style.note} ${style[tone]}`} role={role} aria-live={role === 'status' ? 'off' : undefined}>
      {title !== undefined && <div className={style.title}>{title}</div>}
      {children !== undefined && <div className={style.text}>{children}</div>}
      {actions !== undefined && <div className={style.actions}>{actions}</div>}
    </div>
  )
}
