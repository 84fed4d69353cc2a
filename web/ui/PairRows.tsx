// Rows of a name and a value (environment variables, headers), each in boxes of its own; values are secrets.
import { useRef } from 'react'
import { Button } from './Button.tsx'
import { SecretInput, type SecretInputProps } from './SecretInput.tsx'
import style from './PairRows.module.css'

export interface Pair {
  name: string
  value: string
}

export interface PairRowsProps {
  legend: string
  note?: string
  /** One of them: "variable", "header". */
  what: string
  rows: Pair[]
  onChange: (rows: Pair[]) => void
  /** What is wrong with a name; undefined when nothing is. */
  check?: (name: string) => string | undefined
  placeholder?: Pair
  /** Names whose values are no secrets. */
  plain?: (name: string) => boolean
}

export function PairRows({ legend, note, what, rows, onChange, check, placeholder, plain }: PairRowsProps) {
  const box = useRef<HTMLFieldSetElement>(null)
  const set = (at: number, change: Partial<Pair>) => onChange(rows.map((row, index) => (index === at ? { ...row, ...change } : row)))
  const add = () => {
    onChange([...rows, { name: '', value: '' }])
    requestAnimationFrame(() => [...(box.current?.querySelectorAll<HTMLInputElement>('input[data-name]') ?? [])].at(-1)?.focus())
  }
  return (
    <fieldset ref={box} className={style.rows}>
      <legend>
        {legend} {note !== undefined && <span className={style.note}>{note}</span>}
      </legend>
      {rows.map((row, index) => {
        const Value = plain?.(row.name) === true ? PlainInput : SecretInput
        const error = row.name === '' ? undefined : check?.(row.name)
        return (
          <div key={index} className={style.row}>
            <input
              data-name
              className="mono"
              aria-label={`Name of ${what} ${index + 1}`}
              aria-invalid={error === undefined ? undefined : true}
              placeholder={placeholder?.name}
              value={row.name}
              spellCheck={false}
              autoCapitalize="off"
              autoComplete="off"
              onChange={(event) => set(index, { name: event.target.value })}
            />
            <Value
              what={`the value of ${what} ${index + 1}`}
              aria-label={`Value of ${what} ${index + 1}`}
              placeholder={placeholder?.value}
              value={row.value}
              onChange={(event) => set(index, { value: event.target.value })}
            />
            <Button look="quiet" aria-label={`Remove ${what} ${index + 1}`} onClick={() => onChange(rows.filter((_, at) => at !== index))}>
              ✕
            </Button>
            {error !== undefined && <div className={style.error}>{error}</div>}
          </div>
        )
      })}
      <div>
        <Button look="quiet" onClick={add}>
          + Add {what}
        </Button>
      </div>
    </fieldset>
  )
}

/** `what` names a button that it does not have. */
function PlainInput({ what, ...props }: SecretInputProps) {
  return <input title={what} className="mono" spellCheck={false} autoCapitalize="off" autoComplete="off" {...props} />
}
