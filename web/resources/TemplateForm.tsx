// The variables of a URI template, with suggestions where the server has them, and the URI that comes of it.
import { useMemo } from 'react'
import { useCompletion } from '../session/use-completion.ts'
import { Note } from '../ui/Note.tsx'
import { reveal } from '../ui/format.ts'
import { draftToArguments } from '../ui/SchemaForm/draft.ts'
import type { Draft } from '../ui/SchemaForm/field-draft.ts'
import { LazySchemaForm } from '../ui/SchemaForm/LazySchemaForm.tsx'
import { expand, readTemplate, templateSchema } from './uri-template.ts'
import style from './ResourcesPanel.module.css'

LazySchemaForm.preload()

export interface TemplateFormProps {
  template: string
  draft: Draft
  onDraft: (draft: Draft) => void
  /** What it expands to now. */
  uri: string
  onRun: () => void
}

/** What a template and its draft come to: a URI, '' where there is none to be read; and why it cannot be sent yet. */
export function fillTemplate(template: string, draft: Draft): { uri: string; fault?: string } {
  const { arguments: values, problems } = draftToArguments(templateSchema(template), draft)
  const fatal = problems.find(({ level }) => level === 'fatal')
  return fatal === undefined ? { uri: expand(template, values) } : { uri: '', fault: fatal.says }
}

export function TemplateForm({ template, draft, onDraft, uri, onRun }: TemplateFormProps) {
  const reading = useMemo(() => readTemplate(template), [template])
  const suggest = useCompletion({ type: 'ref/resource', uri: template })
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
    <div className={style.form}>
      {reading.variables.length === 0 ? (
        <p className={style.quietly}>It has no variables.</p>
      ) : (
        <LazySchemaForm
          schema={templateSchema(template)}
          draft={draft}
          onDraftChange={onDraft}
          idPrefix="template"
          onSubmit={onRun}
          enterSubmits
          suggest={suggest}
        />
      )}
      <output className={style.preview} aria-label="Expanded URI">
        {reveal(uri)}
      </output>
    </div>
  )
}
