// The servers remembered in this browser. Secrets are among them only where the person asked for it.
import { useCallback, useMemo } from 'react'
import { useSetting } from '../ui/use-setting.ts'
import { authSettingsOf } from '../session/auth-settings.ts'
import { openedServer } from '../session/opening.ts'
import { missingSecrets } from './auth-draft.ts'
import { remember, restored, type Remembered, type Server } from '../session/server.ts'

/** More than this many are not kept; the least used one goes. */
const MOST = 50
const NONE: Remembered[] = []

/** What was imported in the life of this page, with the values that are not stored. */
const imported = new Map<string, Server>()

export function useRemembered() {
  const [stored, setServers] = useSetting<Remembered[]>('servers', NONE)
  const [secrets, setSecrets] = useSetting('servers.secrets', false)
  const servers = useMemo(() => (Array.isArray(stored) ? stored.map(restored) : NONE), [stored])
  const keep = useCallback(
    (server: Server) =>
      setServers((before) => [remember(server, secrets, Date.now()), ...before.filter(({ id }) => id !== server.id)].slice(0, MOST)),
    [secrets, setServers],
  )
  return {
    /** The last used first. */
    servers,
    /** Whether secrets are kept. */
    secrets,
    setSecrets: (keep: boolean) => {
      setSecrets(keep)
      // Who unticks it wants them gone now, not at the next connection.
      if (!keep)
        setServers((before) =>
          before.map((server) => ({ ...server, ...remember(server, false, server.usedAt), ...mergedWithheld(server) })),
        )
    },
    keep,
    /** Keeps one that was not connected to yet: this page knows its secrets until it is reloaded. */
    keepImported: (server: Server) => {
      imported.set(server.id, server)
      keep(server)
    },
    forget: (id: string) => setServers((before) => before.filter((server) => server.id !== id)),
    bringBack: (server: Remembered) => setServers((before) => [server, ...before.filter(({ id }) => id !== server.id)]),
  }
}

function mergedWithheld(server: Remembered): Pick<Remembered, 'withheld'> {
  return { withheld: [...new Set([...server.withheld, ...remember(server, false, 0).withheld])] }
}

/** A remembered server that can be connected to as it is; undefined when a secret of it is missing. */
export function whole(remembered: Remembered): Server | undefined {
  const server = withSecrets(remembered)
  if (('withheld' in server && server.withheld.length > 0) || missingSecrets(authSettingsOf(server.name)).length > 0) return undefined
  const { id, name, target, era } = server
  return { id, name, target, era }
}

/** A remembered server with its secrets, where this page still has them from connecting or from an import. */
export function withSecrets(server: Remembered): Server | Remembered {
  const known = server.withheld.length > 0 ? (openedServer(server.id) ?? imported.get(server.id)) : undefined
  return known === undefined ? server : { id: server.id, name: server.name, era: server.era, target: known.target }
}
