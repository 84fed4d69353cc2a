// The arguments of one prompt, with the server's suggestions. Nothing is sent that was not written or chosen.
import { useMemo } from 'react'
import { isObject, type Json } from '#mcp/json.ts'
import type { Prompt } from '#mcp/model.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { spellKeys, useShortcut } from '../session/shortcuts.ts'
import { useCompletion } from '../session/use-completion.ts'
import { Button } from '../ui/Button.tsx'
import { DefinitionHead } from '../ui/DefinitionHead.tsx'
import type { Draft } from '../ui/SchemaForm/field-draft.ts'
import { LazySchemaForm } from '../ui/SchemaForm/LazySchemaForm.tsx'
import { useForm } from '../ui/SchemaForm/use-form.ts'
import { useSetting } from '../ui/use-setting.ts'
import { promptSchema } from './prompt-schema.ts'
import pane from '../ui/Pane.module.css'
import style from './PromptsPanel.module.css'

/** While the person looks for a prompt, its form's code is on the way. */
LazySchemaForm.preload()

const BLANK: Draft = {}

export interface PromptFormProps {
  connection: ConnectionState
  prompt: Prompt
  /** undefined: none are sent. */
  onGet: (given: Json | undefined) => void
}

export function PromptForm({ connection, prompt, onGet }: PromptFormProps) {
  const [draft, setDraft] = useSetting(`prompt-draft.${connection.id}.${prompt.name}`, BLANK)
  const schema = useMemo(() => promptSchema(prompt), [prompt])
  const suggest = useCompletion({ type: 'ref/prompt', name: prompt.name })
  const ready = connection.status === 'connected'
  const { assessment, asked, stopped, press } = useForm(schema, draft, 'prompt', (given) =>
    onGet(isObject(given) && Object.keys(given).length === 0 ? undefined : given),
  )
  const get = (anyway = false) => {
    if (ready) press(anyway)
  }
  useShortcut('mod+enter', 'Get the prompt', () => get())
  const fatal = assessment.problems.find(({ level }) => level === 'fatal')
  return (
    <section data-work={prompt.name} className={style.pane} aria-label={`Prompt ${prompt.name}`}>
      <div className={style.body}>
        <DefinitionHead {...prompt} />
        <div className={style.fields}>
          {prompt.arguments.length === 0 ? (
            <p className={style.hint}>It takes no arguments.</p>
          ) : (
            <LazySchemaForm
              schema={schema}
              draft={draft}
              onDraftChange={setDraft}
              idPrefix="prompt"
              onSubmit={() => get()}
              showAll={asked}
              suggest={suggest}
            />
          )}
        </div>
      </div>
      <div className={pane.act}>
        <Button look="primary" data-call="" why={ready ? fatal?.says : 'Not connected'} hint={spellKeys('mod+enter')} onClick={() => get()}>
          Get prompt
        </Button>
        {stopped && (
          <Button why={ready ? undefined : 'Not connected'} onClick={() => get(true)}>
            Send anyway
          </Button>
        )}
      </div>
    </section>
  )
}
