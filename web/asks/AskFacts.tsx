// Who asks, during which call, since when, and where it stands in the record.
import { useEffect, useState } from 'react'
import { linkTo } from '../route/route.ts'
import type { PendingAsk } from '../session/engine-messages.ts'
import { duration, reveal } from '../ui/format.ts'
import style from './Asks.module.css'

export function AskFacts({ ask }: { ask: PendingAsk }) {
  return (
    <div className={style.facts}>
      <b>{reveal(ask.connectionName)}</b> asks
      {ask.during !== undefined && (
        <span>
          during {ask.during.method} <code>{reveal(ask.during.name)}</code>
        </span>
      )}
      <Since at={ask.at} />
      <a
        href={linkTo({ connection: ask.connection, panel: 'traffic', item: String(ask.seq) })}
        className="mono"
        aria-label={`Message ${ask.seq} in Traffic`}
      >
        #{ask.seq}
      </a>
    </div>
  )
}

/** "for 12 s", by the second. */
export function Since({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  const seconds = Math.max(0, Math.floor((now - at) / 1000))
  return (
    <span className={style.hint}>{seconds < 1 ? 'just now' : seconds < 60 ? `for ${seconds} s` : `for ${duration(seconds * 1000)}`}</span>
  )
}
