// Bytes in a text field: a file is chosen and written as base64. A long text is named by its size, since no person reads it.
import { useId, useState } from 'react'
import { Button } from '../Button.tsx'
import { size } from '../format.ts'
import style from './SchemaForm.module.css'
import { Said } from '../Said.tsx'

export type Encoding = 'base64' | 'base64url' | 'data-url'

/** Longer texts are not drawn in a text field. */
export const MOST_DRAWN = 20_000

/** Writes a file's bytes as text. */
export function encodeFile(file: File, encoding: Encoding): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onerror = () => reject(reader.error ?? new Error('it could not be read'))
    reader.onload = () => resolve(encodeDataUrl(String(reader.result), encoding))
    reader.readAsDataURL(file)
  })
}

/** From a data URL, as a browser makes it of a file. */
export function encodeDataUrl(url: string, encoding: Encoding): string {
  if (encoding === 'data-url') return url
  const text = url.slice(url.indexOf(',') + 1)
  return encoding === 'base64' ? text : text.replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '')
}

export function FileChoice({ label, encoding, onChoose }: { label: string; encoding: Encoding; onChoose: (text: string) => void }) {
  const id = useId()
  const [said, setSaid] = useState('')
  return (
    <span className={style.file}>
      <input
        id={id}
        type="file"
        className="visually-hidden"
        aria-label={`File for ${label}`}
        onChange={(event) => {
          const file = event.target.files?.[0]
          if (file === undefined) return
          encodeFile(file, encoding).then(
            (text) => {
              setSaid(`${file.name}, ${size(file.size)}`)
              onChoose(text)
            },
            (error: Error) => setSaid(`“${file.name}” was not read: ${error.message}`),
          )
          event.target.value = ''
        }}
      />
      <label htmlFor={id}>Choose a file</label>
      <Said className={style.marks}>{said}</Said>
    </span>
  )
}

export function LongText({ id, text, onClear }: { id: string; text: string; onClear: () => void }) {
  return (
    <span className={style.file}>
      <input id={id} readOnly className={style.grow} value={`${text.slice(0, 40)}… (${text.length.toLocaleString('en')} characters)`} />
      <Button look="quiet" onClick={onClear}>
        Remove
      </Button>
    </span>
  )
}
