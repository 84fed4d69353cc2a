// What passed between an app and its host, both ways, in order; and what the sandbox noticed.
import { useState } from 'react'
import { isObject, writeJson, type Json } from '#mcp/json.ts'
import { linkTo } from '../route/route.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { clock, count, reveal } from '../ui/format.ts'
import { JsonView } from '../ui/JsonView.tsx'
import type { AppState, LogEntry } from './app-session.ts'
import style from './Apps.module.css'

/** The newest are drawn; the rest on request. */
const DRAWN = 200

const WAYS = { to: { sign: '→', says: 'to the app' }, from: { sign: '←', says: 'from the app' }, note: { sign: '!', says: 'noticed' } }

export function AppLog({ state: { log, forgotten }, onClear }: { state: AppState; onClear: () => void }) {
  const [all, setAll] = useState(false)
  const [open, setOpen] = useState<number>()
  const names = namesOf(log)
  const drawn = all ? log : log.slice(-DRAWN)
  return (
    <>
      <div className={style.acts}>
        <CopyButton label="Copy as JSON lines" text={() => log.map((entry) => writeJson(entry as unknown as Json)).join('\n')} />
        <Button look="quiet" onClick={onClear}>
          Clear
        </Button>
        {(forgotten > 0 || drawn.length < log.length) && (
          <span className={style.quiet}>
            {forgotten > 0 && `${count(forgotten, 'older message')} forgotten. `}
            {drawn.length < log.length && (
              <Button look="quiet" onClick={() => setAll(true)}>
                Show {log.length - drawn.length} more
              </Button>
            )}
          </span>
        )}
      </div>
      {log.length === 0 && <EmptyState title="No messages yet">What the app and its host say to each other is listed here.</EmptyState>}
      <ol className={style.log} aria-label="Messages of the app">
        {drawn.map((entry) => (
          <li key={entry.id} data-way={entry.direction}>
            <button
              type="button"
              className={style.row}
              aria-expanded={open === entry.id}
              onClick={() => setOpen(open === entry.id ? undefined : entry.id)}
            >
              <span className={style.time}>{clock(entry.at)}</span>
              <span className={style.way} title={WAYS[entry.direction].says} aria-label={WAYS[entry.direction].says}>
                {WAYS[entry.direction].sign}
              </span>
              <span className={style.method}>{reveal(title(entry, names))}</span>
              <span className={style.gist}>{reveal(gist(entry))}</span>
            </button>
            {entry.seq !== undefined && (
              <a
                className="mono"
                href={linkTo({ panel: 'traffic', item: String(entry.seq) })}
                aria-label={`Message ${entry.seq} in Traffic`}
              >
                #{entry.seq}
              </a>
            )}
            {entry.remark !== undefined && entry.direction !== 'note' && <div className={style.remark}>{reveal(entry.remark)}</div>}
            {open === entry.id && (
              <div className={style.whole}>
                <JsonView value={entry.message} label="Message" />
              </div>
            )}
          </li>
        ))}
      </ol>
    </>
  )
}

/** Methods of requests by the way they went and their id, so that an answer can say what it answers. */
function namesOf(log: readonly LogEntry[]): Map<string, string> {
  const names = new Map<string, string>()
  for (const { direction, message } of log)
    if (isObject(message) && typeof message.method === 'string' && message.id !== undefined)
      names.set(`${direction} ${writeJson(message.id)}`, message.method)
  return names
}

function title({ direction, message, remark }: LogEntry, names: Map<string, string>): string {
  if (direction === 'note') return remark ?? ''
  if (!isObject(message)) return 'no message'
  if (typeof message.method === 'string') return message.method
  const asked = names.get(`${direction === 'to' ? 'from' : 'to'} ${writeJson(message.id ?? null)}`)
  return `${message.error === undefined ? 'result' : 'error'}${asked === undefined ? '' : ` of ${asked}`}`
}

function gist({ direction, message }: LogEntry): string {
  if (direction === 'note' || !isObject(message)) return ''
  const { error, params, result } = message
  if (isObject(error)) return String(error.message ?? '')
  const told = params ?? result
  const text = told === undefined ? '' : writeJson(told)
  return text === '{}' ? '' : text.slice(0, 160)
}
