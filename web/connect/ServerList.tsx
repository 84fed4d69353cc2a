// The remembered servers: connect, edit, forget (and take that back).
import { maskArgs, maskUrl } from '#mcp/traffic/secret-names.ts'
import { useState } from 'react'
import { go } from '../route/route.ts'
import { useConnections } from '../session/connections.ts'
import { transportName, type Remembered } from '../session/server.ts'
import { Button } from '../ui/Button.tsx'
import { reveal } from '../ui/format.ts'
import { Status } from '../ui/Status.tsx'
import { briefCommandLine, writeCommandLine } from './command-line.ts'
import { Said } from '../ui/Said.tsx'
import style from './ServerList.module.css'

export interface ServerListProps {
  servers: Remembered[]
  /** The one in the form. */
  edited?: string
  onConnect: (server: Remembered) => void
  onEdit: (server: Remembered) => void
  onExport: (server: Remembered) => void
  onForget: (server: Remembered) => void
  onBringBack: (server: Remembered) => void
}

export function ServerList({ servers, edited, onConnect, onEdit, onExport, onForget, onBringBack }: ServerListProps) {
  const connections = useConnections()
  const [gone, setGone] = useState<Remembered>()
  return (
    <>
      {gone !== undefined && (
        <Said appears as="div" className={style.gone}>
          <span>“{gone.name}” is forgotten.</span>
          <Button
            look="quiet"
            onClick={() => {
              onBringBack(gone)
              setGone(undefined)
            }}
          >
            Undo
          </Button>
        </Said>
      )}
      <ul className={style.list}>
        {servers.map((server) => {
          const { id, name, target } = server
          const words = target.kind === 'stdio' ? [target.command, ...maskArgs(target.args)] : []
          const where = target.kind === 'stdio' ? writeCommandLine(words) : maskUrl(target.url)
          const open = connections.get(id)
          const live = open !== undefined && open.status !== 'closed' && open.status !== 'failed'
          return (
            <li key={id} className={`${style.server} ${id === edited ? style.edited : ''}`}>
              <div className={style.head}>
                {open !== undefined && <Status status={open.status} />}
                <b>{reveal(name)}</b>
                <span className={style.dim}>{transportName(target)}</span>
              </div>
              <div className={style.where} title={where}>
                {target.kind === 'stdio' ? briefCommandLine(words) : where}
              </div>
              <div className={style.acts}>
                {live ? (
                  <Button aria-label={`Show ${name}`} onClick={() => go({ connection: id, panel: '' })}>
                    Show
                  </Button>
                ) : (
                  <Button aria-label={`Connect to ${name}`} onClick={() => onConnect(server)}>
                    Connect
                  </Button>
                )}
                <Button look="quiet" aria-label={`Edit ${name}`} aria-pressed={id === edited} onClick={() => onEdit(server)}>
                  Edit
                </Button>
                <Button look="quiet" aria-label={`Export ${name}`} onClick={() => onExport(server)}>
                  Export…
                </Button>
                <Button
                  look="quiet"
                  aria-label={`Forget ${name}`}
                  onClick={() => {
                    setGone(server)
                    onForget(server)
                  }}
                >
                  Forget
                </Button>
              </div>
            </li>
          )
        })}
      </ul>
    </>
  )
}
