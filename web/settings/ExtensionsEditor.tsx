// Extensions declared beside those that have a switch, as JSON: ids and their settings. What was typed stays while it cannot be sent.
import { useState } from 'react'
import type { Extensions } from '#mcp/extensions.ts'
import { readExtensions } from '#mcp/extensions-read.ts'
import { writeJson } from '#mcp/json.ts'
import { JsonEditor } from '../ui/JsonEditor.tsx'
import { Note } from '../ui/Note.tsx'
import { reveal } from '../ui/format.ts'
import style from './SettingsPanel.module.css'

export interface ExtensionsEditorProps {
  label: string
  hint: string
  value: Extensions
  onChange: (extensions: Extensions) => void
}

const textOf = (value: Extensions): string => (Object.keys(value).length === 0 ? '' : writeJson(value, 2))

export function ExtensionsEditor({ label, hint, value, onChange }: ExtensionsEditorProps) {
  const [text, setText] = useState(() => textOf(value))
  const [given, setGiven] = useState(() => writeJson(value))
  // Set elsewhere, as by a press of "As for all servers".
  if (writeJson(value) !== given) {
    setGiven(writeJson(value))
    setText(textOf(value))
  }
  const read = readExtensions(text)
  const change = (typed: string): void => {
    setText(typed)
    const now = readExtensions(typed)
    if ('fault' in now) return
    setGiven(writeJson(now.extensions))
    onChange(now.extensions)
  }
  return (
    <div className={style.fields}>
      <h4>{label}</h4>
      <p className={style.about}>{hint}</p>
      <JsonEditor label={label} text={text} placeholder={'{ "com.example/name": { } }'} onChange={change} />
      {'fault' in read ? (
        <Note tone="bad" title="Not declared as it stands">
          {reveal(read.fault)}
        </Note>
      ) : (
        read.warnings.map((warning) => (
          <Note key={warning} tone="warn">
            {reveal(warning)}
          </Note>
        ))
      )}
    </div>
  )
}
