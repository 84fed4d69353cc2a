// What a pane says when it has nothing: why, and what to do about it.
import type { ReactNode } from 'react'
import style from './EmptyState.module.css'

export interface EmptyStateProps {
  title: string
  children?: ReactNode
  actions?: ReactNode
}

export function EmptyState({ title, children, actions }: EmptyStateProps) {
  return (
    <div className={style.empty}>
      <h3>{title}</h3>
      {children !== undefined && <div className={style.text}>{children}</div>}
      {actions !== undefined && <div className={style.actions}>{actions}</div>}
    </div>
  )
}
