// One tool at work: its arguments on one side, what came of the call on the other. The result never hides the form.
import { useEffect, useState } from 'react'
import { isObject, parseJson, type Json } from '#mcp/json.ts'
import type { Limits } from '#mcp/session-types.ts'
import { currentRoute, go, useRoute } from '../route/route.ts'
import { writtenSoFar } from '../session/console-line.ts'
import { useCancelKey, useShortcut } from '../session/shortcuts.ts'
import { readMeta, type Meta } from '../session/server-extras.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { draftToArguments, type Assessment } from '../ui/SchemaForm/draft.ts'
import { argumentsToDraft } from '../ui/SchemaForm/from-arguments.ts'
import { focusField } from '../ui/SchemaForm/focus.ts'
import { judged, knownJudged, useJudged } from '../ui/SchemaForm/judged.ts'
import { SplitView } from '../ui/SplitView.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { useSetting } from '../ui/use-setting.ts'
import { callTool, useCalls } from './calls.ts'
import { ResultPane } from './ResultPane.tsx'
import { assess, draftLimits, NO_DRAFT, replaced, withJson, withoutEarlier, type ToolDraft } from './tool-draft.ts'
import { taskOrder, taskSupport } from './task-support.ts'
import { ToolView, type ToolAtWork } from './ToolView.tsx'
import style from './Tools.module.css'

export function ToolWork(props: ToolAtWork) {
  const { storeKey, connection, tool, leftOut, onUsed } = props
  const narrow = useNarrow()
  const { query } = useRoute()
  const [stored, setStored] = useSetting<ToolDraft>(`draft/${storeKey}`, NO_DRAFT)
  const [asked, setAsked] = useState(false)
  const call = useCalls((state) => state.drawn.get(storeKey))
  const schema = tool.inputSchema
  const built = draftToArguments(schema, stored.draft)
  const assessment = assess(stored, useJudged(schema, built))
  const callable = connection.status === 'connected' && leftOut === undefined

  // A link may bring arguments: they fill the form once and leave the URL, so that a reload keeps what is typed after.
  const brought = query.args
  useEffect(() => {
    if (brought === undefined) return
    setStored((before) => ({
      ...replaced(before, withJson(NO_DRAFT, schema, brought)),
      tab: isJsonObject(brought) ? (before.tab ?? 'form') : 'json',
    }))
    const { args: _, ...rest } = currentRoute().query
    go({ query: rest }, 'replace')
  }, [brought, schema, setStored])

  const asTask = taskOrder(taskSupport(connection, tool), stored.task)
  const send = (what: Json, meta: Meta | undefined, limits = draftLimits(stored.limits)) => {
    setAsked(false)
    if (stored.earlier !== undefined) setStored(withoutEarlier)
    void callTool({
      key: storeKey,
      connection: connection.id,
      generation: connection.generation,
      written: writtenSoFar(connection),
      tool: tool.name,
      arguments: what,
      ...(meta === undefined ? {} : { meta }),
      ...(limits === undefined ? {} : { limits }),
      ...(asTask === undefined ? {} : { task: asTask }),
    })
    onUsed()
  }
  const press = (anyway: boolean) => {
    if (!callable || useCalls.getState().calls.get(storeKey)?.state === 'running') return
    const known = knownJudged(schema, built)
    if (known !== undefined || anyway) decide(assess(stored, known ?? built), anyway)
    else void judged(schema, built).then((now) => decide(assess(stored, now), anyway))
  }
  const decide = ({ arguments: args, problems }: Assessment, anyway: boolean) => {
    const stops = problems.filter(({ level }) => level === 'fatal' || (level === 'bad' && !anyway))
    const first = stops[0]
    if (first === undefined) return send(args, readMeta(stored.meta).meta)
    setAsked(true)
    requestAnimationFrame(() => {
      if (stored.tab === 'json' || stored.json !== undefined) document.querySelector<HTMLElement>('[data-json] textarea')?.focus()
      focusField('tool', first.at)
    })
  }
  useShortcut('mod+enter', 'Call the tool', () => press(false))
  useCancelKey('Cancel the call', () => {
    const now = useCalls.getState().calls.get(storeKey)
    return now?.state === 'running' ? now.cancel() : false
  })

  const view = (
    <Boundary what={`The form of ${tool.name}`}>
      <ToolView
        {...props}
        draft={stored}
        onDraft={setStored}
        assessment={assessment}
        asked={asked}
        call={call}
        onCall={press}
        onRefill={(past) => {
          const value = parseJson(past.arguments)
          const meta = past.meta === undefined ? {} : { meta: past.meta }
          setStored((before) => replaced(before, { draft: argumentsToDraft(schema, value), json: past.arguments, ...meta }))
        }}
        onRerun={(past) => {
          if (callable && useCalls.getState().calls.get(storeKey)?.state !== 'running')
            send(parseJson(past.arguments), readMeta(past.meta).meta)
        }}
      />
    </Boundary>
  )
  const again = (limits?: Partial<Limits>) => {
    if (call !== undefined && useCalls.getState().calls.get(storeKey)?.state !== 'running') send(call.arguments, call.meta, limits)
  }
  const result = (
    <ResultPane
      storeKey={storeKey}
      call={call}
      tool={tool}
      connection={connection}
      onAgain={call === undefined || !callable ? undefined : again}
    />
  )
  if (narrow)
    return (
      <div className={style.stack}>
        {view}
        {result}
      </div>
    )
  return (
    <SplitView
      name="tools.form"
      label="Width of the form"
      direction="row"
      fixed="first"
      initial={416}
      min={280}
      first={view}
      second={result}
    />
  )
}

function isJsonObject(text: string): boolean {
  try {
    return isObject(parseJson(text))
  } catch {
    return false
  }
}
