// What may be changed before a step is run again. Only what was touched is written down; the rest stays as the rules have it.
import { useId, useState } from 'react'
import type { Edit } from '#mcp/auth/flow-state.ts'
import type { StepId } from '#mcp/auth/step-id.ts'
import { changeAuth, runSteps } from '../session/auth.ts'
import { Button } from '../ui/Button.tsx'
import { Check, Field } from '../ui/Field.tsx'
import { reveal } from '../ui/format.ts'
import { PairRows, type Pair } from '../ui/PairRows.tsx'
import { SecretInput } from '../ui/SecretInput.tsx'
import { pairsOf, withDraft, type Draft } from './edit-values.ts'
import { useAct } from './use-act.ts'
import style from './Auth.module.css'

export interface EditFormProps {
  connection: string
  step: StepId
  edits: Edit[]
  busy: boolean
}

export function EditForm({ connection, step, edits, busy }: EditFormProps) {
  const { fault, act } = useAct()
  const [draft, setDraft] = useState<Draft>({})
  const id = useId()
  const apply = async (run: boolean) => {
    await changeAuth(connection, (settings) => withDraft(settings, edits, draft))
    setDraft({})
    if (run) await runSteps(connection, step)
  }
  return (
    <form
      className={style.edit}
      aria-labelledby={id}
      onSubmit={(event) => {
        event.preventDefault()
        act(apply(true))
      }}
    >
      <h4 id={id}>Edit and run again</h4>
      <div className={style.edits}>
        {edits.map((edit) => (
          <EditField key={edit.path} edit={edit} typed={draft[edit.path]} onType={(typed) => setDraft({ ...draft, [edit.path]: typed })} />
        ))}
      </div>
      <div className={style.acts}>
        <Button type="submit" look="primary" disabled={busy}>
          Apply and run from here
        </Button>
        <Button onClick={() => act(apply(false))}>Apply</Button>
        {fault !== undefined && <span className={style.bad}>{reveal(fault)}</span>}
      </div>
    </form>
  )
}

interface EditFieldProps {
  edit: Edit
  typed: Draft[string] | undefined
  onType: (typed: Draft[string]) => void
}

function EditField({ edit, typed, onType }: EditFieldProps) {
  const { label, kind, value, options = [], help, changed } = edit
  // Taken back, it shows what was typed last until it is applied.
  const text = typeof typed === 'string' ? typed : typed === null ? '' : value
  const note =
    typed === null ? (
      'by the rules again, once applied'
    ) : changed ? (
      <Button look="quiet" className={style.back} aria-label={`By the rules again: ${label}`} onClick={() => onType(null)}>
        set by you; take back
      </Button>
    ) : undefined
  const about = { label, ...(note === undefined ? {} : { note }), ...(help === undefined ? {} : { hint: help }) }
  if (kind === 'flag') return <Check label={label} hint={help} checked={text === 'true'} onChange={(on) => onType(String(on))} />
  if (kind === 'params') {
    const rows = Array.isArray(typed) ? (typed as Pair[]) : typed === null ? [] : pairsOf(value)
    return (
      <PairRows
        legend={label}
        note={help}
        what="parameter"
        rows={rows}
        onChange={onType}
        plain={() => true}
        placeholder={{ name: 'audience', value: 'https://api.example.com' }}
      />
    )
  }
  if (kind === 'secret')
    return (
      <Field {...about}>
        {(field) => (
          <SecretInput
            {...field}
            what={label}
            value={typeof typed === 'string' ? typed : ''}
            placeholder={value === '' ? undefined : `set: ${value}`}
            onChange={(event) => onType(event.target.value)}
          />
        )}
      </Field>
    )
  if (kind === 'choice')
    return (
      <Field {...about}>
        {(field) => (
          <select {...field} value={text} onChange={(event) => onType(event.target.value)}>
            {!options.some((one) => one.value === text) && <option value={text}>{text === '' ? 'by the rules' : reveal(text)}</option>}
            {options.map((one) => (
              <option key={one.value} value={one.value}>
                {reveal(one.label)}
              </option>
            ))}
          </select>
        )}
      </Field>
    )
  return (
    <Field {...about}>
      {(field) => (
        <input
          {...field}
          className="mono"
          value={text}
          placeholder={kind === 'names' ? 'resource prompt' : undefined}
          spellCheck={false}
          autoCapitalize="off"
          autoComplete="off"
          onChange={(event) => onType(event.target.value)}
        />
      )}
    </Field>
  )
}
