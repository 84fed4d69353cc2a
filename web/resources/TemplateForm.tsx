// The variables of a URI template, with suggestions where the server has them, and the URI that comes of it.
import { useMemo } from 'react'
import { useCompletion } from '../session/use-completion.ts'
import { Combobox } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { Note } from '../ui/Note.tsx'
import { reveal } from '../ui/format.ts'
import { readTemplate, type TemplateVariable } from './uri-template.ts'
import style from './ResourcesPanel.module.css'

export interface TemplateFormProps {
  template: string
  typed: { [name: string]: string }
  onType: (typed: { [name: string]: string }) => void
  /** What it expands to now. */
  uri: string
  onRun: () => void
}

export function TemplateForm({ template, typed, onType, uri, onRun }: TemplateFormProps) {
  const reading = useMemo(() => readTemplate(template), [template])
  if (reading.kind === 'broken')
    return (
      <div className={style.form}>
        <Note tone="bad" title="This template cannot be expanded">
          As RFC 6570 has it, {reveal(reading.why)}. So there is nothing to read here; a URI that you know can be read by “Read another
          URI…”, beneath the list.
        </Note>
      </div>
    )
  return (
    <form
      className={style.form}
      onSubmit={(event) => {
        event.preventDefault()
        onRun()
      }}
    >
      <div className={style.variables}>
        {reading.variables.map((variable) => (
          <Variable
            key={variable.name}
            template={template}
            variable={variable}
            typed={typed}
            onType={(text) => onType({ ...typed, [variable.name]: text })}
          />
        ))}
      </div>
      {reading.variables.length === 0 && <p className={style.quietly}>It has no variables.</p>}
      <output className={style.preview} aria-label="Expanded URI">
        {reveal(uri)}
      </output>
      <input type="submit" hidden />
    </form>
  )
}

interface VariableProps {
  template: string
  variable: TemplateVariable
  typed: { [name: string]: string }
  onType: (text: string) => void
}

function Variable({ template, variable, typed, onType }: VariableProps) {
  const { name, explodes, prefix, operator } = variable
  const { values, note, ask } = useCompletion({ type: 'ref/resource', uri: template }, name)
  const value = Object.hasOwn(typed, name) ? typed[name]! : ''
  const about = [
    operator === '?' || operator === '&' ? 'query' : operator === '+' || operator === '#' ? 'may hold / and ?' : undefined,
    explodes ? 'one value a line' : undefined,
    prefix === undefined ? undefined : `its first ${prefix} characters`,
  ].filter((word) => word !== undefined)
  return (
    <Field label={name} note={about.join(', ') || undefined}>
      {(field) => (
        <Combobox
          {...field}
          value={value}
          multiline={explodes}
          suggestions={values}
          note={note}
          onChange={onType}
          onAsk={(text) => ask(text, typed)}
        />
      )}
    </Field>
  )
}
