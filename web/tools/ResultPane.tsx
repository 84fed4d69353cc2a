// What came of a call: content, structured content, the raw result, timing; or what went wrong, where the data would be.
import { useLayoutEffect, useRef, useState } from 'react'
import { appOf } from '#mcp/apps/app-tool.ts'
import type { Tool } from '#mcp/model.ts'
import { linkTo } from '../route/route.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { AppSlot, type ShownCall } from '../ui/app-slot.tsx'
import { Boundary } from '../ui/Boundary.tsx'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { clock, duration, size } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import pane from '../ui/Pane.module.css'
import { Tabs } from '../ui/Tabs.tsx'
import { useArrival } from '../ui/use-arrival.ts'
import { useSetting } from '../ui/use-setting.ts'
import { wholeJson } from '../ui/viewers/whole-json.ts'
import { ranFor } from '../ui/run-time.ts'
import { useCalls, type ToolCall } from './calls.ts'
import { FailedCall, type FailedCallProps } from './FailedCall.tsx'
import { Meanwhile } from './Meanwhile.tsx'
import { ResultContent } from './ResultContent.tsx'
import { RunningCall } from './RunningCall.tsx'
import { spoken, WORDS } from './spoken.ts'
import { useOutputProblems } from './use-output-problems.ts'
import style from './Tools.module.css'

type Tab = 'content' | 'structured' | 'raw' | 'timing' | 'app'

/** Which tab a result opens with: the one looked at last, unless there is nothing on it and something on its neighbour. */
function fitting(remembered: Tab, call: ToolCall | undefined, tool: Tool): Tab {
  if (remembered === 'app' && appOf(tool.raw) === undefined) return fitting('content', call, tool)
  const result = call?.result
  if (result === undefined) return remembered
  const { content, structuredContent } = result
  if (remembered === 'content' && content.length === 0 && structuredContent !== undefined) return 'structured'
  if (remembered === 'structured' && structuredContent === undefined && tool.outputSchema === undefined) return 'content'
  return remembered
}

export interface ResultPaneProps {
  storeKey: string
  /** The call as it is drawn; the region's data-state tells the one that stands. */
  call: ToolCall | undefined
  tool: Tool
  connection: ConnectionState
  /** Sends the same arguments once more; with these limits, or as before. */
  onAgain: FailedCallProps['onAgain']
}

export function ResultPane({ storeKey, call, tool, connection, onAgain }: ResultPaneProps) {
  const state = useCalls(({ calls }) => calls.get(storeKey)?.state ?? 'idle')
  // A tool with an app opens with that, unless another tab was chosen for such tools.
  const app = appOf(tool.raw) !== undefined
  const [remembered, setTab] = useSetting<Tab>(app ? 'result.tab.app' : 'result.tab', app ? 'app' : 'content')
  const { result } = call ?? {}
  const checked = call !== undefined && (call.state === 'done' || call.late !== undefined)
  const problems = useOutputProblems(tool.outputSchema, checked ? result?.structuredContent : undefined)
  /** The focus is on “Call again”, which stays while the call that it made runs. */
  const [again, setAgain] = useState(false)
  const body = useRef<HTMLDivElement>(null)
  /**
   * Which call is shown, and whether it is scrolled, which to ask for would lay the page out; `back`: where to, once the answer of the same call
   * takes its place.
   */
  const place = useRef<{ shown: number | undefined; scrolled: boolean; back: number | undefined }>({
    shown: undefined,
    scrolled: false,
    back: undefined,
  })
  const shown = call?.id
  const running = call?.state === 'running'
  useLayoutEffect(() => {
    const { shown: before, scrolled, back } = place.current
    place.current.shown = shown
    if (shown === undefined) return
    // What was asked for anew is read from its beginning. While the same is asked for again there may be nothing to scroll.
    if (back === undefined) {
      if (shown !== before && scrolled) body.current?.scrollTo(0, 0)
    } else if (!running) {
      if (body.current !== null && back > 0) scrollBack(body.current, back)
      place.current.back = undefined
    }
  }, [shown, running])
  const [chosen, setChosen] = useState<{ by: number | undefined; tab: Tab }>()
  const tab = chosen !== undefined && chosen.by === call?.id ? chosen.tab : fitting(remembered, call, tool)
  const select = (id: string) => {
    setChosen({ by: call?.id, tab: id as Tab })
    setTab(id as Tab)
  }
  const box = useArrival<HTMLElement>(call && `${call.id} ${call.state}`, call && spoken(call, tab !== 'timing'))
  return (
    <section ref={box} className={style.result} aria-label="Result" data-state={state} data-work="">
      <div className={`${pane.bar} ${style.resultBar}`}>
        <Tabs
          label="Result"
          panelId="tool-result"
          tabs={[
            {
              id: 'content',
              title: 'Content',
              ...(result !== undefined && result.content.length > 1 ? { note: result.content.length } : {}),
            },
            {
              id: 'structured',
              title: 'Structured',
              ...(problems.length > 0
                ? { note: <span className={style.broken}>{problems.length}</span> }
                : result?.structuredContent === undefined
                  ? {}
                  : { note: '•' }),
            },
            { id: 'raw', title: 'Raw' },
            { id: 'timing', title: 'Timing' },
            ...(app ? [{ id: 'app', title: 'App' }] : []),
          ]}
          selected={tab}
          onSelect={select}
        />
        {call !== undefined && <Summary call={call} />}
      </div>
      <div
        ref={body}
        className={style.body}
        id="tool-result"
        role="tabpanel"
        aria-label={`Result: ${tab}`}
        tabIndex={0}
        onScroll={({ target, currentTarget }) => {
          if (target === currentTarget) place.current.scrolled = currentTarget.scrollTop > 0
        }}
      >
        {app && (
          <Boundary what="The app">
            <AppSlot connection={connection} tool={tool.raw} call={shownCall(call)} hidden={tab !== 'app'} />
          </Boundary>
        )}
        {tab === 'app' && (call === undefined || call.state === 'done') ? null : call === undefined ? (
          <EmptyState title="Not called yet">What the server answers is shown here; the form stays beside it.</EmptyState>
        ) : (
          <Boundary key={call.id} what="The result">
            {call.state === 'running' ? (
              <RunningCall call={call} />
            ) : (
              <>
                {call.lost !== true && call.generation !== connection.generation && <Note tone="info">From an earlier connection.</Note>}
                {call.failure !== undefined && tab !== 'timing' && <FailedCall call={call} connection={connection} onAgain={onAgain} />}
                {tab === 'timing' ? (
                  <Timing call={call} />
                ) : tab === 'app' ? null : (
                  <ResultContent call={call} tool={tool} tab={tab} problems={problems} onTab={select} />
                )}
              </>
            )}
            {tab !== 'raw' && tab !== 'app' && <Meanwhile call={call} connection={connection} />}
          </Boundary>
        )}
        {call !== undefined && (call.state !== 'running' || again) && (
          // Not part of what one call shows: the focus of who calls again stays.
          <div className={style.after}>
            {onAgain !== undefined && (
              <Button
                // As drawn: what is answered at once changes the page once, not twice.
                why={call.state === 'running' ? 'It is running' : undefined}
                onClick={() => {
                  setAgain(true)
                  place.current.back = body.current?.scrollTop
                  onAgain()
                }}
                onBlur={() => setAgain(false)}
              >
                Call again
              </Button>
            )}
            {call.answer !== undefined && <CopyButton label="Copy result" text={() => wholeJson(call.answer!.result)} />}
          </div>
        )}
      </div>
    </section>
  )
}

/** Frames in which a long result may still become as high as it will be. */
const FRAMES = 20

function scrollBack(element: HTMLElement, top: number, frames = FRAMES): void {
  element.scrollTo(0, top)
  if (frames > 0 && element.scrollTop < Math.floor(top)) requestAnimationFrame(() => scrollBack(element, top, frames - 1))
}

/** Settled or running, as an app needs to know it. */
function shownCall(call: ToolCall | undefined): ShownCall | undefined {
  if (call === undefined) return undefined
  const { id, arguments: args, state, answer, late, failure } = call
  const result = answer ?? late?.answer
  return {
    id,
    arguments: args,
    state,
    ...(result === undefined ? {} : { result: result.result }),
    ...(failure === undefined ? {} : { reason: failure.message }),
  }
}

function Summary({ call }: { call: ToolCall }) {
  const { state, answer, seq } = call
  return (
    <span className={style.summary}>
      <span className={style[state]}>{WORDS[state]}</span>
      {answer !== undefined && ` · ${duration(answer.ms)} · ${size(answer.bytes)}`}
      {answer === undefined && call.endedAt !== undefined && ` · ${duration(ranFor(call, call.endedAt))}`}
      {seq !== undefined && (
        <>
          {' · '}
          <a href={linkTo({ panel: 'traffic', item: String(seq) })} className="mono" aria-label={`Message ${seq} in Traffic`}>
            #{seq}
          </a>
        </>
      )}
    </span>
  )
}

function Timing({ call }: { call: ToolCall }) {
  const { answer, startedAt, endedAt, progress } = call
  return (
    <dl className={style.timing}>
      <dt>Sent</dt>
      <dd>{clock(startedAt)}</dd>
      {answer !== undefined && (
        <>
          <dt>Answer</dt>
          <dd>after {duration(answer.ms)}</dd>
          <dt>Size</dt>
          <dd>
            {size(answer.bytes)} ({answer.bytes.toLocaleString('en')} bytes)
          </dd>
          <dt>Messages</dt>
          <dd>
            <a href={linkTo({ panel: 'traffic', item: String(answer.requestSeq) })}>request #{answer.requestSeq}</a>,{' '}
            <a href={linkTo({ panel: 'traffic', item: String(answer.answerSeq) })}>answer #{answer.answerSeq}</a>
          </dd>
        </>
      )}
      {answer === undefined && endedAt !== undefined && (
        <>
          <dt>Ended</dt>
          <dd>after {duration(ranFor(call, endedAt))}</dd>
        </>
      )}
      {progress.length > 0 && (
        <>
          <dt>Progress</dt>
          <dd>
            <ol>
              {progress.map((step) => (
                <li key={`${step.at} ${step.progress}`}>
                  +{duration(step.at - startedAt)}: {step.progress}
                  {step.total === undefined ? '' : ` of ${step.total}`} {step.message}
                </li>
              ))}
            </ol>
          </dd>
        </>
      )}
    </dl>
  )
}
