// One prompt: its arguments, and the messages that the server makes of them. Nothing is sent that was not typed.
import { useState } from 'react'
import { isObject } from '#mcp/json.ts'
import { readPromptResult } from '#mcp/content-read.ts'
import type { Prompt } from '#mcp/model.ts'
import { go, linkTo } from '../route/route.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { useCancelKey } from '../session/shortcuts.ts'
import { remedyFor } from '../session/missing-capability.ts'
import { useLastWords } from '../session/last-words.ts'
import { useRun } from '../session/use-run.ts'
import { BackBar } from '../ui/BackBar.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { JsonView } from '../ui/JsonView.tsx'
import { ResultFrame } from '../ui/ResultFrame.tsx'
import { SplitView } from '../ui/SplitView.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { wholeJson } from '../ui/viewers/whole-json.ts'
import { Conversation } from './Conversation.tsx'
import { conversationText } from './conversation-text.ts'
import { PromptForm } from './PromptForm.tsx'
import style from './PromptsPanel.module.css'

export interface PromptDetailProps {
  connection: ConnectionState
  prompt: Prompt
}

export function PromptDetail({ connection, prompt }: PromptDetailProps) {
  const narrow = useNarrow()
  const { id } = connection
  const [tab, setTab] = useState('conversation')
  const { run, start, cancel } = useRun(`${id} prompts/get ${prompt.index} ${prompt.name}`)
  const words = useLastWords(id, run?.seq, run?.error)
  const remedy = remedyFor(connection, run?.error)
  useCancelKey('Cancel getting the prompt', () => (run?.state === 'running' ? cancel() : false))

  const answer = run?.answer
  const result = answer === undefined ? undefined : readPromptResult(answer.result)
  const first = (
    <PromptForm
      connection={connection}
      prompt={prompt}
      onGet={(given) => start(id, 'prompts/get', { name: prompt.name, ...(given === undefined ? {} : { arguments: given }) })}
    />
  )
  const second = (
    <ResultFrame
      state={run?.state ?? 'idle'}
      startedAt={run?.startedAt}
      progress={run?.progress}
      clock={run?.clock}
      late={run?.late}
      stray={run?.stray}
      again="Get prompt"
      onAgain={connection.status === 'connected' ? run?.again : undefined}
      remedy={remedy}
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
          <>
            <CopyButton label="Copy text" text={() => conversationText(result.messages)} />
            <CopyButton label="Copy JSON" text={() => wholeJson(answer.result)} />
          </>
        )
      }
      idle={<p className={style.quiet}>Not asked for yet.</p>}
    >
      {answer !== undefined &&
        (tab === 'raw' ? (
          <JsonView value={answer.result} label="Result" />
        ) : (
          result !== undefined && (
            <Conversation
              lacking={!isObject(answer.result) || !Array.isArray(answer.result.messages)}
              {...(result.description === undefined ? {} : { description: result.description })}
              messages={result.messages}
            />
          )
        ))}
    </ResultFrame>
  )
  if (narrow)
    return (
      <div className={style.stack}>
        <BackBar onBack={() => go({ item: undefined, query: {} })} />
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
