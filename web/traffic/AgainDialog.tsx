// Asks once before requests are sent again, names what that may do, and shows how long the answers took.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { isObject, type Json } from '#mcp/json.ts'
import { useConnections } from '../session/connections.ts'
import { lastListing } from '../session/list-query.ts'
import { useProgressSaid } from '../ui/announce.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Field } from '../ui/Field.tsx'
import { count, duration, reveal } from '../ui/format.ts'
import { jsonFault } from '../ui/json-fault.ts'
import { JsonEditor } from '../ui/JsonEditor.tsx'
import { Note } from '../ui/Note.tsx'
import {
  editsOf,
  keepEdit,
  keyOf,
  MOST_SENT,
  mostTimes,
  outcomeWords,
  paramsText,
  requestsAmong,
  sendAgain,
  withEdits,
  type Again,
  type Outcome,
  type Place,
} from './again.ts'
import { effectsOf } from './effects.ts'
import { latencyOf, type Latency } from './latency.ts'
import style from './AgainDialog.module.css'

/** Chosen in place of a server; no connection has such an id. */
const EACH = ' each'

export interface AgainDialogProps {
  messages: readonly Place[]
  onSelect: (connection: string, seq: number) => void
  onClose: () => void
}

export function AgainDialog({ messages, onSelect, onClose }: AgainDialogProps) {
  const client = useQueryClient()
  const connections = useConnections()
  const others = [...connections.values()].filter(({ status }) => status === 'connected')
  const [requests, setRequests] = useState<Again[]>()
  /** What is made of their params, by `keyOf`. */
  const [edits, setEdits] = useState<ReadonlyMap<string, string>>(() => editsOf(messages))
  const origins = [...new Set(messages.map(({ connection }) => connection))]
  const several = origins.length > 1
  const [chosen, setChosen] = useState(several ? EACH : (origins[0] ?? ''))
  const [text, setText] = useState('1')
  const [outcome, setOutcome] = useState<Outcome>()
  /** Requests of the run whose outcome is shown: what may be sent now is another matter once a server is gone. */
  const [wantedThen, setWantedThen] = useState(0)
  const [running, setRunning] = useState<AbortController>()
  const live = useRef<AbortController>(undefined)
  const wanted = JSON.stringify(messages)
  useEffect(() => {
    void requestsAmong(JSON.parse(wanted) as Place[]).then(setRequests)
  }, [wanted])
  // What nobody watches any more is not sent any more.
  useEffect(() => () => live.current?.abort(), [])

  const to = chosen === EACH || others.some(({ id }) => id === chosen) ? chosen : (others[0]?.id ?? '')
  const whither = (one: Again): string => (to === EACH ? one.connection : to)
  const isUp = (one: Again): boolean => others.some(({ id }) => id === whither(one))
  const ready = requests?.filter(isUp) ?? []
  const times = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  const most = mostTimes(ready.length)
  const good = times >= 1 && times <= most
  const broken = [...edits.values()].some((text) => text.trim() !== '' && jsonFault(text) !== undefined)
  const nameOf = (id: string): string => reveal(connections.get(id)?.name ?? id)
  const all = ready.length * (good ? times : 1)
  const send = async () => {
    const control = new AbortController()
    live.current = control
    setRunning(control)
    setOutcome(undefined)
    setWantedThen(all)
    await sendAgain(to === EACH ? undefined : to, withEdits(ready, edits), times, control.signal, setOutcome)
    setRunning(undefined)
  }
  const words = outcome === undefined ? undefined : outcomeWords(outcome, wantedThen)
  // A button that went dead would drop the focus of who pressed it, as when the server ends halfway.
  const whyNot = !good
    ? 'Times is not a number that can be sent'
    : broken
      ? 'Params that were edited are no JSON'
      : all > 0
        ? undefined
        : requests?.length === 0
          ? 'There is no request among these messages'
          : 'No server that these could go to is connected'
  const latency = latencyOf(outcome?.times ?? [])
  useProgressSaid(words)
  return (
    <Dialog
      title="Send again"
      open
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Close</Button>
          {running !== undefined ? (
            <Button onClick={() => running.abort()}>Stop</Button>
          ) : (
            <Button look="primary" why={whyNot} onClick={() => void send()}>
              {all > 1 ? `Send ${all.toLocaleString('en')} requests` : 'Send'}
            </Button>
          )}
        </>
      }
    >
      <div className={style.again}>
        <ul className={style.requests} aria-label="Requests">
          {requests?.map((one) => (
            <li key={keyOf(one)}>
              <b className="mono">{one.method}</b> {reveal(one.name)}{' '}
              {several && <span className={style.to}>{`→ ${nameOf(whither(one))}`}</span>}
              <Edit
                name={`${one.method} ${one.name}`.trim()}
                text={edits.get(keyOf(one))}
                disabled={running !== undefined}
                onEdit={(text) =>
                  setEdits((before) => {
                    const next = new Map(before)
                    if (text === undefined) next.delete(keyOf(one))
                    else next.set(keyOf(one), text)
                    keepEdit(one, text)
                    return next
                  })
                }
                original={() => paramsText(one)}
              />
              {to === EACH && !isUp(one) ? (
                <Note tone="warn">It is not sent: {nameOf(one.connection)} is not connected. It may go to another server.</Note>
              ) : (
                <Effects
                  one={one}
                  edits={edits}
                  listed={lastListing(client, whither(one), 'tools/list')?.items}
                  server={nameOf(whither(one))}
                />
              )}
            </li>
          ))}
          {requests?.length === 0 && <li>None of these messages is a request of ours that could be sent again.</li>}
        </ul>
        <div className={style.choices}>
          <Field label="To">
            {(field) => (
              <select {...field} value={to} onChange={(event) => setChosen(event.target.value)} disabled={running !== undefined}>
                {several && <option value={EACH}>the server that each went to</option>}
                {others.length === 0 && !several && <option value="">no server is connected</option>}
                {others.map(({ id, name }) => (
                  <option key={id} value={id}>
                    {reveal(name)}
                  </option>
                ))}
              </select>
            )}
          </Field>
          <Field
            label="Times"
            error={
              good
                ? undefined
                : `A whole number from 1 to ${most.toLocaleString('en')}: no more than ${MOST_SENT.toLocaleString('en')} requests are sent at once`
            }
          >
            {(field) => (
              <input
                {...field}
                data-focus
                inputMode="numeric"
                value={text}
                disabled={running !== undefined}
                onChange={(event) => setText(event.target.value)}
              />
            )}
          </Field>
        </div>
        {outcome !== undefined && (
          <section aria-label="Answers" aria-busy={running !== undefined}>
            <p>
              <span className={outcome.failed > 0 || outcome.early === 'lost' ? style.bad : undefined}>{words}</span>{' '}
              {outcome.answer !== undefined && running === undefined && (
                <Button
                  look="quiet"
                  onClick={() => {
                    onSelect(outcome.answer!.connection, outcome.answer!.seq)
                    // It stands over what is to be seen, and is about the message that was chosen before.
                    onClose()
                  }}
                >
                  {outcome.answer.none === true ? 'The last request, which got no answer' : 'The last answer'}
                </Button>
              )}
            </p>
            {outcome.fault !== undefined && (
              <Note tone="bad" title="The last failure">
                {reveal(outcome.fault)}
              </Note>
            )}
            {latency !== undefined && <Spread latency={latency} />}
          </section>
        )}
      </div>
    </Dialog>
  )
}

interface EditProps {
  name: string
  /** Undefined: it goes out as it was. */
  text: string | undefined
  disabled: boolean
  original: () => string
  onEdit: (text: string | undefined) => void
}

/** The tool that will be called: an edit may name another. */
function toolOf(one: Again, edits: ReadonlyMap<string, string>, tools: readonly Json[]): Json | undefined {
  let params = one.params
  try {
    params = withEdits([one], edits)[0]!.params
  } catch {
    // It is not sent as long as it is broken.
  }
  return tools.find((tool) => isObject(tool) && isObject(params) && tool.name === params.name)
}

/** The params of one request, open to change. */
function Edit({ name, text, disabled, original, onEdit }: EditProps) {
  const label = text === undefined ? 'Edit' : 'As it was'
  return (
    <>
      <Button
        look="quiet"
        aria-label={`${label}: ${reveal(name)}`}
        disabled={disabled}
        onClick={({ currentTarget }) => {
          flushSync(() => onEdit(text === undefined ? original() : undefined))
          if (text === undefined) currentTarget.parentElement?.querySelector('textarea')?.focus()
        }}
      >
        {label}
      </Button>
      {text !== undefined && <JsonEditor label={`Params of ${reveal(name)}`} text={text} disabled={disabled} onChange={onEdit} />}
    </>
  )
}

interface EffectsProps {
  one: Again
  edits: ReadonlyMap<string, string>
  /** The tools of the server that it goes to, and what that is called; undefined: they are not known. */
  listed: readonly Json[] | undefined
  server: string
}

function Effects({ one, edits, listed, server }: EffectsProps) {
  const { method } = one
  const tool = toolOf(one, edits, listed ?? [])
  if (listed !== undefined && method === 'tools/call' && tool === undefined)
    return <Note tone="warn">{server} lists no such tool: what a call does there is not known.</Note>
  return (
    <span className={style.effects}>
      {effectsOf(method, tool).map(({ says, declared, tone }) => (
        <span key={says} className={tone === 'bad' ? style.bad : undefined}>
          {says}, <i>{declared ? 'declared' : 'assumed'}</i>
        </span>
      ))}
    </span>
  )
}

function Spread({ latency }: { latency: Latency }) {
  const { min, median, p95, p99, max, parts } = latency
  const most = Math.max(...parts)
  return (
    <div className={style.spread}>
      <dl>
        {/* An error is answered as well, but how soon it is says little: those are not among them. */}
        <div>
          <dt>answers</dt>
          <dd>{latency.count.toLocaleString('en')}</dd>
        </div>
        {Object.entries({ min, median, p95, p99, max }).map(([name, ms]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{duration(ms)}</dd>
          </div>
        ))}
      </dl>
      {latency.count > 1 && (
        <>
          <svg
            viewBox={`0 0 ${parts.length} 20`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`How ${count(latency.count, 'answer')} are spread from ${duration(min)} to ${duration(max)}`}
          >
            {parts.map((number, at) => {
              // A single slow one among thousands is what is looked for: it must be seen.
              const height = Math.max(0.7, (number / most) * 19)
              // Its place is what it is.
              return number === 0 ? null : <rect key={at} x={at} y={20 - height} width={0.85} height={height} />
            })}
          </svg>
          <p className={style.scale} aria-hidden="true">
            <span>{duration(min)}</span>
            <span>{duration(max)}</span>
          </p>
        </>
      )}
    </div>
  )
}
