// Asks once before requests are sent again, names what that may do, and shows how long the answers took.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { isObject, type Json } from '#mcp/json.ts'
import type { ConnectionState } from '../session/connection-state.ts'
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
import { MOST_SENT, mostTimes, outcomeWords, paramsText, requestsAmong, sendAgain, withEdits, type Again, type Outcome } from './again.ts'
import { effectsOf } from './effects.ts'
import { latencyOf, type Latency } from './latency.ts'
import style from './AgainDialog.module.css'

export interface AgainDialogProps {
  connection: ConnectionState
  seqs: readonly number[]
  onSelect: (connection: string, seq: number) => void
  onClose: () => void
}

export function AgainDialog({ connection, seqs, onSelect, onClose }: AgainDialogProps) {
  const client = useQueryClient()
  const others = [...useConnections().values()].filter(({ status }) => status === 'connected')
  const [requests, setRequests] = useState<Again[]>()
  /** What is made of their params, by seq. */
  const [edits, setEdits] = useState<ReadonlyMap<number, string>>(new Map())
  const [chosen, setChosen] = useState(connection.id)
  const [text, setText] = useState('1')
  const [outcome, setOutcome] = useState<Outcome>()
  const [running, setRunning] = useState<AbortController>()
  const live = useRef<AbortController>(undefined)
  const wanted = seqs.join(' ')
  useEffect(() => {
    void requestsAmong(connection.id, wanted.split(' ').map(Number)).then(setRequests)
  }, [connection.id, wanted])
  // What nobody watches any more is not sent any more.
  useEffect(() => () => live.current?.abort(), [])

  const to = others.some(({ id }) => id === chosen) ? chosen : (others[0]?.id ?? '')
  const times = /^\d+$/.test(text.trim()) ? Number(text) : Number.NaN
  const most = mostTimes(requests?.length ?? 1)
  const good = times >= 1 && times <= most
  const broken = [...edits.values()].some((text) => text.trim() !== '' && jsonFault(text) !== undefined)
  const listed = lastListing(client, to, 'tools/list')?.items
  const tools = listed ?? []
  const server = others.find(({ id }) => id === to)?.name ?? ''
  const all = (requests?.length ?? 0) * (good ? times : 1)
  const send = async () => {
    if (requests === undefined) return
    const control = new AbortController()
    live.current = control
    setRunning(control)
    setOutcome(undefined)
    await sendAgain(to, withEdits(requests, edits), times, control.signal, setOutcome)
    setRunning(undefined)
  }
  const latency = latencyOf(outcome?.times ?? [])
  useProgressSaid(outcome === undefined ? undefined : outcomeWords(outcome, all))
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
            <Button look="primary" disabled={!good || broken || to === '' || all === 0} onClick={() => void send()}>
              {all > 1 ? `Send ${all.toLocaleString('en')} requests` : 'Send'}
            </Button>
          )}
        </>
      }
    >
      <div className={style.again}>
        <ul className={style.requests} aria-label="Requests">
          {requests?.map((one) => (
            <li key={one.seq}>
              <b className="mono">{one.method}</b> {reveal(one.name)}
              <Edit
                name={`${one.method} ${one.name}`.trim()}
                text={edits.get(one.seq)}
                disabled={running !== undefined}
                onEdit={(text) =>
                  setEdits((before) => {
                    const next = new Map(before)
                    if (text === undefined) next.delete(one.seq)
                    else next.set(one.seq, text)
                    return next
                  })
                }
                original={() => paramsText(one)}
              />
              {listed !== undefined && one.method === 'tools/call' && toolOf(one, edits, tools) === undefined ? (
                <Note tone="warn">{reveal(server)} lists no such tool: what a call does there is not known.</Note>
              ) : (
                <Effects method={one.method} tool={toolOf(one, edits, tools)} />
              )}
            </li>
          ))}
          {requests?.length === 0 && <li>None of these messages is a request of ours that could be sent again.</li>}
        </ul>
        <div className={style.choices}>
          <Field label="To">
            {(field) => (
              <select {...field} value={to} onChange={(event) => setChosen(event.target.value)} disabled={running !== undefined}>
                {others.length === 0 && <option value="">no server is connected</option>}
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
              <span className={outcome.failed > 0 ? style.bad : undefined}>{outcomeWords(outcome, all)}</span>{' '}
              {outcome.seq !== undefined && running === undefined && (
                <Button look="quiet" onClick={() => onSelect(to, outcome.seq!)}>
                  The last answer
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
function toolOf(one: Again, edits: ReadonlyMap<number, string>, tools: readonly Json[]): Json | undefined {
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
        onClick={() => onEdit(text === undefined ? original() : undefined)}
      >
        {label}
      </Button>
      {text !== undefined && <JsonEditor label={`Params of ${reveal(name)}`} text={text} disabled={disabled} onChange={onEdit} />}
    </>
  )
}

function Effects({ method, tool }: { method: string; tool: Parameters<typeof effectsOf>[1] }) {
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
              const height = (number / most) * 19
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
