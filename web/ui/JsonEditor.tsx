// JSON as text: the typed text is the state, kept apart from what it means, and a fault is told with its line and column.
// Tab indents for who writes; for who passes by it moves on, and Escape sets it free to leave.
import { useId, useRef, type KeyboardEvent } from 'react'
import { layOut } from '#mcp/json-layout.ts'
import { Button } from './Button.tsx'
import { jsonFault } from './json-fault.ts'
import style from './JsonEditor.module.css'
import { Said } from './Said.tsx'

export interface JsonEditorProps {
  text: string
  onChange: (text: string) => void
  /** Accessible name; leave out when a `<label>` names `id`. */
  label?: string
  id?: string
  /** Id of further words about the field. */
  describedBy?: string
  placeholder?: string
  /** Grow to fill the pane instead of fitting the text. */
  tall?: boolean
  disabled?: boolean
  invalid?: boolean
  /** Blank text is allowed. Default true. */
  blank?: boolean
}

export function JsonEditor(props: JsonEditorProps) {
  const { text, onChange, label, describedBy, placeholder, tall = false, disabled, invalid, blank = true } = props
  const own = useId()
  const id = props.id ?? own
  const area = useRef<HTMLTextAreaElement>(null)
  /** Tab leaves: nothing has been typed or pointed at since the field was reached, or Escape was pressed. */
  const free = useRef(true)
  const fault = blank && text.trim() === '' ? undefined : jsonFault(text)
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') free.current = true
    else if (/^(?:.|Backspace|Delete|Enter|Arrow.*|Home|End)$/u.test(event.key)) free.current = false
    if (event.key !== 'Tab' || event.ctrlKey || event.altKey || event.metaKey) return
    if (free.current || event.shiftKey) return
    event.preventDefault()
    const { selectionStart, selectionEnd } = event.currentTarget
    event.currentTarget.setRangeText('  ', selectionStart, selectionEnd, 'end')
    onChange(event.currentTarget.value)
  }
  const goToFault = () => {
    if (fault === undefined) return
    area.current?.focus()
    area.current?.setSelectionRange(fault.at, Math.min(fault.at + 1, text.length))
  }
  return (
    <div className={`${style.editor} ${tall ? style.tall : ''}`}>
      <textarea
        ref={area}
        id={id}
        className={style.area}
        value={text}
        rows={tall ? undefined : Math.min(16, Math.max(text === '' ? 2 : 1, text.split('\n').length))}
        spellCheck={false}
        autoCapitalize="off"
        autoComplete="off"
        wrap="off"
        aria-label={label}
        aria-describedby={[describedBy, `${id}-fault`, `${id}-tab`].filter(Boolean).join(' ')}
        aria-invalid={fault !== undefined || invalid === true || undefined}
        placeholder={placeholder}
        disabled={disabled}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
        onPointerDown={() => {
          free.current = false
        }}
        onBlur={() => {
          free.current = true
        }}
      />
      <span id={`${id}-tab`} hidden>
        Tab indents while you write. Escape, then Tab, leaves.
      </span>
      <div className={style.foot}>
        <Said id={`${id}-fault`} className={style.fault}>
          {fault === undefined ? '' : `Line ${fault.line}, column ${fault.column}: ${fault.says}`}
        </Said>
        {fault !== undefined && (
          <Button look="quiet" onClick={goToFault}>
            Go there
          </Button>
        )}
        {fault === undefined && text.includes('{') && (
          <Button look="quiet" disabled={disabled} onClick={() => onChange(layOut(text))}>
            Format
          </Button>
        )}
      </div>
    </div>
  )
}
