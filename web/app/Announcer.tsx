// Says to a screen reader, and in the page's title, what changes out of sight: connections, asks, and what parts announce.
import { useCallback, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useDesk } from '../session/asks.ts'
import { useConnection, useConnections } from '../session/connections.ts'
import { onAnnounce } from '../ui/announce.ts'
import { PANELS } from './panels.ts'

/** Lines that stay, so that two which come together are both read. */
const KEPT = 3
/** Milliseconds after which a region that has moved is listened to. */
const SETTLE = 100

/** `panel`: the one that is seen. */
export function Announcer({ panel }: { panel: string | undefined }) {
  const [said, setSaid] = useState<readonly { at: number; text: string }[]>([])
  const [box] = useState(() => document.createElement('div'))
  const count = useRef(0)
  const say = useCallback(
    (text: string) => {
      count.current += 1
      const line = { at: count.current, text }
      const moved = bring(box)
      const add = () => setSaid((before) => [...before.slice(1 - KEPT), line])
      if (moved) setTimeout(add, SETTLE)
      else add()
    },
    [box],
  )
  useEffect(() => {
    bring(box)
    return () => box.remove()
  }, [box])
  useEffect(() => onAnnounce(say), [say])
  const connections = useConnections()
  const asks = useDesk((desk) => desk.asks)
  const before = useRef({ statuses: new Map<string, string>(), asks: 0 })
  useEffect(() => {
    const { statuses } = before.current
    for (const { id, name, status, problem, facts } of connections.values()) {
      if (statuses.get(id) === status) continue
      statuses.set(id, status)
      if (status === 'connected') say(`Connected to ${name}${facts === undefined ? '' : `, revision ${facts.revision}`}.`)
      if (status === 'failed') say(`The connection to ${name} failed: ${problem?.title ?? 'no cause is known'}.`)
      if (status === 'closed') say(problem === undefined ? `Disconnected from ${name}.` : `${name} went away: ${problem.title}.`)
    }
  }, [connections, say])
  useEffect(() => {
    if (asks.length > before.current.asks) say(`${asks.at(-1)?.connectionName ?? 'A server'} asks you something. ${asks.length} waiting.`)
    before.current.asks = asks.length
  }, [asks, say])
  useTitle(panel, asks.length)
  return createPortal(
    // What is added is read, once each: the same words may come twice.
    <div className="visually-hidden" role="log" aria-label="Announcements" aria-live="polite" aria-relevant="additions">
      {said.map(({ at, text }) => (
        <div key={at}>{text}</div>
      ))}
    </div>,
    box,
  )
}

/** Where it is heard: what lies behind a modal dialog is silent. Returns whether it had to move. */
function bring(box: HTMLElement): boolean {
  const home = [...document.querySelectorAll('dialog:modal')].at(-1) ?? document.body
  if (box.parentNode === home && box.isConnected) return false
  home.append(box)
  return true
}

function useTitle(panel: string | undefined, asks: number): void {
  const connection = useConnection()
  const title = [connection?.name, PANELS.find(({ id }) => id === panel)?.title, 'Loupe'].filter((part) => part !== undefined).join(' · ')
  useEffect(() => {
    document.title = asks > 0 ? `(${asks}) ${title}` : title
  }, [asks, title])
}
