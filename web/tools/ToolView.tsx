// A tool's head, its arguments as form, JSON or request, and the acts beneath.
import { useState } from 'react'
import { writeJson } from '#mcp/json.ts'
import type { Tool } from '#mcp/model.ts'
import { linkTo } from '../route/route.ts'
import { BackBar } from '../ui/BackBar.tsx'
import { Button } from '../ui/Button.tsx'
import { duration, reveal } from '../ui/format.ts'
import { JsonEditor } from '../ui/JsonEditor.tsx'
import { jsonFault } from '../ui/json-fault.ts'
import { CompareButton } from '../ui/ListChanges.tsx'
import { Note } from '../ui/Note.tsx'
import pane from '../ui/Pane.module.css'
import { reflow } from '../ui/reflow.ts'
import type { Assessment } from '../ui/SchemaForm/draft.ts'
import { LazySchemaForm } from '../ui/SchemaForm/LazySchemaForm.tsx'
import { Said } from '../ui/Said.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import type { ConnectionState } from '../session/connection-state.ts'
import type { NamedChange } from '../session/definition-changes.ts'
import { spellKeys } from '../session/shortcuts.ts'
import type { ToolCall } from './calls.ts'
import { readMeta } from '../session/server-extras.ts'
import { iconAddress } from '../ui/icon-address.ts'
import { deferred } from '../ui/deferred.tsx'
import { callMessage } from './request-text.ts'
import { HistoryMenu } from './HistoryMenu.tsx'
import type { RequestViewProps } from './RequestView.tsx'
import type { StoredRequest } from './saved-requests.ts'
import { TaskChoice } from './TaskChoice.tsx'
import { taskOrder, taskSupport } from './task-support.ts'
import { isBlank, jsonText, NO_DRAFT, putBack, replaced, withDraft, withJson, type ToolDraft } from './tool-draft.ts'
import { hintsOf, notesOf } from './tool-items.ts'
import style from './Tools.module.css'

/** Read now and then, so it is fetched when it is. */
const RequestView = deferred<RequestViewProps>(async () => (await import('./RequestView.tsx')).RequestView)

export interface ToolAtWork {
  /** Names the tool's draft, calls and history. */
  storeKey: string
  connection: ConnectionState
  tool: Tool
  tools: readonly Tool[]
  /** Why it cannot be called over this connection. */
  leftOut: Tool['leftOut']
  change: NamedChange | undefined
  onSeen: () => void
  pinned: boolean
  onPin: () => void
  onUsed: () => void
  onBack: (() => void) | undefined
}

export interface ToolViewProps extends ToolAtWork {
  draft: ToolDraft
  onDraft: (change: ToolDraft | ((before: ToolDraft) => ToolDraft)) => void
  assessment: Assessment
  /** Call was pressed and something stood against it. */
  asked: boolean
  call: ToolCall | undefined
  onCall: (anyway: boolean) => void
  onRefill: (request: StoredRequest) => void
  /** Sends an earlier request once more as it was; the form stays. */
  onRerun: (request: StoredRequest) => void
}

export function ToolView(props: ToolViewProps) {
  const { tool, connection, draft, onDraft, assessment, asked, call, onCall, storeKey, onRefill, onRerun, onBack, leftOut } = props
  const tab = draft.tab ?? 'form'
  const schema = tool.inputSchema
  const { problems } = assessment
  const bad = problems.filter(({ level }) => level === 'bad')
  const fatal = problems.find(({ level }) => level === 'fatal')
  // The editor itself tells where its text breaks.
  const broken = draft.json !== undefined && jsonFault(draft.json) !== undefined
  const running = call?.state === 'running'
  const connected = connection.status === 'connected'
  const head = (
    <>
      <h2 className="mono" title={tool.name}>
        {tool.name === '' ? '(no name)' : reveal(tool.name)}
      </h2>
      <Button
        look="quiet"
        className={style.pin}
        aria-pressed={props.pinned}
        aria-label="Pin"
        onClick={props.onPin}
        title={props.pinned ? 'Take it from the top of the list' : 'Keep it at the top of the list'}
      >
        {props.pinned ? '★' : '☆'}
      </Button>
    </>
  )
  const view = (
    <section className={style.tool} aria-label={`Tool ${tool.name}`} data-work={tool.name}>
      <div className={pane.bar}>
        {onBack === undefined && head}
        <span className={pane.end}>
          <Tabs
            look="segmented"
            label="Arguments"
            panelId="tool-arguments"
            tabs={[
              { id: 'form', title: 'Form' },
              { id: 'json', title: 'JSON' },
              { id: 'request', title: 'Request' },
            ]}
            selected={tab}
            onSelect={(id) => onDraft((before) => ({ ...before, tab: id as ToolDraft['tab'] }))}
          />
        </span>
      </div>
      <div className={style.scroll} id="tool-arguments" role="tabpanel" aria-label={`Arguments: ${tab}`} tabIndex={-1}>
        {leftOut !== undefined && (
          <LeftOut why={leftOut} message={writeJson(callMessage({ tool, args: assessment.arguments, facts: connection.facts }), 2)} />
        )}
        <Head {...props} />
        {tab === 'form' && (
          <>
            {fatal !== undefined && draft.json !== undefined && (
              <Note
                tone="bad"
                title={broken ? 'The JSON view holds something that is not JSON' : 'The JSON view holds what cannot be sent'}
                actions={
                  <>
                    <Button onClick={() => onDraft((before) => ({ ...before, tab: 'json' }))}>Mend it</Button>
                    <Button onClick={() => onDraft((before) => withDraft(before, before.draft))}>Drop it, keep the form</Button>
                  </>
                }
              >
                {fatal.says}
              </Note>
            )}
            {fatal !== undefined && draft.json === undefined && readMeta(draft.meta).fault !== undefined && (
              <Note
                tone="bad"
                title="Nothing can be sent yet"
                actions={<Button onClick={() => onDraft((before) => ({ ...before, tab: 'request' }))}>Mend it</Button>}
              >
                {fatal.says}
              </Note>
            )}
            <LazySchemaForm
              schema={schema}
              draft={draft.draft}
              onDraftChange={(next) => onDraft((before) => withDraft(before, next))}
              idPrefix="tool"
              onSubmit={() => onCall(false)}
              showAll={asked}
            />
          </>
        )}
        {tab === 'json' && (
          <div className={style.json} data-json="">
            <JsonEditor
              label="Arguments as JSON"
              tall
              blank={false}
              text={jsonText(schema, draft)}
              onChange={(text) => onDraft((before) => withJson(before, schema, text))}
            />
            {problems
              .filter(({ level }) => level !== 'fatal' || !broken)
              .map(({ at, says, level }) => (
                <div key={at + says} className={level === 'warn' ? style.warning : style.problem}>
                  {at !== '' && <code>{at}</code>} {says}
                </div>
              ))}
          </div>
        )}
        {tab === 'request' && (
          <RequestView
            connection={connection}
            tool={tool}
            args={assessment.arguments}
            meta={draft.meta ?? ''}
            onMeta={(meta) => onDraft((before) => ({ ...before, meta }))}
            limits={draft.limits}
            onLimits={(limits) => onDraft((before) => ({ ...before, limits }))}
            task={taskOrder(taskSupport(connection, tool), draft.task)}
            fatal={fatal?.says}
          />
        )}
      </div>
      <TaskChoice support={taskSupport(connection, tool)} task={draft.task} onTask={(task) => onDraft((before) => ({ ...before, task }))} />
      <div className={style.act}>
        <Button
          look="primary"
          data-call=""
          hint={spellKeys('mod+enter')}
          // Not disabled as such: that would drop the focus of who has just pressed it.
          aria-disabled={running || !connected || fatal !== undefined || leftOut !== undefined || undefined}
          onClick={() => onCall(false)}
        >
          Call
        </Button>
        {bad.length > 0 && fatal === undefined && leftOut === undefined && (asked || !isBlank(draft)) && (
          <Button
            aria-disabled={running || !connected || undefined}
            onClick={(event) => {
              // It goes with what stood against an empty form; the focus stays beside it.
              if (isBlank(draft)) event.currentTarget.parentElement?.querySelector<HTMLElement>('[data-call]')?.focus()
              onCall(true)
            }}
          >
            Send anyway
          </Button>
        )}
        <HistoryMenu
          storeKey={storeKey}
          server={connection.name}
          tool={tool.name}
          current={
            fatal === undefined
              ? () => ({ arguments: writeJson(assessment.arguments), ...(draft.meta ? { meta: draft.meta } : {}) })
              : undefined
          }
          onRefill={onRefill}
          onRerun={onRerun}
          onClear={isBlank(draft) ? undefined : () => onDraft((before) => replaced(before, NO_DRAFT))}
        />
        {draft.earlier !== undefined && (
          <Button
            look="quiet"
            title="Put back what stood in the form before"
            onClick={(event) => {
              // Of a blank form nothing can be put back in turn.
              if (isBlank(draft)) event.currentTarget.parentElement?.querySelector<HTMLElement>('[data-call]')?.focus()
              onDraft(putBack)
            }}
          >
            Undo
          </Button>
        )}
        {/* How a call goes and a connection fares is said by what shows it. */}
        <Said className={style.last} quiet={!(connected && (leftOut !== undefined || (asked && problems.length > 0)))}>
          {!connected
            ? 'not connected'
            : leftOut !== undefined
              ? 'left out'
              : asked && problems.length > 0
                ? problems.length === 1
                  ? '1 thing to look at'
                  : `${problems.length} things to look at`
                : running
                  ? 'calling …'
                  : call?.answer !== undefined
                    ? `last call ${duration(call.answer.ms)}`
                    : ''}
        </Said>
      </div>
    </section>
  )
  if (onBack === undefined) return view
  return (
    <>
      <BackBar onBack={onBack}>{head}</BackBar>
      {view}
    </>
  )
}

/** Characters of a message that a link may carry. */
const MOST_IN_LINK = 20_000

function LeftOut({ why, message }: { why: NonNullable<Tool['leftOut']>; message: string }) {
  const query: { [name: string]: string } = message.length > MOST_IN_LINK ? {} : { text: message }
  return (
    <Note
      tone="warn"
      title="A client must leave this tool out over HTTP"
      actions={<a href={linkTo({ panel: 'raw', query })}>Compose the call in Raw</a>}
    >
      {reveal(why.says)} <code>{reveal(why.at)}</code>
    </Note>
  )
}

function Head({ tool, tools, change, onSeen }: ToolViewProps) {
  const [open, setOpen] = useState(false)
  const hints = hintsOf(tool)
  const notes = notesOf(tool, tools)
  const icon = iconAddress(tool.icons)
  const named = tool.title !== undefined && tool.title !== tool.name
  return (
    <div className={style.about}>
      <div className={style.line} hidden={icon === undefined && !named && hints.length === 0 && notes.length === 0}>
        {icon !== undefined && <img className={style.icon} src={icon} alt="" />}
        {named && <b>{reveal(tool.title!)}</b>}
        {hints.map((hint) => (
          <span
            key={hint}
            className={hint === 'destructive' ? style.bad : style.hint}
            title="What the server says of this tool; nothing holds it to it"
          >
            {hint}
          </span>
        ))}
        {notes.length > 0 && (
          <Button look="quiet" className={style.notes} aria-expanded={open} onClick={() => setOpen(!open)}>
            {notes.length === 1 ? '1 note' : `${notes.length} notes`}
          </Button>
        )}
      </div>
      {open &&
        notes.map((note) => (
          <Note key={note} tone="warn">
            {note}
          </Note>
        ))}
      {change !== undefined && change.kind !== 'removed' && (
        <Note
          tone={change.kind === 'changed' ? 'warn' : 'info'}
          title={change.kind === 'changed' ? `Changed since you last looked: ${change.members.join(', ')}` : 'New since you last looked'}
          actions={
            <>
              <CompareButton change={change} />
              <Button onClick={onSeen}>Seen</Button>
            </>
          }
        />
      )}
      <Description tool={tool} />
    </div>
  )
}

/** More than this is folded. */
const LONG = 320

function Description({ tool: { description } }: { tool: Tool }) {
  const [whole, setWhole] = useState(false)
  if (description === undefined || description === '') return null
  const long = description.length > LONG
  return (
    <div className={style.description}>
      {reveal(reflow(long && !whole ? `${description.slice(0, LONG)}…` : description))}
      {long && (
        <>
          {' '}
          <button type="button" className={style.more} onClick={() => setWhole(!whole)}>
            {whole ? 'less' : 'more'}
          </button>
        </>
      )}
    </div>
  )
}
