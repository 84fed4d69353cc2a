// What happens once at start: connections that were open are opened again after a reload, and what the command line
// named is connected to, since the person typed it.
import { readDeepLink } from '../route/deep-link.ts'
import { currentRoute, go } from '../route/route.ts'
import { cameBack } from '../session/auth-came-back.ts'
import { authSettingsOf, recallAuthSettings } from '../session/auth-settings.ts'
import { connectionsNow } from '../session/connections.ts'
import { metaComesFrom } from '../session/engine.ts'
import type { ProxyState } from '../session/engine-messages.ts'
import { listsFollowChanges } from '../session/notices.ts'
import { lifetimesCount } from '../session/list-query.ts'
import { adjustServers, openAnswered, openedServer, openServer, restoreServers, settingsComeFrom } from '../session/opening.ts'
import { NOTHING_OWN, ownKey, withOwn } from '../session/own-settings.ts'
import { useProxy } from '../session/proxy-state.ts'
import { openServed } from '../session/records-wanted.ts'
import { serverId } from '../session/server-id.ts'
import { clientInfoKey, metaKey, readMeta, type ClientInfo } from '../session/server-extras.ts'
import { completeSettings, connectSettings, DEFAULT_SETTINGS, SETTINGS, type Settings } from '../session/settings.ts'
import { onSetting, readSetting, writeSetting } from '../ui/use-setting.ts'
import { heldComesFrom } from '../ui/viewers/held-way.ts'

const DONE = 'loupe.initial'

export function settingsNow(): Settings {
  return completeSettings(readSetting<Partial<Settings>>(SETTINGS, DEFAULT_SETTINGS))
}

/** Whether keys of a single character do anything. */
export function characterKeysOn(): boolean {
  return settingsNow().characterKeys
}

/** Called when the engine is attached. */
export function boot(token: string): void {
  settingsComeFrom(
    (era, server) => {
      const auth = authSettingsOf(server)
      const settings = { ...connectSettings(withOwn(settingsNow(), readSetting(ownKey(server), NOTHING_OWN)), era), auth }
      const clientInfo = readSetting<ClientInfo | null>(clientInfoKey(server), null)
      return clientInfo === null ? settings : { ...settings, clientInfo }
    },
    (server, change) => writeSetting(ownKey(server), change(readSetting(ownKey(server), NOTHING_OWN))),
  )
  lifetimesCount(() => settingsNow().lifetimes)
  listsFollowChanges(() => settingsNow().followLists)
  metaComesFrom((connection) => {
    const name = connectionsNow().get(connection)?.name
    return name === undefined ? undefined : readMeta(readSetting(metaKey(name), '')).meta
  })
  heldComesFrom(() => import('../session/held.ts'))
  onSetting(SETTINGS, adjustServers)
  const came = cameBack()
  restoreServers(came?.left.server.id)
  if (came !== undefined) {
    const { server, flow, settings, hash } = came.left
    recallAuthSettings(server.name, settings)
    window.history.replaceState(null, '', hash)
    void openAnswered(server, flow, came.url)
  }
  const stop = useProxy.subscribe(({ state }) => {
    if (state.kind !== 'open') return
    stop()
    connectInitial(state, token)
  })
  const { state } = useProxy.getState()
  if (state.kind === 'open') connectInitial(state, token)
}

/** Connects once for each start of the command: a reload does not bring back what the person disconnected. */
function connectInitial({ initial, records }: Extract<ProxyState, { kind: 'open' }>, token: string): void {
  openServed(records ?? [], token)
  if (initial === undefined) return
  const id = serverId(initial.name, [])
  const first = window.sessionStorage.getItem(DONE) !== token
  if (first) {
    window.sessionStorage.setItem(DONE, token)
    void openServer({ id, name: initial.name, target: initial.target, era: 'auto' })
  }
  const { connection, panel, item, query } = currentRoute()
  if (connection !== '' || readDeepLink(window.location.href) !== undefined) return
  // The plain address means the server of the command line however often it is opened; `#//` asks for a new connection.
  const plain = !window.location.hash.startsWith('#//')
  if (first || (plain && openedServer(id) !== undefined)) go({ connection: id, panel, item, query }, 'replace')
}
