// A value that is hidden unless the person asks to see it. Browsers are asked not to keep it.
import { useState, type InputHTMLAttributes } from 'react'
import { Button } from './Button.tsx'
import style from './SecretInput.module.css'

export interface SecretInputProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> {
  /** What it is, for the button: "the bearer token". */
  what: string
}

export function SecretInput({ what, className, ...rest }: SecretInputProps) {
  const [shown, setShown] = useState(false)
  return (
    <span className={`${style.secret} ${className ?? ''}`}>
      <input {...rest} type={shown ? 'text' : 'password'} autoComplete="new-password" spellCheck={false} autoCapitalize="off" />
      <Button look="quiet" aria-label={`${shown ? 'Hide' : 'Show'} ${what}`} aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'}
      </Button>
    </span>
  )
}
