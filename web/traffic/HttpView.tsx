// The HTTP around a message: request line, status, headers and times. Secrets are masked until a person asks.
import { useState } from 'react'
import type { ExchangeDetail, StreamEvent } from '#mcp/traffic-row.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { clock, count, duration, reveal } from '../ui/format.ts'
import { arrowOf, messageOf } from './kinds.ts'
import { curlOf, holdsSecrets, maskHeaders, maskUrl } from './secrets.ts'
import style from './MessageView.module.css'
import tones from './tones.module.css'

export interface HttpViewProps {
  http: ExchangeDetail
  /** The message it is shown for. */
  seq: number
  /** What the message's own event of a stream carried. */
  event?: StreamEvent | undefined
  onSelect: (seq: number) => void
}

export function HttpView({ http, seq, event, onSelect }: HttpViewProps) {
  const [open, setOpen] = useState(false)
  const secret = holdsSecrets(http)
  const stdio = http.method === 'STDIN'
  const { sentAt, firstByteAt, endedAt, end, place } = http
  return (
    <div className={style.http}>
      <p className="mono">
        <b>{stdio ? 'stdin' : http.method}</b> {reveal(open ? http.url : maskUrl(http.url))}
      </p>
      {!stdio && (
        <div className={style.acts}>
          {secret && (
            <Button look="quiet" aria-pressed={open} onClick={() => setOpen(!open)}>
              {open ? 'Mask secrets' : 'Show secrets'}
            </Button>
          )}
          <CopyButton label={open ? 'Copy as curl, with secrets' : 'Copy as curl'} text={() => curlOf(http, open)} />
        </div>
      )}
      {http.requestHeaders.length > 0 && (
        <Headers title="Request headers" headers={open ? http.requestHeaders : maskHeaders(http.requestHeaders)} />
      )}
      {http.status !== undefined && !stdio && (
        <p className="mono">
          <b className={http.status >= 400 ? tones.bad : tones.ok}>{http.status}</b> {http.statusText}
        </p>
      )}
      {http.responseHeaders !== undefined && http.responseHeaders.length > 0 && (
        <Headers title="Response headers" headers={open ? http.responseHeaders : maskHeaders(http.responseHeaders)} />
      )}
      <dl className={style.times}>
        <dt>Sent</dt>
        <dd>{clock(sentAt)}</dd>
        {firstByteAt !== undefined && (
          <>
            <dt>First byte</dt>
            <dd>
              {clock(firstByteAt)} <span className={tones.dim}>after {duration(firstByteAt - sentAt)}</span>
            </dd>
          </>
        )}
        <dt>End</dt>
        <dd>
          {endedAt === undefined ? (
            <span className={tones.dim}>still open</span>
          ) : (
            <>
              {clock(endedAt)} <span className={tones.dim}>after {duration(endedAt - sentAt)}</span>
            </>
          )}
          {end !== undefined && end !== 'closed' && <span className={tones.bad}> {end}</span>}
        </dd>
        {event !== undefined && (
          <>
            <dt>Its event</dt>
            <dd>{inWords(event)}</dd>
          </>
        )}
        {place !== undefined && (
          <>
            <dt>Stream is at</dt>
            <dd>{inWords(place)}</dd>
          </>
        )}
      </dl>
      {http.rows.length > 1 && (
        <>
          <h3>{count(http.rowCount, 'message')} in this exchange</h3>
          <ul className={style.exchange}>
            {http.rows.map((row) => (
              <li key={row.seq}>
                <button type="button" aria-current={row.seq === seq ? 'true' : undefined} onClick={() => onSelect(row.seq)}>
                  <span className={tones.dim}>+{duration(row.at - sentAt)}</span> {arrowOf(row)} {messageOf(row)} {reveal(row.name)}{' '}
                  <span className={tones[row.tone]}>{row.status}</span>
                </button>
              </li>
            ))}
          </ul>
          {http.rowCount > http.rows.length && <p className={tones.dim}>The first and last hundred of them are listed.</p>}
        </>
      )}
    </div>
  )
}

/** `event message, id 7, retry after 3 s`. */
function inWords({ name, id, retry }: StreamEvent): string {
  const parts = [
    name === undefined ? [] : [`event ${name}`],
    id === undefined ? [] : [`id ${id}`],
    retry === undefined ? [] : [`retry after ${duration(retry)}`],
  ]
  return reveal(parts.flat().join(', '))
}

function Headers({ title, headers }: { title: string; headers: ReadonlyArray<readonly [string, string]> }) {
  return (
    <table className={style.headers}>
      <caption>{title}</caption>
      <tbody>
        {headers.map(([name, value], at) => (
          // A header may come twice.
          <tr key={`${name} ${at}`}>
            <th scope="row">{name}</th>
            <td>{reveal(value)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
