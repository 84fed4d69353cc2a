// The exact request that Call will send, to read and to copy, and what a person wants sent along with it.
import { requestCommand } from '#mcp/traffic/request-command.ts'
import { MASK, shownTarget } from '#mcp/traffic/secret-names.ts'
import { writeJson, type Json } from '#mcp/json.ts'
import type { Tool } from '#mcp/model.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { openedServer } from '../session/opening.ts'
import { metaKey, readMeta } from '../session/server-extras.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { JsonView } from '../ui/JsonView.tsx'
import { Note } from '../ui/Note.tsx'
import { useSetting } from '../ui/use-setting.ts'
import { callHeaders, callMessage, callParams, curlText } from './request-text.ts'
import { CallLimits } from './CallLimits.tsx'
import { RequestExtras } from './RequestExtras.tsx'
import type { ToolDraft } from './tool-draft.ts'
import style from './Tools.module.css'

export interface RequestViewProps {
  connection: ConnectionState
  tool: Tool
  args: Json
  /** `_meta` of this call, as typed. */
  meta: string
  onMeta: (text: string) => void
  limits: ToolDraft['limits']
  onLimits: (limits: NonNullable<ToolDraft['limits']>) => void
  task: { ttl?: number } | undefined
  fatal: string | undefined
}

export function RequestView({ connection, tool, args, meta, onMeta, limits, onLimits, task, fatal }: RequestViewProps) {
  return (
    <div className={style.request}>
      {fatal === undefined ? (
        <Preview connection={connection} tool={tool} args={args} meta={meta} task={task} />
      ) : (
        <Note tone="bad" title="Nothing can be sent yet">
          {fatal}
        </Note>
      )}
      <CallLimits server={connection.name} limits={limits} onLimits={onLimits} />
      <RequestExtras connection={connection} meta={meta} onMeta={onMeta} />
    </div>
  )
}

function Preview({ connection, tool, args, meta, task }: Pick<RequestViewProps, 'connection' | 'tool' | 'args' | 'meta' | 'task'>) {
  const [ofServer] = useSetting(metaKey(connection.name), '')
  // What was opened in this page knows its secrets; what is pushed by the engine may not.
  const target = openedServer(connection.id)?.target ?? connection.target
  const own = { ...readMeta(ofServer).meta, ...readMeta(meta).meta }
  const parts = {
    tool,
    args,
    facts: connection.facts,
    ...(Object.keys(own).length === 0 ? {} : { meta: own }),
    ...(task === undefined ? {} : { task }),
  }
  const message = callMessage(parts)
  const headers = target.kind === 'http' ? callHeaders(target, parts) : []
  const web = target.kind === 'http' && !/^ws/i.test(target.url) ? target : undefined
  const curl = (secrets: boolean) => (web === undefined ? '' : curlText(web, headers, message, secrets))
  const command = (secrets: boolean) => requestCommand(target, 'tools/call', callParams(parts), secrets)
  return (
    <>
      <div className={style.line}>
        <b>{web !== undefined ? 'POST' : target.kind === 'http' ? 'WebSocket' : 'stdin'}</b>
        <span className={style.url}>{shownTarget(target)}</span>
      </div>
      {headers.length > 0 && (
        <dl className={style.headers}>
          {headers.map(({ name, value, secret }) => (
            <div key={`${name}:${value}`}>
              <dt>{name}</dt>
              <dd>{secret ? MASK : value}</dd>
            </div>
          ))}
        </dl>
      )}
      <JsonView value={message} label="Request" bare />
      <div className={style.copies}>
        <CopyButton label="Copy as JSON" text={() => writeJson(message, 2)} />
        {web !== undefined && <CopyButton label="Copy as curl" text={() => curl(false)} />}
        <CopyButton
          label="Copy as a loupe command"
          title="loupe request: sends the same from a shell, over a connection of its own"
          text={() => command(false)}
        />
        {web !== undefined && curl(true) !== curl(false) && <CopyButton label="curl with secrets" text={() => curl(true)} />}
        {command(true) !== command(false) && <CopyButton label="loupe command with secrets" text={() => command(true)} />}
      </div>
      <p className={style.hint}>The id and the progress token are given when it leaves; each sent message is in Traffic as it crossed.</p>
    </>
  )
}
