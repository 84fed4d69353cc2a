// A whole number that may be half-typed: what is not one yet is kept in the box and said, and changes nothing.
import { useState } from 'react'
import { Field } from '../ui/Field.tsx'

export interface NumberFieldProps {
  label: string
  unit: string
  value: number
  min?: number
  onChange: (value: number) => void
}

export function NumberField({ label, unit, value, min = 0, onChange }: NumberFieldProps) {
  const [draft, setDraft] = useState<string>()
  const text = draft ?? String(value)
  const fault = /^\d+$/.test(text.trim()) && Number(text) >= min ? undefined : `A whole number from ${min}.`
  return (
    <Field label={label} note={unit} error={fault}>
      {(field) => (
        <input
          {...field}
          inputMode="numeric"
          value={text}
          onChange={(event) => {
            const typed = event.target.value
            setDraft(typed)
            if (/^\d+$/.test(typed.trim()) && Number(typed) >= min) onChange(Number(typed))
          }}
          onBlur={() => {
            if (fault === undefined) setDraft(undefined)
          }}
        />
      )}
    </Field>
  )
}
