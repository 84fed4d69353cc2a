// One message whole: read, as it crossed the wire, and with the HTTP around it.
import { useMemo, type ReactNode } from 'react'
import { LONG_TEXT } from '#mcp/long-text.ts'
import { parseJson, writeJson, type Json } from '#mcp/json.ts'
import type { MessageDetail, Row } from '#mcp/traffic-row.ts'
import { go } from '../route/route.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { JsonView } from '../ui/JsonView.tsx'
import { Note } from '../ui/Note.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { clock, duration, reveal, size } from '../ui/format.ts'
import { useSetting } from '../ui/use-setting.ts'
import { TextViewer } from '../ui/viewers/TextViewer.tsx'
import pane from '../ui/Pane.module.css'
import { HttpView } from './HttpView.tsx'
import { arrowOf, messageOf, wayOf } from './kinds.ts'
import { composeAgain } from './raw-draft.ts'
import { curlOf } from './secrets.ts'
import { useMessage } from '../session/use-message.ts'
import style from './MessageView.module.css'

export interface MessageViewProps {
  connection: string
  seq: number
  /** Its row, when the table has it: tells when the message changed. */
  row: Row | undefined
  onSelect: (seq: number) => void
  onClose: () => void
  /** Steps to the neighbours in the table; undefined where there is none. */
  onPrevious?: () => void
  onNext?: () => void
}

export function MessageView(props: MessageViewProps) {
  const { connection, seq, row } = props
  const { data, error } = useMessage(connection, seq, row?.status ?? '')
  return (
    <section className={pane.pane} aria-label="Message">
      <Bar {...props} detail={data?.row.seq === seq ? data : undefined} />
      <div className={pane.body}>
        {error !== null ? (
          <Note tone="bad" role="alert" title="The message could not be fetched from the record">
            {error.message}
          </Note>
        ) : data === null ? (
          <Note tone="info" title={`Message #${seq} is not in the record`}>
            It was cleared, or dropped to stay within the memory limit (Settings).
          </Note>
        ) : (
          data !== undefined && <Detail detail={data} connection={connection} onSelect={props.onSelect} />
        )}
      </div>
    </section>
  )
}

function Bar({ seq, row, detail, onSelect, onClose, onPrevious, onNext }: MessageViewProps & { detail: MessageDetail | undefined }) {
  const shown = detail?.row ?? row
  return (
    <div className={`${pane.bar} ${style.top}`}>
      <h2 className="mono">
        {shown !== undefined && (
          <>
            <span aria-hidden="true" className={style[shown.direction]}>
              {arrowOf(shown)}
            </span>
            <span className="visually-hidden">{wayOf(shown)}</span> {messageOf(shown)}
          </>
        )}
      </h2>
      <span className={pane.end}>
        {shown?.peer !== undefined && (
          <Button look="quiet" title="The other half (p)" onClick={() => onSelect(shown.peer!)}>
            {shown.kind === 'request' ? 'Its answer' : 'Its request'}
          </Button>
        )}
        <Button look="quiet" aria-label="Previous message" disabled={onPrevious === undefined} onClick={onPrevious}>
          ↑
        </Button>
        <Button look="quiet" aria-label="Next message" disabled={onNext === undefined} onClick={onNext}>
          ↓
        </Button>
        <Button look="quiet" aria-label={`Close message ${seq}`} onClick={onClose}>
          ✕
        </Button>
      </span>
    </div>
  )
}

function Detail({ detail, connection, onSelect }: { detail: MessageDetail; connection: string; onSelect: (seq: number) => void }) {
  const { row, text, why, http } = detail
  const [wanted, setTab] = useSetting('traffic.tab', 'pretty')
  // Reading a large one would hold up the page: its tree is read in a worker.
  const large = text.length > LONG_TEXT
  const read = useMemo(() => (large ? undefined : readOf(text)), [text, large])
  const tabs = [
    { id: 'pretty', title: 'Pretty', disabled: read === undefined && !large },
    { id: 'raw', title: 'Raw', disabled: text === '' },
    { id: 'http', title: http?.method === 'STDIN' ? 'Sent' : 'HTTP', disabled: http === undefined },
  ]
  const tab = [wanted, row.kind === 'http' ? 'http' : 'pretty', 'raw', 'http'].find((id) =>
    tabs.some((one) => one.id === id && !one.disabled),
  )
  const facts: ReactNode[] = [
    clock(row.at),
    row.id === '' ? undefined : `id ${row.id}`,
    row.bytes === 0 ? undefined : size(row.bytes),
    row.ms === undefined ? undefined : duration(row.ms),
    `#${row.seq}`,
  ].filter((fact) => fact !== undefined)
  return (
    <>
      <div className={style.facts}>
        {row.status !== '' && <span className={style[row.tone]}>{row.status}</span>} {row.name !== '' && <b>{reveal(row.name)}</b>}{' '}
        <span className={style.dim}>{facts.join(' · ')}</span>
      </div>
      {(why !== undefined || row.tone === 'bad') && (
        <div className={style.why}>
          {why !== undefined && (
            <Note
              tone={row.kind === 'garbled' ? 'bad' : 'warn'}
              title={row.kind === 'garbled' ? 'This could not be read as a message' : 'This is no message'}
            >
              {why}
            </Note>
          )}
        </div>
      )}
      <div className={style.tabs}>
        <Tabs label="Message shown as" tabs={tabs} selected={tab ?? 'raw'} onSelect={setTab} />
        <span className={pane.end}>
          {row.direction === 'out' && http !== undefined && (
            <Button
              look="quiet"
              title="Opens it in the composer"
              onClick={() => {
                composeAgain(connection, text, http)
                go({ connection, panel: 'raw' })
              }}
            >
              Edit and send again
            </Button>
          )}
          {read !== undefined && <CopyButton label="Copy JSON" text={() => writeJson(read.value, 2)} />}
          {http !== undefined && http.method !== 'STDIN' && (
            <CopyButton label="Copy as curl" title="Secrets are masked" text={() => curlOf(http, false)} />
          )}
        </span>
      </div>
      {tab === 'pretty' && read !== undefined && <JsonView key={row.seq} value={read.value} label="Message" />}
      {tab === 'pretty' && large && (
        <TextViewer key={row.seq} text={text} kind="Message" mimeType="application/json" initial="json" name={`message-${row.seq}.json`} />
      )}
      {tab === 'raw' && (
        <TextViewer key={row.seq} text={text} kind="as it crossed the wire" initial="text" name={`message-${row.seq}.json`} />
      )}
      {tab === 'http' && http !== undefined && <HttpView key={http.exchange} http={http} seq={row.seq} onSelect={onSelect} />}
      {tab === undefined && <p className={style.nothing}>There is nothing more to this line.</p>}
      {row.kind === 'failure' && row.status.startsWith('error -32601') && (
        <p className={style.nothing}>
          The server says that it has no such method.{' '}
          <Button look="quiet" onClick={() => go({ connection, panel: 'overview' })}>
            What it declares
          </Button>
        </p>
      )}
    </>
  )
}

function readOf(text: string): { value: Json } | undefined {
  try {
    return text === '' ? undefined : { value: parseJson(text) }
  } catch {
    return undefined
  }
}
