// A labelled control: the name above it, what it is for, and what is wrong with what was typed.
import { useId, type ReactNode } from 'react'
import style from './Field.module.css'

export interface FieldProps {
  label: string
  /** Beside the label: 'optional', a unit. */
  note?: ReactNode
  hint?: ReactNode
  error?: ReactNode
  /** Draws the control; spread `field` on it. */
  children: (field: { id: string; 'aria-describedby'?: string; 'aria-invalid'?: true }) => ReactNode
}

export function Field({ label, note, hint, error, children }: FieldProps) {
  const id = useId()
  const said = error !== undefined || hint !== undefined
  return (
    <div className={style.field}>
      <div className={style.head}>
        <label htmlFor={id}>{label}</label>
        {note !== undefined && <span className={style.note}>{note}</span>}
      </div>
      {children({ id, ...(said ? { 'aria-describedby': `${id}-says` } : {}), ...(error === undefined ? {} : { 'aria-invalid': true }) })}
      {said && (
        <div id={`${id}-says`} className={error === undefined ? style.hint : style.error}>
          {error ?? hint}
        </div>
      )}
    </div>
  )
}

/** A box to tick with its label behind it. */
export function Check({
  label,
  hint,
  checked,
  onChange,
}: {
  label: string
  hint?: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
}) {
  const id = useId()
  return (
    <div className={style.check}>
      <input
        id={id}
        type="checkbox"
        checked={checked}
        onChange={(event) => onChange(event.target.checked)}
        aria-describedby={hint === undefined ? undefined : `${id}-says`}
      />
      <label htmlFor={id}>{label}</label>
      {hint !== undefined && (
        <div id={`${id}-says`} className={style.hint}>
          {hint}
        </div>
      )}
    </div>
  )
}
