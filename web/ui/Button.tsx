// The one button, in its few weights.
import type { ButtonHTMLAttributes, MouseEvent, ReactNode } from 'react'
import style from './Button.module.css'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** 'primary': the one main act of a pane. 'plain': all others. 'quiet': without an edge. 'danger': it destroys. 'ask': a person is asked. */
  look?: 'primary' | 'plain' | 'quiet' | 'danger' | 'ask'
  /** Why it cannot be used now. It keeps the focus of who pressed it, and says why when it is pointed at. */
  why?: string | undefined
  /** Shown after the label, dimmed: a key. */
  hint?: ReactNode
}

export function Button({ look = 'plain', hint, why, className, children, type = 'button', ...rest }: ButtonProps) {
  const off = why === undefined ? {} : { 'aria-disabled': true, title: why, onClick: (event: MouseEvent) => event.preventDefault() }
  return (
    <button {...rest} {...off} type={type} className={[style.button, style[look], className].filter(Boolean).join(' ')}>
      {children}
      {hint !== undefined && (
        <span className={style.hint} aria-hidden="true">
          {hint}
        </span>
      )}
    </button>
  )
}
