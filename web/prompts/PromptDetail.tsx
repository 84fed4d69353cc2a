// One prompt: its arguments, and the messages that the server makes of them. Nothing is sent that was not typed.
import { useRef, useState } from 'react'
import { readPromptResult } from '#mcp/content-read.ts'
import { writeJson } from '#mcp/json.ts'
import type { Prompt, PromptArgument } from '#mcp/model.ts'
import { go, linkTo } from '../route/route.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { spellKeys, useCancelKey, useShortcut } from '../session/shortcuts.ts'
import { useCompletion } from '../session/use-completion.ts'
import { useLastWords } from '../session/last-words.ts'
import { useRun } from '../session/use-run.ts'
import { Button } from '../ui/Button.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { DefinitionHead } from '../ui/DefinitionHead.tsx'
import { Field } from '../ui/Field.tsx'
import { JsonView } from '../ui/JsonView.tsx'
import { ResultFrame } from '../ui/ResultFrame.tsx'
import { SplitView } from '../ui/SplitView.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { useSetting } from '../ui/use-setting.ts'
import { Conversation } from './Conversation.tsx'
import { conversationText } from './conversation-text.ts'
import pane from '../ui/Pane.module.css'
import style from './PromptsPanel.module.css'

export interface PromptDetailProps {
  connection: ConnectionState
  prompt: Prompt
}

const NOTHING: { [name: string]: string } = {}

export function PromptDetail({ connection, prompt }: PromptDetailProps) {
  const narrow = useNarrow()
  const { id } = connection
  const [typed, setTyped] = useSetting(`prompt.${id}.${prompt.name}`, NOTHING)
  const [tried, setTried] = useState(false)
  const [tab, setTab] = useState('conversation')
  const form = useRef<HTMLFormElement>(null)
  const { run, start, cancel } = useRun(`${id} prompts/get ${prompt.index} ${prompt.name}`)
  const words = useLastWords(id, run?.seq, run?.error)
  const ready = connection.status === 'connected'
  const textOf = (name: string) => (Object.hasOwn(typed, name) ? typed[name]! : '')
  const missing = prompt.arguments.filter((one) => one.required && textOf(one.name) === '')

  const send = () => {
    const given = prompt.arguments.map(({ name }) => [name, textOf(name)] as const).filter(([, text]) => text !== '')
    setTried(false)
    start(id, 'prompts/get', { name: prompt.name, ...(given.length === 0 ? {} : { arguments: Object.fromEntries(given) }) })
  }
  const get = () => {
    if (!ready) return
    if (missing.length === 0) return send()
    setTried(true)
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  }
  useShortcut('mod+enter', 'Get the prompt', get)
  useCancelKey('Cancel getting the prompt', () => (run?.state === 'running' ? cancel() : false))

  const back = narrow && (
    <Button look="quiet" aria-label="Back to the list" onClick={() => go({ item: undefined, query: {} })}>
      ‹
    </Button>
  )
  const answer = run?.answer
  const result = answer === undefined ? undefined : readPromptResult(answer.result)
  const first = (
    <form
      ref={form}
      data-work={prompt.name}
      className={style.pane}
      onSubmit={(event) => {
        event.preventDefault()
        get()
      }}
    >
      <div className={style.body}>
        <DefinitionHead {...prompt} back={back} />
        <div className={style.fields}>
          {prompt.arguments.map((argument, at) => (
            <Argument
              // Names may repeat here too.
              key={`${at} ${argument.name}`}
              prompt={prompt.name}
              argument={argument}
              typed={typed}
              missing={tried && missing.includes(argument)}
              onType={(text) => setTyped((before) => ({ ...before, [argument.name]: text }))}
            />
          ))}
          {prompt.arguments.length === 0 && <p className={style.hint}>It takes no arguments.</p>}
        </div>
      </div>
      <div className={pane.act}>
        <Button
          look="primary"
          data-call=""
          type="submit"
          disabled={!ready}
          title={ready ? undefined : 'Not connected'}
          hint={spellKeys('mod+enter')}
          aria-label="Get prompt"
        >
          Get prompt
        </Button>
        {tried && missing.length > 0 && <Button onClick={send}>Send anyway</Button>}
      </div>
    </form>
  )
  const second = (
    <ResultFrame
      state={run?.state ?? 'idle'}
      startedAt={run?.startedAt}
      progress={run?.progress}
      answer={answer}
      error={run?.error}
      words={words}
      seq={run?.seq}
      linkToRow={(seq) => linkTo({ panel: 'traffic', item: String(seq) })}
      tabs={[
        { id: 'conversation', title: 'Conversation', note: result?.messages.length },
        { id: 'raw', title: 'Raw' },
      ]}
      tab={tab}
      onTab={setTab}
      onCancel={cancel}
      acts={
        answer !== undefined &&
        result !== undefined && (
          <CopyButton
            label={tab === 'raw' ? 'Copy JSON' : 'Copy text'}
            text={() => (tab === 'raw' ? writeJson(answer.result, 2) : conversationText(result.messages))}
          />
        )
      }
      idle={<p className={style.quiet}>Not asked for yet.</p>}
    >
      {answer !== undefined &&
        (tab === 'raw' ? (
          <JsonView value={answer.result} label="Result" />
        ) : (
          result !== undefined && (
            <Conversation {...(result.description === undefined ? {} : { description: result.description })} messages={result.messages} />
          )
        ))}
    </ResultFrame>
  )
  if (narrow)
    return (
      <div className={style.stack}>
        {first}
        {second}
      </div>
    )
  return (
    <SplitView
      name="prompts.form"
      label="Width of the arguments"
      direction="row"
      fixed="first"
      initial={416}
      min={260}
      first={first}
      second={second}
    />
  )
}

interface ArgumentProps {
  prompt: string
  argument: PromptArgument
  typed: { [name: string]: string }
  missing: boolean
  onType: (text: string) => void
}

function Argument({ prompt, argument, typed, missing, onType }: ArgumentProps) {
  const { name, title, description, required } = argument
  const { values, note, ask } = useCompletion({ type: 'ref/prompt', name: prompt }, name)
  return (
    <Field
      label={name}
      note={[title !== undefined && title !== name ? title : '', required ? 'required' : 'optional'].filter(Boolean).join(', ')}
      hint={description}
      error={missing ? 'It is required. “Send anyway” leaves it out.' : undefined}
    >
      {(field) => (
        <Combobox
          {...field}
          value={Object.hasOwn(typed, name) ? typed[name]! : ''}
          suggestions={values}
          note={note}
          onChange={onType}
          onAsk={(text) => ask(text, typed)}
        />
      )}
    </Field>
  )
}
