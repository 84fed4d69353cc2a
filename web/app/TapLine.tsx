// Says that another program's traffic began to arrive, where a person looks at something else. It takes nobody anywhere.
import { useEffect } from 'react'
import { create } from 'zustand'
import { go } from '../route/route.ts'
import { useConnections } from '../session/connections.ts'
import { Button } from '../ui/Button.tsx'
import { reveal } from '../ui/format.ts'
import style from './RecordBanner.module.css'

/** Taps that a person saw, in whatever panel. */
const useSeen = create<{ seen: ReadonlySet<string> }>(() => ({ seen: new Set() }))

const see = (ids: string[]) => useSeen.setState(({ seen }) => ({ seen: new Set([...seen, ...ids]) }))

/** `current`: the connection in view. */
export function TapLine({ current }: { current: string | undefined }) {
  const connections = useConnections()
  const { seen } = useSeen()
  // What a person looked at is no news, however they came there.
  useEffect(() => {
    if (current !== undefined) see([current])
  }, [current])
  const fresh = [...connections.values()].filter(({ id, record }) => record?.live === true && id !== current && !seen.has(id))
  const [first] = fresh
  if (first === undefined) return null
  const away = () => see(fresh.map(({ id }) => id))
  const show = () => {
    away()
    go({ connection: first.id, panel: 'traffic' })
  }
  return (
    <section className={style.banner} aria-label="Tap" role="status" aria-live="off">
      <div className={style.line}>
        <span className={style.says}>
          <b>Tapped live</b> <span className="mono">{reveal(first.name)}</span>
          <span className={style.dim}>
            {fresh.length > 1 ? ` and ${fresh.length - 1} more` : ''} · what another client and its server say
          </span>
        </span>
        <Button onClick={show}>Show</Button>
        <Button look="quiet" aria-label="Not now: take this line away" onClick={away}>
          ✕
        </Button>
      </div>
    </section>
  )
}
