// The requests of a step, in order: each address that was tried with its status, and what was sent and came back, masked.
import type { Trip } from '#mcp/auth/flow-state.ts'
import { go } from '../route/route.ts'
import { call } from '../session/engine.ts'
import { Button } from '../ui/Button.tsx'
import { duration, reveal } from '../ui/format.ts'
import { cut } from './step-words.ts'
import style from './Auth.module.css'

export function Trips({ connection, trips }: { connection: string; trips: readonly Trip[] }) {
  return (
    <ol className={style.trips} aria-label="Requests">
      {trips.map((trip, at) => (
        <li key={at}>
          <details className={style.trip} open={trip.tone === 'bad' && at === trips.length - 1}>
            <summary>
              <span className={style.method}>{trip.method}</span>
              <span className={style.address}>{reveal(cut(trip.url, 400))}</span>
              <span className={`${style.status} ${style[trip.tone]}`}>
                {trip.status > 0 ? trip.status : trip.ms === undefined ? '…' : 'no answer'}
              </span>
              <span className={style.verdict}>{reveal(trip.verdict)}</span>
              <span className={style.time}>{trip.ms === undefined ? '' : duration(trip.ms)}</span>
            </summary>
            <div className={style.wires}>
              <Wire
                title="Sent"
                label={`Sent to ${trip.url}`}
                first={`${trip.method} ${trip.url}`}
                headers={trip.requestHeaders}
                body={trip.requestBody}
              />
              {trip.status > 0 && (
                <Wire
                  title="Came back"
                  label={`Answer of ${trip.url}`}
                  first={`HTTP ${trip.status}`}
                  headers={trip.responseHeaders}
                  body={trip.responseBody}
                />
              )}
            </div>
            <p className={style.dim}>
              {trip.via === undefined ? '' : trip.via === 'direct' ? 'Straight from this page. ' : 'Through the proxy. '}Secrets are masked.{' '}
              {trip.exchange > 0 && <ToTraffic connection={connection} exchange={trip.exchange} />}
            </p>
          </details>
        </li>
      ))}
    </ol>
  )
}

export function ToTraffic({ connection, exchange }: { connection: string; exchange: number }) {
  return (
    <Button look="quiet" onClick={() => void toTraffic(connection, exchange)}>
      Show in Traffic
    </Button>
  )
}

/** To its first row in the record; to the record itself where that row is dropped. */
async function toTraffic(connection: string, exchange: number): Promise<void> {
  const detail = await call('exchange', [connection, exchange]).catch(() => null)
  const seq = detail?.rows[0]?.seq
  go({ panel: 'traffic', ...(seq === undefined ? {} : { item: String(seq) }) })
}

interface WireProps {
  title: string
  label: string
  first: string
  headers: Trip['requestHeaders']
  body: string | undefined
}

function Wire({ title, label, first, headers, body }: WireProps) {
  return (
    <div className={style.half}>
      <h4>{title}</h4>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it */}
      <pre className={style.wire} tabIndex={0} aria-label={reveal(label)}>
        <b>{reveal(cut(first))}</b>
        {headers.map(([name, value]) => `\n${reveal(name)}: ${reveal(cut(value))}`)}
        {body !== undefined && body !== '' && `\n\n${reveal(spread(cut(body, 20_000)))}`}
      </pre>
    </div>
  )
}

/** A form one parameter a line, for the eye. */
function spread(body: string): string {
  return /^[\w.~+%-]+=[^\n]*$/.test(body) ? body.replaceAll('&', '\n&') : body
}
