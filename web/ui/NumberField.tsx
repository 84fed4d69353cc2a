// A whole number that may be half-typed: what is not one yet is kept in the box and said, and changes nothing.
import { useState } from 'react'
import { Field } from './Field.tsx'

export interface NumberFieldProps {
  label: string
  unit: string
  hint?: string
  min?: number
  value: number
  onChange: (value: number) => void
}

export function NumberField({ value, onChange, ...rest }: NumberFieldProps) {
  return <Box {...rest} value={value} onChange={(number) => number !== undefined && onChange(number)} />
}

export interface OwnNumberFieldProps extends Omit<NumberFieldProps, 'value' | 'onChange'> {
  /** Undefined: `usual` holds. */
  value: number | undefined
  usual: number
  onChange: (value: number | undefined) => void
}

/** One that may be left empty, and then is what it usually is. */
export function OwnNumberField({ usual, ...rest }: OwnNumberFieldProps) {
  return <Box {...rest} usual={usual} />
}

function Box({ label, unit, hint, value, min = 0, usual, onChange }: Omit<OwnNumberFieldProps, 'usual'> & { usual?: number }) {
  const [draft, setDraft] = useState<string>()
  const text = draft ?? (value === undefined ? '' : String(value))
  const fits = (typed: string) =>
    (usual !== undefined && typed.trim() === '') ||
    (/^\d+$/.test(typed.trim()) && Number(typed) >= min && Number.isSafeInteger(Number(typed)))
  const fault = fits(text) ? undefined : `A whole number from ${min}.`
  return (
    <Field label={label} note={unit} hint={hint} error={fault}>
      {(field) => (
        <input
          {...field}
          inputMode="numeric"
          value={text}
          placeholder={usual === undefined ? undefined : `${usual}, as usual`}
          onChange={(event) => {
            const typed = event.target.value
            setDraft(typed)
            if (fits(typed)) onChange(typed.trim() === '' ? undefined : Number(typed))
          }}
          onBlur={() => {
            if (fault === undefined) setDraft(undefined)
          }}
        />
      )}
    </Field>
  )
}
