// What a result holds: its content, its structured content beside it, or all of it as it came. Nothing of it is hidden
// because something else about it is wrong.
import { useMemo, type ReactNode } from 'react'
import type { BigNote } from '#mcp/content/big.ts'
import { heldAt, heldText } from '#mcp/held.ts'
import { parseJson, writeJson } from '#mcp/json.ts'
import type { Tool, ToolResult } from '#mcp/model.ts'
import { Button } from '../ui/Button.tsx'
import { ContentBlocks } from '../ui/ContentView.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { count } from '../ui/format.ts'
import { JsonView } from '../ui/JsonView.tsx'
import { Note } from '../ui/Note.tsx'
import type { Problem } from '../ui/SchemaForm/draft.ts'
import type { ToolCall } from './calls.ts'
import { TaskResult } from './TaskResult.tsx'
import style from './Tools.module.css'

export interface ResultContentProps {
  call: ToolCall
  tool: Tool
  tab: 'content' | 'structured' | 'raw'
  /** What its outputSchema says against the structured content. */
  problems: readonly Problem[]
  onTab: (tab: string) => void
}

export function ResultContent({ call, tool, tab, problems, onTab }: ResultContentProps) {
  const { result } = call
  // One that came too late is looked at like any other.
  const answer = call.answer ?? call.late?.answer
  const notes = useMemo(
    () => problems.map(({ at, says, level }): BigNote => ({ at, says, ...(level === 'warn' && { mild: true as const }) })),
    [problems],
  )
  const same = useMemo(() => result !== undefined && saysTheSame(result), [result])
  if (result === undefined || answer === undefined) return null
  if (call.task !== undefined && tab !== 'raw') return <TaskResult taskKey={call.task} />
  if (tab === 'raw') return <JsonView value={answer.result} label="Raw result" />
  const { content, structuredContent } = result
  const structured = structuredContent !== undefined && <JsonView value={structuredContent} label="Structured content" notes={notes} />
  if (tab === 'structured')
    return (
      <>
        {oddities(result, tool)}
        {violations(problems)}
        {structured || (
          <EmptyState title="No structured content">
            {tool.outputSchema === undefined ? 'The tool declares no outputSchema, so none is expected.' : 'The result carries none.'}
          </EmptyState>
        )}
      </>
    )
  return (
    <>
      {oddities(result, tool)}
      {content.length > 0 ? (
        <ContentBlocks blocks={content} />
      ) : (
        result.hasContent &&
        result.contentFlaw === undefined && (
          <EmptyState title="Empty content">The server answered with an empty list of content.</EmptyState>
        )
      )}
      {structuredContent !== undefined && (
        <section className={style.beside} aria-label="Structured content beside it">
          {violations(problems)}
          {same && problems.length === 0 ? (
            <p className={style.besideWords}>
              The structured content says the same as the text.
              <Button look="quiet" onClick={() => onTab('structured')}>
                Show it
              </Button>
            </p>
          ) : (
            <>
              <h3 className={style.besideWords}>Structured content</h3>
              {structured}
            </>
          )}
        </section>
      )}
    </>
  )
}

function oddities(result: ToolResult, tool: Tool): ReactNode {
  const { hasContent, contentFlaw, isError, structuredContent } = result
  return (
    <>
      {isError && (
        <Note tone="bad" title="The tool says that it failed">
          What it says is below. The protocol itself went well: this is an answer with <code>isError</code>.
        </Note>
      )}
      {!hasContent && contentFlaw === undefined && <Note tone="warn">The result has no “content”, which every tool result must have.</Note>}
      {contentFlaw !== undefined && (
        <Note tone="warn">
          {contentFlaw} {result.content.length > 0 ? 'It is shown as far as it goes.' : '“Raw” shows it as it came.'}
        </Note>
      )}
      {!isError && tool.outputSchema !== undefined && structuredContent === undefined && (
        <Note tone="warn" title="structuredContent is missing">
          The tool declares an outputSchema, so its result must carry “structuredContent”.
        </Note>
      )}
      {!isError && tool.outputSchema === undefined && structuredContent !== undefined && (
        <Note tone="info" title="structuredContent is there, unannounced">
          The tool declares no outputSchema, so nobody can know what to expect of it, and it is not checked.
        </Note>
      )}
    </>
  )
}

/** Each once, with its place; in the tree it stands there as well. */
function violations(problems: readonly Problem[]): ReactNode {
  if (problems.length === 0) return null
  const [{ at, says, level }] = problems as [Problem, ...Problem[]]
  if (problems.length === 1)
    return (
      <Note tone="warn">
        <b>outputSchema:</b> <code>{at === '' ? '/' : at}</code> {says} The result is shown as it came.
        {level === 'warn' && at !== '' && ' (A format is advice.)'}
      </Note>
    )
  return (
    <Note tone="warn" title={`It breaks its outputSchema in ${count(problems.length, 'place')}. It is shown as it came.`}>
      <ul className={style.violations}>
        {problems.map(({ at, says, level }) => (
          <li key={`${at} ${says}`}>
            <code>{at === '' ? '/' : at}</code> {says}
            {level === 'warn' && at !== '' && ' (A format is advice.)'}
          </li>
        ))}
      </ul>
    </Note>
  )
}

/** Servers that speak to older clients too write the structure out as text. */
function saysTheSame({ content, structuredContent }: ToolResult): boolean {
  const [block] = content
  if (content.length !== 1 || block?.kind !== 'text' || structuredContent === undefined) return false
  if (heldAt(structuredContent) !== undefined || heldText(block.raw, 'text') !== undefined || block.text.length > 200_000) return false
  try {
    return writeJson(parseJson(block.text)) === writeJson(structuredContent)
  } catch {
    return false
  }
}
