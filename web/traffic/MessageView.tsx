// One message whole: read, as it crossed the wire, and with the HTTP around it.
import { useEffect, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { LONG_TEXT } from '#mcp/long-text.ts'
import { parseJson, type Json } from '#mcp/json.ts'
import { layOut } from '#mcp/json-layout.ts'
import type { AgainDialogProps } from './AgainDialog.tsx'
import type { MessageDetail, Row, RowKind } from '#mcp/traffic-row.ts'
import { wishWords } from '#mcp/wish-words.ts'
import { go } from '../route/route.ts'
import { Button } from '../ui/Button.tsx'
import { deferred } from '../ui/deferred.tsx'
import { APART } from '../session/apart.ts'
import { call } from '../session/engine.ts'
import { useConnections } from '../session/connections.ts'
import type { ExportPart } from '../session/engine-record.ts'
import { DEFAULT_SETTINGS } from '../session/settings.ts'
import { useShortcut } from '../session/shortcuts.ts'
import { JsonView } from '../ui/JsonView.tsx'
import { Note } from '../ui/Note.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { clock, duration, reveal, size } from '../ui/format.ts'
import { useSetting } from '../ui/use-setting.ts'
import type { SoughtPlace } from '../ui/viewers/sought-place.ts'
import { TextViewer } from '../ui/viewers/TextViewer.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import pane from '../ui/Pane.module.css'
import { CopyMenu, type Making } from './CopyMenu.tsx'
import { requestOf, runnable } from './copies.ts'
import { compareWith, setPin, useBase, usePins } from './pins.ts'
import { HttpView } from './HttpView.tsx'
import { messageOf } from './kinds.ts'
import { Between, Compared } from './Compared.tsx'
import { gridBeside, MessageBar } from './MessageBar.tsx'
import { MessageBytes } from './MessageBytes.tsx'
import { composeAgain } from './raw-draft.ts'
import { originOf } from './origin.ts'
import { notesAt, RowFindings, useRowFindings } from './RowFindings.tsx'
import type { Tag } from './scope.ts'
import { useMessage, wholeText } from '../session/use-message.ts'
import style from './MessageView.module.css'
import tones from './tones.module.css'

const AgainDialog = deferred<AgainDialogProps>(async () => (await import('./AgainDialog.tsx')).AgainDialog)

export interface MessageViewProps {
  connection: string
  seq: number
  /** Its row, when the table has it: tells when the message changed. */
  row: Row | undefined
  onSelect: (seq: number) => void
  onClose: () => void
  /** What its connection is called, where there are several. */
  tag?: Tag | undefined
  /** Steps to the neighbours in the table; undefined where there is none. */
  onPrevious?: () => void
  onNext?: () => void
}

/** What it means that there is something odd to say of a row. */
const ODD: { [kind in RowKind]?: string } = {
  garbled: 'This could not be read as a message',
  app: 'Odd',
  noise: 'This is no message',
}

export function MessageView(props: MessageViewProps) {
  const { connection, seq, row } = props
  const { data, error } = useMessage(connection, seq, row?.status ?? '')
  const body = useRef<HTMLDivElement>(null)
  const drawn = data?.row.seq
  // Each message begins at its beginning; its view may then go to a place in it.
  useLayoutEffect(() => {
    if (drawn !== undefined) body.current?.scrollTo(0, 0)
  }, [drawn])
  const box = useRef<HTMLElement>(null)
  const narrow = useNarrow()
  // It took the place of the table, and with it that of the focus.
  useEffect(() => {
    const at = document.activeElement
    if (narrow && (at === null || at === document.body || !at.checkVisibility())) box.current?.focus()
  }, [narrow])
  return (
    <section ref={box} tabIndex={-1} className={pane.pane} aria-label="Message">
      <MessageBar {...props} detail={data?.row.seq === seq ? data : undefined} />
      <div ref={body} className={pane.body}>
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

function Detail({ detail, connection, onSelect }: { detail: MessageDetail; connection: string; onSelect: (seq: number) => void }) {
  const { row, text, held, why, event, http } = detail
  const [wanted, setTab] = useSetting('traffic.tab', 'pretty')
  const [again, setAgain] = useState(false)
  const server = useConnections().get(connection)
  const found = useRowFindings(connection, row.seq)
  const notes = useMemo(() => notesAt(found), [found])
  const [asked, setAsked] = useState<SoughtPlace & { seq: number }>()
  // The gravest is where a message with findings opens.
  const gravest = found.find(({ finding }) => finding?.pointer !== undefined)?.finding?.pointer
  const start = useMemo(() => (gravest === undefined ? undefined : { pointer: gravest, asked: false }), [gravest])
  const goTo = asked?.seq === row.seq ? asked : start
  const note = usePins(connection)[row.seq]
  const base = useBase()
  const itself = base?.connection === connection && base.seq === row.seq
  // Reading a large one would hold up the page: its tree is read in a worker.
  const large = held !== undefined || text.length > LONG_TEXT
  const apart = held === undefined ? {} : { held }
  const whole = () => (held === undefined ? text : wholeText(connection, row.seq))
  const read = useMemo(() => (large ? undefined : readOf(text)), [text, large])
  const tabs = [
    { id: 'pretty', title: 'Pretty', disabled: read === undefined && !large },
    { id: 'raw', title: 'Raw', disabled: text === '' },
    { id: 'bytes', title: 'Bytes', disabled: text === '' },
    { id: 'http', title: http?.method === 'STDIN' ? 'Sent' : 'HTTP', disabled: http === undefined },
    ...(base === undefined || itself ? [] : [{ id: 'compared', title: 'Compared', disabled: text === '' }]),
  ]
  const command = (secrets: boolean) =>
    server === undefined || row.kind === 'app' || row.direction !== 'out' || large ? undefined : requestOf(server.target, text, secrets)
  const repeats = !APART && row.kind === 'request' && row.direction === 'out' && row.method !== 'initialize'
  const edits = !APART && row.direction === 'out' && http !== undefined && server?.record === undefined
  const field = useRef<HTMLInputElement>(null)
  const mark = () => setPin(connection, row.seq, note === undefined ? '' : undefined)
  const compare = async () => {
    if (base !== undefined && !itself) setTab('compared')
    else if (itself) compareWith(undefined)
    else compareWith({ connection, seq: row.seq, title: `${messageOf(row)} #${row.seq}`, text: await whole() })
  }
  const edit = () => {
    if (http !== undefined) composeAgain(connection, text, http)
    go({ connection, panel: 'raw' })
  }
  useShortcut('m', note === undefined ? 'Pin the message' : 'Unpin the message', mark)
  useShortcut('shift+m', 'Write a note on the message', () => {
    if (note === undefined) flushSync(mark)
    field.current?.focus()
  })
  useShortcut('g', 'Send the message again…', () => setAgain(true), repeats)
  useShortcut('e', 'Edit the message and send it again', edit, edits)
  useShortcut('c', 'Compare the message with another', () => void compare(), text !== '')
  const tab = [wanted, row.kind === 'http' ? 'http' : 'pretty', 'raw', 'http'].find((id) =>
    tabs.some((one) => one.id === id && !one.disabled),
  )
  const facts: ReactNode[] = [
    clock(row.at),
    row.id === '' ? undefined : `id ${row.id}`,
    row.bytes === 0 ? undefined : size(row.bytes),
    row.ms === undefined ? undefined : duration(row.ms),
    `#${row.seq}`,
    row.direction !== 'out' || row.by === undefined ? undefined : reveal(`${verbOf(row)} ${wishWords(row)}`),
  ].filter((fact) => fact !== undefined)
  return (
    <>
      <div className={style.facts}>
        {row.status !== '' && <span className={tones[row.tone]}>{row.status}</span>} {row.name !== '' && <b>{reveal(row.name)}</b>}{' '}
        <span className={tones.dim}>{facts.join(' · ')}</span>
      </div>
      {(why !== undefined || row.tone === 'bad') && (
        <div className={style.why}>
          {why !== undefined && (
            <Note tone={row.kind === 'garbled' ? 'bad' : 'warn'} title={ODD[row.kind] ?? 'Its request is not here'}>
              {why}
            </Note>
          )}
        </div>
      )}
      <RowFindings
        connection={connection}
        found={found}
        onPlace={
          read === undefined && !large
            ? undefined
            : (pointer) => {
                setTab('pretty')
                setAsked({ pointer, asked: true, seq: row.seq })
              }
        }
      />
      <div className={style.tabs}>
        <Tabs
          label="Message shown as"
          tabs={tabs}
          selected={tab ?? 'raw'}
          onSelect={(id) => {
            setAsked(undefined)
            setTab(id)
          }}
        />
        <span className={`${pane.end} ${style.doing}`}>
          {repeats && (
            <Button look="quiet" title="As it is, once or many times, here or to another server" onClick={() => setAgain(true)}>
              Again…
            </Button>
          )}
          {edits && (
            <Button look="quiet" title="Opens it in the composer" onClick={edit}>
              Edit and send again
            </Button>
          )}
          <CopyMenu
            items={[
              ...(read === undefined ? [] : [{ id: 'json', title: 'JSON, laid out', text: () => layOut(text) }]),
              ...runnable(http, command),
              { id: 'report', title: 'Markdown report', text: (making) => reportOf(connection, row, making) },
              ...(text === '' ? [] : [{ id: 'text', title: `text, ${originOf(row)}`, text: whole }]),
            ]}
          />
          <Button
            look="quiet"
            aria-pressed={note !== undefined}
            className={style.pin}
            title="Marks it; what is pinned can be seen alone, noted on, exported and sent again"
            onClick={mark}
          >
            {note === undefined ? 'Pin' : 'Pinned'}
          </Button>
          {text !== '' && (
            <Button
              look="quiet"
              aria-pressed={itself}
              data-compare=""
              title={
                base === undefined
                  ? 'Choose another message then, and compare it with this one'
                  : itself
                    ? 'Choose another message and compare it; pressed once more, nothing is compared'
                    : `With ${base.title}`
              }
              onClick={() => void compare()}
            >
              {itself ? 'Comparing' : base === undefined ? 'Compare' : `Compare with #${base.seq}`}
            </Button>
          )}
        </span>
      </div>
      {itself && (
        <p className={style.between} role="status">
          Choose the message to compare this one with.
        </p>
      )}
      {note !== undefined && (
        <input
          ref={field}
          className={style.note}
          aria-label="Note"
          placeholder="Note"
          value={note}
          onChange={(event) => setPin(connection, row.seq, event.target.value)}
          onKeyDown={(event) => {
            if ((event.key !== 'Enter' && event.key !== 'Escape') || event.nativeEvent.isComposing) return
            event.preventDefault()
            const grid = gridBeside(event.currentTarget)
            if (grid === undefined) event.currentTarget.blur()
            else grid.focus()
          }}
        />
      )}
      {tab === 'pretty' && read !== undefined && <JsonView key={row.seq} value={read.value} label="Message" notes={notes} goTo={goTo} />}
      {tab === 'pretty' && large && (
        <TextViewer
          key={row.seq}
          text={text}
          {...apart}
          kind="Message"
          mimeType="application/json"
          initial="json"
          marks={notes}
          goTo={goTo}
          name={`message-${row.seq}.json`}
        />
      )}
      {tab === 'raw' && (
        <TextViewer key={row.seq} text={text} {...apart} kind={originOf(row)} initial="text" name={`message-${row.seq}.json`} />
      )}
      {tab === 'bytes' && <MessageBytes key={row.seq} connection={connection} detail={detail} large={large} />}
      {tab === 'compared' && base !== undefined && (
        <>
          <Between before={base.title} after={`${messageOf(row)} #${row.seq}`} />
          <Compared key={row.seq} before={base.text} after={whole} label={`${base.title} and this message`} />
        </>
      )}
      {tab === 'http' && http !== undefined && <HttpView key={http.exchange} http={http} seq={row.seq} event={event} onSelect={onSelect} />}
      {tab === undefined && <p className={tones.nothing}>There is nothing more to this line.</p>}
      {again && server !== undefined && (
        <AgainDialog
          messages={[{ connection, seq: row.seq }]}
          onSelect={(to, seq) => go({ connection: to, panel: 'traffic', item: String(seq) })}
          onClose={() => setAgain(false)}
        />
      )}
      {!APART && row.kind === 'failure' && row.status.startsWith('error -32601') && (
        <p className={tones.nothing}>
          The server says that it has no such method.{' '}
          <Button look="quiet" onClick={() => go({ connection, panel: 'overview' })}>
            What it declares
          </Button>
        </p>
      )}
    </>
  )
}

function verbOf({ kind }: Row): string {
  return kind === 'request' ? 'asked' : kind === 'result' || kind === 'failure' ? 'answered' : 'sent'
}

/** The message with its other half, for a bug tracker. */
async function reportOf(connection: string, { seq, peer }: Row, { signal, tell }: Making): Promise<string> {
  const { name, version } = DEFAULT_SETTINGS.clientInfo
  const seqs = peer === undefined ? [seq] : [seq, peer]
  const onPart = (part: unknown) => {
    const told = part as ExportPart
    if (told.share !== undefined) tell(told.share)
    else if (!told.written) tell(0)
  }
  return (await call('export', [connection, { as: 'report', secrets: false, seqs, by: { name, version } }], { signal, onPart })).text()
}

function readOf(text: string): { value: Json } | undefined {
  try {
    return text === '' ? undefined : { value: parseJson(text) }
  } catch {
    return undefined
  }
}
