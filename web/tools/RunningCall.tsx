// A call in flight: how long it takes, what the server says of its progress, and the way to end it.
import { useState } from 'react'
import { linkTo } from '../route/route.ts'
import { openAsk, useAskInView } from '../session/asks.ts'
import { useProgressSaid } from '../ui/announce.ts'
import { Button } from '../ui/Button.tsx'
import { reveal, running } from '../ui/format.ts'
import { LimitClock } from '../ui/LimitClock.tsx'
import { ranFor } from '../ui/run-time.ts'
import { StrayNote } from '../ui/StrayNote.tsx'
import { useFocusAfter } from '../ui/use-focus-after.ts'
import { useNow } from '../ui/use-now.ts'
import type { ToolCall } from './calls.ts'
import style from './Tools.module.css'

export function RunningCall({ call }: { call: ToolCall }) {
  const elapsed = ranFor(call, useNow(250))
  const [reason, setReason] = useState('')
  const last = call.progress.at(-1)
  const ask = useAskInView()
  const asks = ask?.during?.method === 'tools/call' && ask.during.name === call.tool
  const known = last?.total !== undefined && last.total > 0
  const says =
    last === undefined
      ? undefined
      : `${last.progress}${last.total === undefined ? '' : ` of ${last.total}`}${last.message === undefined ? '' : ` · ${reveal(last.message)}`}`
  useProgressSaid(says === undefined ? undefined : `${call.tool}: ${says}`)
  // It goes when the answer comes.
  const box = useFocusAfter<HTMLDivElement>()
  return (
    <div ref={box} className={style.running}>
      <div className={style.line}>
        <b>{call.tool}</b>
        <span className={style.elapsed}>{running(elapsed)}</span>
      </div>
      {known ? <progress aria-label="Progress" value={last.progress} max={last.total} /> : <progress aria-label="Progress" />}
      <div className={style.hint}>{says ?? (asks || call.clock?.reading.held === true ? 'Waiting for you' : 'Waiting for the answer')}</div>
      {asks && (
        <div className={style.line}>
          <span>The server asks you something first.</span>
          <Button look="ask" aria-label="Answer what the server asks" onClick={() => openAsk(ask.key)}>
            Answer
          </Button>
        </div>
      )}
      <form
        className={style.line}
        onSubmit={(event) => {
          event.preventDefault()
          call.cancel(reason)
        }}
      >
        <Button type="submit">Cancel</Button>
        <input
          className={style.reason}
          aria-label="Reason, sent to the server"
          placeholder="reason (optional)"
          value={reason}
          onChange={(event) => setReason(event.target.value)}
        />
      </form>
      {call.stray !== undefined && <StrayNote stray={call.stray} linkToRow={(row) => linkTo({ panel: 'traffic', item: String(row) })} />}
      {call.clock !== undefined && <LimitClock clock={call.clock.reading} onMore={call.clock.more} />}
    </div>
  )
}
