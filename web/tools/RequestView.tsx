// The exact request that Call will send, to read and to copy.
import { writeJson, type Json } from '#mcp/json.ts'
import type { Tool } from '#mcp/model.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { openedServer } from '../session/opening.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { JsonView } from '../ui/JsonView.tsx'
import { Note } from '../ui/Note.tsx'
import { callHeaders, callMessage, curlText } from './request-text.ts'
import style from './Tools.module.css'

export function RequestView({
  connection,
  tool,
  args,
  fatal,
}: {
  connection: ConnectionState
  tool: Tool
  args: Json
  fatal: string | undefined
}) {
  if (fatal !== undefined)
    return (
      <Note tone="bad" title="Nothing can be sent yet">
        {fatal}
      </Note>
    )
  const parts = { tool, args, facts: connection.facts }
  const message = callMessage(parts)
  // What was opened in this page knows its secrets; what is pushed by the engine may not.
  const target = openedServer(connection.id)?.target ?? connection.target
  const headers = target.kind === 'http' ? callHeaders(target, parts) : []
  const secrets = headers.some(({ secret }) => secret)
  return (
    <div className={style.request}>
      <div className={style.line}>
        <b>{target.kind === 'http' ? 'POST' : 'stdin'}</b>
        <span className={style.url}>{target.kind === 'http' ? target.url : [target.command, ...target.args].join(' ')}</span>
      </div>
      {headers.length > 0 && (
        <dl className={style.headers}>
          {headers.map(({ name, value, secret }) => (
            <div key={`${name}:${value}`}>
              <dt>{name}</dt>
              <dd>{secret ? '••••' : value}</dd>
            </div>
          ))}
        </dl>
      )}
      <JsonView value={message} label="Request" bare />
      <div className={style.line}>
        <CopyButton label="Copy as JSON" text={() => writeJson(message, 2)} />
        {target.kind === 'http' && <CopyButton label="Copy as curl" text={() => curlText(target, headers, message, false)} />}
        {target.kind === 'http' && secrets && (
          <CopyButton label="Copy as curl with secrets" text={() => curlText(target, headers, message, true)} />
        )}
      </div>
      <p className={style.hint}>The id and the progress token are given when it leaves; each sent message is in Traffic as it crossed.</p>
    </div>
  )
}
