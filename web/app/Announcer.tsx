// Says to a screen reader, and in the page's title, what changes out of sight: connections and asks.
import { useEffect, useRef, useState } from 'react'
import { useDesk } from '../session/asks.ts'
import { useConnection, useConnections } from '../session/connections.ts'
import { PANELS } from './panels.ts'

/** `panel`: the one that is seen. */
export function Announcer({ panel }: { panel: string | undefined }) {
  const [said, say] = useState('')
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
  }, [connections])
  useEffect(() => {
    if (asks.length > before.current.asks) say(`${asks.at(-1)?.connectionName ?? 'A server'} asks you something. ${asks.length} waiting.`)
    before.current.asks = asks.length
  }, [asks])
  useTitle(panel, asks.length)
  return (
    <div className="visually-hidden" role="status" aria-live="polite">
      {said}
    </div>
  )
}

function useTitle(panel: string | undefined, asks: number): void {
  const connection = useConnection()
  const title = [connection?.name, PANELS.find(({ id }) => id === panel)?.title, 'Loupe'].filter((part) => part !== undefined).join(' · ')
  useEffect(() => {
    document.title = asks > 0 ? `(${asks}) ${title}` : title
  }, [asks, title])
}
