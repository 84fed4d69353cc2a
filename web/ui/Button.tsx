// The one button, in its few weights.
import type { ButtonHTMLAttributes, ReactNode } from 'react'
import style from './Button.module.css'

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** 'primary': the one main act of a pane. 'plain': all others. 'quiet': without an edge. 'danger': it destroys. 'ask': a person is asked. */
  look?: 'primary' | 'plain' | 'quiet' | 'danger' | 'ask'
  /** Shown after the label, dimmed: a key. */
  hint?: ReactNode
}

export function Button({ look = 'plain', hint, className, children, type = 'button', ...rest }: ButtonProps) {
  return (
    <button {...rest} type={type} className={[style.button, style[look], className].filter(Boolean).join(' ')}>
      {children}
      {hint !== undefined && (
        <span className={style.hint} aria-hidden="true">
          {hint}
        </span>
      )}
    </button>
  )
}
