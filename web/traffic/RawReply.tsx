// What came back on a message that was composed: the rows of its exchange, and one of them whole.
import { useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { Row } from '#mcp/traffic-row.ts'
import { linkTo } from '../route/route.ts'
import { useConnection } from '../session/connections.ts'
import { call } from '../session/engine.ts'
import { useRows } from '../session/use-rows.ts'
import { reveal, running as runs, size } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { useNow } from '../ui/use-now.ts'
import pane from '../ui/Pane.module.css'
import { arrowOf, messageOf, wayOf } from './kinds.ts'
import { LazyMessage } from './LazyMessage.tsx'
import type { RawRun } from './raw-draft.ts'
import { Said } from '../ui/Said.tsx'
import style from './Raw.module.css'
import tones from './tones.module.css'

const MOST = 40

/** Over a pipe nothing says what answers a broken message: all that came after it is shown. */
function useReply(connection: string, run: RawRun | undefined, pipe: boolean): Row[] {
  const { seq, exchange, running } = run ?? {}
  const messages = useConnection()?.messages
  // A number of messages that has changed may mean one more of this exchange.
  const { data } = useQuery({
    queryKey: ['record', connection, 'exchange', exchange, running, messages],
    queryFn: () => call('exchange', [connection, exchange ?? 0]),
    placeholderData: keepPreviousData,
    enabled: !pipe && exchange !== undefined,
    gcTime: 1000,
  })
  const window = useRows(pipe ? connection : '', { filter: '', tail: false, from: 0, around: seq ?? 0, size: MOST * 2 })
  return pipe
    ? window.rows.filter((row) => seq !== undefined && row.seq >= seq).slice(0, MOST)
    : data?.exchange === exchange
      ? (data?.rows ?? [])
      : []
}

export function RawReply({ connection, run, pipe }: { connection: string; run: RawRun | undefined; pipe: boolean }) {
  const rows = useReply(connection, run, pipe)
  const [chosen, setChosen] = useState<{ run: number | undefined; seq: number | undefined }>()
  const now = useNow(100, run?.running === true)
  const newest = rows.findLast(({ direction, kind }) => direction === 'in' && kind !== 'notification') ?? rows[0]
  const seq = chosen?.run === run?.seq && chosen !== undefined ? chosen.seq : newest?.seq
  const choose = (next: number | undefined) => setChosen({ run: run?.seq, seq: next })
  if (run === undefined)
    return <p className={tones.nothing}>What comes back will stand here, and in the record like everything else that crosses the wire.</p>
  const { running, at, status, error, detour } = run
  return (
    <section className={style.reply} aria-label="What came back" data-testid="raw-reply" data-state={running ? 'running' : 'done'}>
      <div className={pane.bar}>
        <h2>{pipe ? 'Since then' : 'What came back'}</h2>
        <Said className={tones.dim} quiet={running}>
          {running ? `${runs(now - at)}…` : pipe || status === undefined ? '' : status === 0 ? 'no response' : `HTTP ${status}`}
          {detour === true && ' · through the proxy'}
        </Said>
        <span className={pane.end}>
          {run.seq !== undefined && <a href={linkTo({ panel: 'traffic', item: String(run.seq) })}>See it in Traffic</a>}
        </span>
      </div>
      {error !== undefined && (
        <div className={style.error}>
          <Note tone="bad" role="alert" title="It did not go well">
            {reveal(error)}
          </Note>
        </div>
      )}
      <ul className={style.rows} aria-label="Messages">
        {rows.map((row) => (
          <li key={row.seq}>
            <button type="button" aria-current={row.seq === seq ? 'true' : undefined} onClick={() => choose(row.seq)}>
              <span aria-hidden="true" className={tones[row.direction]}>
                {arrowOf(row)}
              </span>
              <span className="visually-hidden">{wayOf(row)}</span>
              <span className={style.what}>
                {messageOf(row)} {reveal(row.name)}
              </span>
              <span className={tones[row.tone]}>{row.status}</span>
              <span className={tones.dim}>{size(row.bytes)}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className={style.whole}>
        {seq !== undefined && (
          <LazyMessage
            connection={connection}
            seq={seq}
            row={rows.find((row) => row.seq === seq)}
            onSelect={choose}
            onClose={() => choose(undefined)}
          />
        )}
      </div>
    </section>
  )
}
