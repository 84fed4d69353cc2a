// What the server wrote while a call ran: stderr, log messages, and what it printed on stdout by mistake. Shown where the result is, as
// authors look for what they print there. Nothing is read while nothing was written.
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { RowQuery } from '#mcp/traffic-row.ts'
import { linkTo } from '../route/route.ts'
import { allRows } from '../session/all-rows.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { isCut, isWritten, lineOf, textOf, writtenSoFar } from '../session/console-line.ts'
import { call as engine } from '../session/engine.ts'
import { isExit } from '../session/last-words.ts'
import { useRows } from '../session/use-rows.ts'
import { Tail } from '../ui/Tail.tsx'
import type { ToolCall } from './calls.ts'
import style from './Meanwhile.module.css'

/** Lines at most, the newest. */
const MOST = 100
const LONGEST = 4000
/** Milliseconds after the answer: stderr is another pipe, and what was written before may come after. */
const LATER = 150
const TO_THE_END = 9e15

export interface MeanwhileProps {
  call: ToolCall
  connection: ConnectionState
}

export function Meanwhile({ call, connection }: MeanwhileProps) {
  const { endedAt } = call
  const silent = call.generation === connection.generation && writtenSoFar(connection) <= (call.written ?? Infinity)
  // A process that ended under the call has its last words beside the failure.
  if (silent || call.lost === true || isExit(call.failure)) return null
  return <Written of={connection.id} from={call.startedAt} endedAt={endedAt} />
}

interface WrittenProps {
  /** The connection. */
  of: string
  /** Milliseconds since the epoch. */
  from: number
  endedAt: number | undefined
}

/** Read once when all of it is there; until then as it comes, where the call is seen to run: it stays the same box, scrolled as it was. */
function Written({ of, from, endedAt }: WrittenProps) {
  const [ran] = useState(endedAt === undefined)
  const to = endedAt === undefined ? TO_THE_END : endedAt + LATER
  const query = { filter: '', only: 'console' as const, between: [from, to] as [number, number] }
  const { data } = useQuery({
    queryKey: ['record', of, 'meanwhile', from, to],
    enabled: endedAt !== undefined,
    queryFn: async () => {
      await new Promise((resolve) => setTimeout(resolve, to - Date.now()))
      const rows = (await allRows(of, query, MOST)).filter(isWritten)
      return Promise.all(
        rows.map(async (row) =>
          lineOf(row, isCut(row) ? ((await engine('message', [of, row.seq]))?.text ?? row.name).slice(0, LONGEST) : textOf(row)),
        ),
      )
    },
    staleTime: Infinity,
  })
  return ran ? <Live of={of} query={query} read={data} /> : <Lines lines={data ?? []} />
}

interface LiveProps {
  of: string
  query: Omit<RowQuery, 'tail' | 'from' | 'size'>
  /** All of it, once it was read. */
  read: readonly string[] | undefined
}

function Live({ of, query, read }: LiveProps) {
  const { rows } = useRows(read === undefined ? of : '', { ...query, tail: true, from: 0, size: MOST })
  return <Lines lines={read ?? rows.filter(isWritten).map((row) => lineOf(row, textOf(row)))} />
}

function Lines({ lines }: { lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <section className={style.meanwhile} aria-label="What the server wrote meanwhile">
      <h3>
        {lines.length === MOST ? `What it wrote meanwhile, the last ${MOST} lines` : 'What it wrote meanwhile'}{' '}
        <a href={linkTo({ panel: 'console' })}>Console</a>
      </h3>
      <Tail lines={lines} aria-label="What it wrote meanwhile" />
    </section>
  )
}
