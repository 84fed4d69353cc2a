// Tools that the app itself offers to its host (a draft of the extension): listed, called with arguments as JSON, and what came of it.
import { useCallback, useEffect, useState } from 'react'
import type { Outcome } from '#mcp/apps/app-host.ts'
import { isObject, parseJson, writeJson, type Json } from '#mcp/json.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Field } from '../ui/Field.tsx'
import { reveal } from '../ui/format.ts'
import { JsonEditor } from '../ui/JsonEditor.tsx'
import { jsonFault } from '../ui/json-fault.ts'
import { JsonView } from '../ui/JsonView.tsx'
import { Note } from '../ui/Note.tsx'
import type { AppSession } from './app-session.ts'
import style from './Apps.module.css'

const toolsIn = (listed: Outcome | undefined): { [name: string]: Json }[] => {
  const tools = listed !== undefined && 'result' in listed && isObject(listed.result) ? listed.result.tools : undefined
  return Array.isArray(tools) ? tools.filter(isObject) : []
}

export function AppTools({ session }: { session: AppSession }) {
  const [listed, setListed] = useState<Outcome>()
  const [name, setName] = useState('')
  const [args, setArgs] = useState('{}')
  const [came, setCame] = useState<Outcome>()
  const list = useCallback(() => void session.ask('tools/list', {}).then(setListed), [session])
  useEffect(list, [list])
  const tools = toolsIn(listed)
  const tool = tools.find((one) => one.name === name) ?? tools[0]
  const fault = jsonFault(args)
  const call = async (): Promise<void> => setCame(await session.ask('tools/call', { name: String(tool?.name), arguments: parseJson(args) }))
  if (listed === undefined) return <p className={style.quiet}>Asking the app for its tools…</p>
  if ('error' in listed)
    return (
      <Note tone="bad" title="The app did not list its tools" actions={<Button onClick={list}>Ask again</Button>}>
        {reveal(listed.error.message)}
      </Note>
    )
  if (tool === undefined)
    return (
      <EmptyState title="It lists none" actions={<Button onClick={list}>Ask again</Button>}>
        The app said that it has tools of its own.
      </EmptyState>
    )
  return (
    <>
      <Field label="Tool of the app">
        {(field) => (
          <select {...field} value={String(tool.name)} onChange={(event) => setName(event.target.value)}>
            {tools.map((one) => (
              <option key={String(one.name)} value={String(one.name)}>
                {reveal(String(one.name))}
              </option>
            ))}
          </select>
        )}
      </Field>
      {typeof tool.description === 'string' && <p className={style.quiet}>{reveal(tool.description)}</p>}
      <JsonEditor label="Arguments for the app’s tool" text={args} blank={false} onChange={setArgs} />
      <div className={style.acts}>
        <Button look="primary" why={fault === undefined ? undefined : `Not JSON: ${fault.says}`} onClick={() => void call()}>
          Call it
        </Button>
        <Button look="quiet" onClick={list}>
          List again
        </Button>
      </div>
      {came !== undefined &&
        ('error' in came ? (
          <Note tone="bad" title={`It failed: ${came.error.code}`}>
            {reveal(came.error.message)}
          </Note>
        ) : (
          <JsonView key={writeJson(came.result).length} value={came.result} label="What the app’s tool gave back" />
        ))}
      <h3>Its definition</h3>
      <JsonView value={tool} label="Definition of the app’s tool" />
    </>
  )
}
