// The HTTP around a message: request line, status, headers and times. Secrets are masked until a person asks.
import { useState } from 'react'
import { maskUrl } from '#mcp/traffic/secret-names.ts'
import { timingOf, type Timing } from '#mcp/traffic/timing.ts'
import type { ExchangeDetail, Row, StreamEvent, StreamWord } from '#mcp/traffic-row.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { clock, count, duration, reveal } from '../ui/format.ts'
import { arrowOf, messageOf } from './kinds.ts'
import { curlOf, holdsSecrets, maskHeaders } from './secrets.ts'
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
  const lines = linesOf(http)
  const answered = http.rows.some(({ kind, direction }) => direction === 'in' && (kind === 'result' || kind === 'failure'))
  const stdio = http.method === 'STDIN'
  /** Lines and frames have nothing of HTTP; what stands for it in the record is how Loupe itself carries them. */
  const pipe = stdio || http.method === 'WS'
  const { sentAt, queued, firstByteAt, endedAt, end, place } = http
  return (
    <div className={style.http}>
      <p className="mono">
        <b>{stdio ? 'stdin' : http.method}</b> {reveal(open ? http.url : maskUrl(http.url))}
      </p>
      {!pipe && (
        <div className={style.acts}>
          {secret && (
            <Button look="quiet" aria-pressed={open} onClick={() => setOpen(!open)}>
              {open ? 'Mask secrets' : 'Show secrets'}
            </Button>
          )}
          <CopyButton label={open ? 'Copy as curl, with secrets' : 'Copy as curl'} text={() => curlOf(http, open)} />
        </div>
      )}
      {pipe && (
        <p className={tones.dim}>
          {stdio ? 'A line to the process: there are no headers.' : 'A frame of the WebSocket: there are no headers.'}
        </p>
      )}
      {!pipe && http.requestHeaders.length > 0 && (
        <Headers title="Request headers" headers={open ? http.requestHeaders : maskHeaders(http.requestHeaders, 'request')} />
      )}
      {http.status !== undefined && !pipe && (
        <p className="mono">
          <b className={http.status >= 400 ? tones.bad : tones.ok}>{http.status}</b> {http.statusText}
        </p>
      )}
      {!pipe && http.responseHeaders !== undefined && http.responseHeaders.length > 0 && (
        <Headers title="Response headers" headers={open ? http.responseHeaders : maskHeaders(http.responseHeaders, 'response')} />
      )}
      {http.filtered === true && (
        <p className={tones.dim}>
          The browser shows a page only some of the headers: of the reply not Set-Cookie, nor what Access-Control-Expose-Headers leaves out;
          of the request not what it adds itself, as Origin and User-Agent.
        </p>
      )}
      {!pipe && <Spans http={http} />}
      <dl className={style.times}>
        {queued !== undefined && (
          <>
            <dt>Asked for</dt>
            <dd>{clock(sentAt - queued)}</dd>
          </>
        )}
        <dt>Sent</dt>
        <dd>
          {clock(sentAt)} {queued !== undefined && <span className={tones.dim}>queued {duration(queued)}</span>}
        </dd>
        {!pipe && firstByteAt !== undefined && (
          <>
            <dt>First byte</dt>
            <dd>
              {clock(firstByteAt)} <span className={tones.dim}>after {duration(firstByteAt - sentAt)}</span>
            </dd>
          </>
        )}
        {(!pipe || answered) && (
          <>
            <dt>{pipe ? 'Over' : 'Last byte'}</dt>
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
          </>
        )}
        {event !== undefined && (
          <>
            <dt>Its event</dt>
            <dd>{inWords(event)}</dd>
          </>
        )}
        {place !== undefined && (
          <>
            <dt>Stream is at</dt>
            <dd>
              {inWords(place)}
              {place.retry !== undefined && endedAt !== undefined && !answered && (
                <span className={tones.dim}> so it may be taken up again from {clock(endedAt + place.retry)}</span>
              )}
            </dd>
          </>
        )}
      </dl>
      {lines.length > 1 && (
        <>
          <h3>{count(http.rowCount, 'message')} in this exchange</h3>
          <ul className={style.exchange}>
            {lines.map(({ row, word, at }) =>
              row === undefined ? (
                <li key={word.seq} className={`${style.word} ${tones.dim}`}>
                  +{duration(at - sentAt)} {inWords(word)}
                </li>
              ) : (
                <li key={row.seq}>
                  <button type="button" aria-current={row.seq === seq ? 'true' : undefined} onClick={() => onSelect(row.seq)}>
                    <span className={tones.dim}>+{duration(row.at - sentAt)}</span> {arrowOf(row)} {messageOf(row)} {reveal(row.name)}{' '}
                    <span className={tones[row.tone]}>{row.status}</span>
                  </button>
                </li>
              ),
            )}
          </ul>
          {http.rowCount > http.rows.length && <p className={tones.dim}>The first and last hundred of them are listed.</p>}
        </>
      )}
    </div>
  )
}

type Line = { at: number } & ({ row: Row; word?: undefined } | { row?: undefined; word: StreamWord })

/** What crossed, and what the stream said in between, in order. */
function linesOf({ rows, words = [] }: ExchangeDetail): Line[] {
  const lines: Line[] = rows.map((row) => ({ at: row.at, row }))
  if (words.length === 0) return lines
  const seqOf = (line: Line): number => (line.row === undefined ? line.word.seq : line.row.seq)
  return [...lines, ...words.map((word): Line => ({ at: word.at, word }))].sort((a, b) => seqOf(a) - seqOf(b))
}

const SPANS: { name: keyof Timing; title: string }[] = [
  { name: 'queued', title: 'queued here' },
  { name: 'passing', title: 'to and from the proxy' },
  { name: 'connect', title: 'connecting' },
  { name: 'send', title: 'sending' },
  { name: 'wait', title: 'waiting' },
  { name: 'receive', title: 'receiving' },
]

/** Where the time went, as parts of one bar. */
function Spans({ http }: { http: ExchangeDetail }) {
  const timing = timingOf(http)
  const spans = SPANS.flatMap(({ name, title }) => (timing[name] === undefined ? [] : [{ name, title, ms: timing[name] }]))
  const whole = spans.reduce((sum, { ms }) => sum + ms, 0)
  if (whole === 0) return null
  return (
    <div className={style.spans}>
      <div aria-hidden="true">
        {spans.map(({ name, ms }) => (
          <span key={name} className={style[name]} style={{ width: `${(ms / whole) * 100}%` }} />
        ))}
      </div>
      <ul aria-label="Where its time went">
        {spans.map(({ name, title, ms }) => (
          <li key={name}>
            <span aria-hidden="true" className={style[name]} /> {title} <b>{duration(ms)}</b>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** `event message, id 7, retry after 3 s`. */
function inWords({ name, id, retry, comment }: StreamEvent): string {
  const parts = [
    comment === undefined ? [] : [comment === '' ? 'empty comment' : `comment “${comment}”`],
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
