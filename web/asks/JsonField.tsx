// A part of a request as JSON: what is half-typed stays here, and only what can be read goes on. Blank: the part is left out.
import { useState } from 'react'
import { parseJson, writeJson, type Json } from '#mcp/json.ts'
import { jsonFault } from '../ui/json-fault.ts'
import { JsonEditor } from '../ui/JsonEditor.tsx'

export interface JsonFieldProps {
  label: string
  value: Json | undefined
  onChange: (value: Json | undefined) => void
}

export function JsonField({ label, value, onChange }: JsonFieldProps) {
  const written = value === undefined ? '' : writeJson(value, 2)
  const [typed, setTyped] = useState({ text: written, means: written })
  // It was changed elsewhere, as by an undo.
  const text = typed.means === written ? typed.text : written
  const take = (next: string) => {
    const blank = next.trim() === ''
    if (!blank && jsonFault(next) !== undefined) return setTyped({ text: next, means: written })
    const meant = blank ? undefined : parseJson(next)
    setTyped({ text: next, means: meant === undefined ? '' : writeJson(meant, 2) })
    onChange(meant)
  }
  return <JsonEditor label={label} text={text} onChange={take} />
}
