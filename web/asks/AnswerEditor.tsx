// The answer to a sampling request: written by hand, from one that was kept, or by a provider; then changed in any part.
import { useState } from 'react'
import { parseJson, writeJson, type Json } from '#mcp/json.ts'
import { useConnections } from '../session/connections.ts'
import type { PendingAsk } from '../session/engine-messages.ts'
import { Button } from '../ui/Button.tsx'
import { reveal } from '../ui/format.ts'
import { JsonEditor } from '../ui/JsonEditor.tsx'
import { JsonView } from '../ui/JsonView.tsx'
import { Menu, type MenuItem } from '../ui/Menu.tsx'
import { Note } from '../ui/Note.tsx'
import { useSetting } from '../ui/use-setting.ts'
import { draftOf, samplingResult, type AskDraft } from './ask-drafts.ts'
import { BlocksEditor } from './BlockEditor.tsx'
import { ProviderBar } from './ProviderBar.tsx'
import { answerDoubts } from './sampling-edit.ts'
import { dropTemplate, keepTemplate, NO_TEMPLATES, TEMPLATES, type Template } from './templates.ts'
import style from './Asks.module.css'

export interface AnswerEditorProps {
  ask: PendingAsk
  /** The request as it is now. */
  params: Json
  draft: AskDraft
  /** Undefined while its JSON is broken. */
  result: Json | undefined
  onChange: (change: Partial<AskDraft>) => void
}

export function AnswerEditor({ ask, params, draft, result, onChange }: AnswerEditorProps) {
  const [preview, setPreview] = useState(false)
  const revision = useConnections().get(ask.connection)?.facts?.revision
  const doubts =
    result === undefined ? [] : answerDoubts(params, draft.json === undefined ? draft.content : draftOf(result).content, revision)
  return (
    <section className={style.part} aria-label="Your answer">
      <div className={style.partHead}>
        <h3>Answer</h3>
        <Kept result={result} onTake={(kept) => onChange(draft.json === undefined ? draftOf(kept) : { json: writeJson(kept, 2) })} />
        <Button
          look="quiet"
          aria-pressed={draft.json !== undefined}
          onClick={() =>
            onChange(
              draft.json === undefined
                ? { json: writeJson(samplingResult(draft), 2) }
                : { json: undefined, ...(result === undefined ? {} : draftOf(result)) },
            )
          }
        >
          {draft.json === undefined ? 'As JSON' : 'As fields'}
        </Button>
        <Button look="quiet" aria-expanded={preview} onClick={() => setPreview(!preview)}>
          {preview ? 'Hide preview' : 'Preview'}
        </Button>
      </div>
      <ProviderBar ask={ask} params={params} />
      {draft.json === undefined ? (
        <div className={style.answer}>
          <BlocksEditor
            name="Answer"
            placeholder="What the model would say"
            blocks={draft.content}
            onChange={(content) => onChange({ content })}
          />
          <div className={style.cells}>
            <label className={style.cell}>
              Model
              <input value={draft.model} onChange={(event) => onChange({ model: event.target.value })} />
            </label>
            <label className={style.cell}>
              Role
              <select value={draft.role} onChange={(event) => onChange({ role: event.target.value })}>
                <option>assistant</option>
                <option>user</option>
              </select>
            </label>
            <label className={style.cell}>
              Stop reason
              <input
                list="stop-reasons"
                placeholder="not sent"
                value={draft.stopReason}
                onChange={(event) => onChange({ stopReason: event.target.value })}
              />
            </label>
          </div>
          <datalist id="stop-reasons">
            {['endTurn', 'stopSequence', 'maxTokens', 'toolUse'].map((stop) => (
              <option key={stop}>{stop}</option>
            ))}
          </datalist>
        </div>
      ) : (
        <JsonEditor label="Result as JSON" blank={false} text={draft.json} onChange={(json) => onChange({ json })} />
      )}
      {doubts.map((doubt) => (
        <Note key={doubt} tone="warn">
          {doubt}
        </Note>
      ))}
      {preview && result !== undefined && <JsonView value={result} label="The result as it will be sent" bare />}
    </section>
  )
}

/** Answers that were kept, and the way to keep this one. */
function Kept({ result, onTake }: { result: Json | undefined; onTake: (result: Json) => void }) {
  const [templates] = useSetting<Template[]>(TEMPLATES, NO_TEMPLATES)
  const [name, setName] = useState<string>()
  const [says, setSays] = useState('')
  if (name !== undefined)
    return (
      <form
        className={style.row}
        onSubmit={(event) => {
          event.preventDefault()
          setName(undefined)
          if (name.trim() !== '' && result !== undefined && !keepTemplate(name.trim(), result)) setSays('Too long to be kept.')
        }}
      >
        <input
          aria-label="Name to keep the answer under"
          placeholder="name"
          autoComplete="off"
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit">Keep</Button>
      </form>
    )
  const items: MenuItem[] = [
    ...templates.map((one): MenuItem => ({ id: one.name, title: reveal(one.name), onSelect: () => onTake(parseJson(one.result)) })),
    { id: '+', title: 'Keep this answer…', disabled: result === undefined, parted: templates.length > 0, onSelect: () => setName('') },
    ...templates.map((one): MenuItem => ({
      id: `-${one.name}`,
      title: `Forget “${reveal(one.name)}”`,
      tone: 'bad',
      onSelect: () => dropTemplate(one.name),
    })),
  ]
  return (
    <>
      {says !== '' && <span className={style.hint}>{says}</span>}
      <Menu label="Kept answers" items={items} />
    </>
  )
}
