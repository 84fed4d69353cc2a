// Says that another program's traffic began to arrive, where a person looks at something else. It takes nobody anywhere.
import { useEffect } from 'react'
import { create } from 'zustand'
import { go } from '../route/route.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { useConnections } from '../session/connections.ts'
import { Button } from '../ui/Button.tsx'
import { reveal } from '../ui/format.ts'
import style from './RecordBanner.module.css'

/** Taps that a person saw, in whatever panel. */
const useSeen = create<{ seen: ReadonlySet<string> }>(() => ({ seen: new Set() }))

const see = (keys: string[]) => useSeen.setState(({ seen }) => ({ seen: new Set([...seen, ...keys]) }))

/** One tap: another that begins under the same id, once this was forgotten, is news again. */
export const tapKey = ({ id, since }: Pick<ConnectionState, 'id' | 'since'>): string => `${id} ${since}`

/** Taps that arrive now and that nobody saw. `current`: the connection in view; `seen`: keys. */
export function freshTaps(
  connections: Iterable<ConnectionState>,
  current: string | undefined,
  seen: ReadonlySet<string>,
): ConnectionState[] {
  return [...connections].filter((one) => one.record?.live === true && one.id !== current && !seen.has(tapKey(one)))
}

/** `current`: the connection in view. */
export function TapLine({ current }: { current: string | undefined }) {
  const connections = useConnections()
  const { seen } = useSeen()
  // What a person looked at is no news, however they came there.
  const here = current === undefined ? undefined : connections.get(current)
  const key = here && tapKey(here)
  useEffect(() => {
    if (key !== undefined) see([key])
  }, [key])
  const fresh = freshTaps(connections.values(), current, seen)
  const [first] = fresh
  if (first === undefined) return null
  const away = () => see(fresh.map(tapKey))
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
