// The server switcher: every connection of this page with its state, and the way to a new one.
import { go } from '../route/route.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { useConnections } from '../session/connections.ts'
import { closeServer, dropServer, reopenServer } from '../session/opening.ts'
import { pickRecords } from '../session/records-wanted.ts'
import { transportName } from '../session/server.ts'
import { Menu, type MenuItem } from '../ui/Menu.tsx'
import { reveal } from '../ui/format.ts'
import { Status, type StatusName } from '../ui/Status.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import style from './Header.module.css'

export function statusOf(state: ConnectionState): StatusName {
  if (state.record !== undefined) return state.record.live === true ? 'live' : 'saved'
  if (state.waiting !== undefined) return 'waiting'
  return state.status === 'closed' && state.problem !== undefined ? 'gone' : state.status
}

export function ServerMenu({ connection }: { connection: ConnectionState | undefined }) {
  const connections = useConnections()
  const narrow = useNarrow()
  const items: MenuItem[] = [...connections.values()].map((state) => ({
    id: state.id,
    title: (
      <span className={style.server}>
        <Status status={statusOf(state)} /> {reveal(state.name)}
      </span>
    ),
    note: transportName(state.target, state.facts?.transport),
    checked: state.id === connection?.id,
    onSelect: () => go({ connection: state.id, panel: '' }),
  }))
  items.push({ id: ' new', title: 'New connection…', parted: items.length > 0, onSelect: () => go({ connection: '', panel: '' }) })
  items.push({ id: ' open', title: 'Open record…', onSelect: pickRecords })
  if (connection !== undefined) {
    const { id, name } = connection
    const up = connection.status === 'connected' || connection.status === 'connecting' || connection.waiting !== undefined
    if (narrow && connection.record === undefined) {
      items.push({ id: ' again', title: 'Reconnect', onSelect: () => void reopenServer(id) })
      if (up) items.push({ id: ' end', title: 'Disconnect', onSelect: () => void closeServer(id) })
    }
    items.push({
      id: ' drop',
      title: connection.record === undefined ? `Close “${reveal(name)}” and drop its record` : `Close “${reveal(name)}”`,
      tone: 'bad',
      parted: true,
      onSelect: () => {
        void dropServer(id)
        go({ connection: '', panel: '' })
      },
    })
  }
  const unchosen = connections.size === 0 ? 'No server' : 'Choose a server'
  return (
    <Menu
      label={`Server: ${connection === undefined ? unchosen : `${connection.name}, ${statusOf(connection)}`}`}
      className={style.switch}
      button={
        connection === undefined ? (
          <span className={style.none}>{unchosen}</span>
        ) : (
          <span className={style.server}>
            <Status status={statusOf(connection)} /> <span className={style.name}>{reveal(connection.name)}</span>
          </span>
        )
      }
      items={items}
    />
  )
}
