// The frame: header, navigation, panel, dock. It holds no panel's matter.
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { currentRoute, go, useRoute } from '../route/route.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { useDesk } from '../session/asks.ts'
import { useAuth } from '../session/auth-state.ts'
import { useConnection, useReached, useTapped } from '../session/connections.ts'
import { awaitDrops, useRecordsWanted } from '../session/records-wanted.ts'
import { listenToKeys, useShortcut } from '../session/shortcuts.ts'
import { arrive } from '../ui/arrive.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { deferred } from '../ui/deferred.tsx'
import { SplitView } from '../ui/SplitView.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { useSetting } from '../ui/use-setting.ts'
import { Announcer } from './Announcer.tsx'
import { characterKeysOn } from './boot.ts'
import { Header } from './Header.tsx'
import type { AuthBannerProps } from '../auth/AuthBanner.tsx'
import { focusSearch, nextPane, typeAhead } from './keys.ts'
import type { RecordBannerProps } from './RecordBanner.tsx'
import { PanelBar, PanelNav } from './PanelNav.tsx'
import { Soon } from './Soon.tsx'
import { PANELS, type Panel } from './panels.ts'
import style from './App.module.css'
import { count, grouped } from '../ui/format.ts'

const ConnectPanel = deferred(async () => (await import('../connect/ConnectPanel.tsx')).ConnectPanel)
const ConnectionCard = deferred(async () => (await import('../connect/ConnectionCard.tsx')).ConnectionCard)
const ConnectionBanner = deferred(async () => (await import('../connect/ConnectionBanner.tsx')).ConnectionBanner)
const AuthBanner = deferred<AuthBannerProps>(async () => (await import('../auth/AuthBanner.tsx')).AuthBanner)
const TrafficDock = deferred(async () => (await import('../traffic/TrafficDock.tsx')).TrafficDock)
const RecordBanner = deferred<RecordBannerProps>(async () => (await import('./RecordBanner.tsx')).RecordBanner)
const TapLine = deferred(async () => (await import('./TapLine.tsx')).TapLine)
const RecordFault = deferred(async () => (await import('./RecordFault.tsx')).RecordFault)
const AskDialogs = deferred(async () => (await import('../asks/AskDialogs.tsx')).AskDialogs)
const Palette = deferred(async () => (await import('./Palette.tsx')).Palette)
const HelpDialog = deferred(async () => (await import('./HelpDialog.tsx')).HelpDialog)
/** Not among the deferred ones, which are all fetched in the end: people at work do not need it. */
const Gallery = lazy(async () => ({ default: (await import('../gallery/Gallery.tsx')).Gallery }))

/** Fetches what the address asks to see while the engine starts and React draws. */
export function preloadFirst(): void {
  const { connection, panel } = currentRoute()
  const named = PANELS.find(({ id }) => id === panel)
  if (named !== undefined) named.View.preload()
  else if (connection === '') ConnectPanel.preload()
}

/** Fetches what stands on the screen while a server starts: later it would compete with that server for the machine. */
export function preloadConnecting(): void {
  ConnectionCard.preload()
  TrafficDock.preload()
  // Where a person lands once the server is up: its code, in many small files, would hold up the first list.
  PANELS.find(({ id }) => id === 'tools')?.View.preload()
}

/** Milliseconds after which nothing more urgent is fetched. */
const QUIET = 600

export function App() {
  // What is typed right after the key that opens it would go to the page while its code is fetched.
  useEffect(() => {
    const timer = setTimeout(Palette.preload, QUIET)
    return () => clearTimeout(timer)
  }, [])
  const [over, setOver] = useState<'palette' | 'help'>()
  const narrow = useNarrow()
  const connection = useConnection()
  const panel = usePanel(connection)
  const card = useCard(connection, panel)
  const marked = card ? undefined : panel?.id
  const asked = useAsked()
  const gallery = useRoute().panel === 'components'
  const records = useRecordsWanted(({ wanted }) => wanted)
  useEffect(() => listenToKeys(characterKeysOn), [])
  useEffect(awaitDrops, [])
  usePreload(connection?.status === 'connected')
  useShortcut('mod+k', 'Go to anything', () => {
    setOver('palette')
    typeAhead(() => document.querySelector<HTMLElement>('dialog:modal input[data-focus]') ?? undefined)
  })
  useShortcut('?', 'Help: how to begin, keys, panels', () => setOver('help'))
  useShortcut('/', 'To the search field', focusSearch)
  useShortcut('f6', 'To the next pane', () => nextPane(1))
  useShortcut('shift+f6', 'To the pane before', () => nextPane(-1))
  if (gallery)
    return (
      <Suspense>
        <Gallery />
      </Suspense>
    )
  return (
    <div className={style.frame}>
      <Header onPalette={() => setOver('palette')} onHelp={() => setOver('help')} />
      {!narrow && <PanelNav current={marked} />}
      <Work connection={connection} panel={panel} card={card} />
      {narrow && <PanelBar current={marked} />}
      <Announcer panel={marked} />
      <Boundary what="The dialog">
        {asked && <AskDialogs />}
        {records && <RecordFault />}
        {over === 'palette' && <Palette onClose={() => setOver(undefined)} />}
        {over === 'help' && <HelpDialog onClose={() => setOver(undefined)} />}
      </Boundary>
    </div>
  )
}

/** Whether any server has asked for something yet, or had when the page was reloaded: until then the desk's code is not needed. From then on it stays, with its drafts. */
function useAsked(): boolean {
  const asking = useDesk((desk) => desk.asks.length + desk.withdrawn.length > 0)
  const [asked, setAsked] = useState(asking)
  if (asking && !asked) setAsked(true)
  return asked
}

/** Once a server is up and a while has passed, the code of all panels is fetched, so that none keeps a person waiting. */
function usePreload(up: boolean): void {
  useEffect(() => {
    if (!up) return
    const timer = setTimeout(() => void import('./ahead.ts').then(({ loadAhead }) => loadAhead()).catch(() => undefined), 1500)
    return () => clearTimeout(timer)
  }, [up])
}

/** The panel that the URL means; undefined for the connect panel. An address without a panel leads to the first one offered. */
function usePanel(connection: ConnectionState | undefined): Panel | undefined {
  const route = useRoute()
  const named = PANELS.find(({ id }) => id === route.panel)
  const facts = connection?.facts
  const first = facts === undefined ? undefined : PANELS.find((panel) => panel.lists !== undefined && panel.offered(facts))
  const home = first ?? PANELS[0]!
  const record = connection?.record !== undefined
  const lost =
    (connection?.status === 'connected' && named === undefined) || (record && (named ?? first)?.saved !== true && named?.group !== 'page')
  useEffect(() => {
    if (lost) go({ panel: record ? 'traffic' : home.id }, 'replace')
  }, [lost, home, record])
  if (connection === undefined) return named?.group === 'page' ? named : undefined
  return named ?? home
}

/**
 * Whether the connection itself stands where the panel would: a server that was never up has nothing to show but how it
 * fares; one that was keeps its panels. No panel is marked then.
 */
function useCard(connection: ConnectionState | undefined, panel: Panel | undefined): boolean {
  const reached = useReached(connection?.id ?? '')
  return connection !== undefined && connection.status !== 'connected' && !reached && panel?.group === 'server'
}

/** What goes takes the focus with it, if it had it: then it goes to what stands there now; at another place, into what the address names. */
function useArriving(place: string, state: string): void {
  const before = useRef({ place, state })
  useEffect(() => {
    const was = before.current
    before.current = { place, state }
    if (was.place === place && was.state === state) return
    // With the next picture, which lays the page out anyway: to look for what can hold the focus here would do so once more.
    requestAnimationFrame(() => arrive('lost', was.place === place ? undefined : currentRoute().item))
  }, [place, state])
}

interface WorkProps {
  connection: ConnectionState | undefined
  panel: Panel | undefined
  card: boolean
}

function Work({ connection, panel, card }: WorkProps) {
  // A server that is named and not open has a form of its own.
  const { connection: id, item } = useRoute()
  const narrow = useNarrow()
  const tapped = useTapped()
  const [dock, setDock] = useSetting('dock.open', true)
  const aside = connection !== undefined && connection.status !== 'connected'
  const asks = useAuth(connection?.id ?? '')?.holds === true && connection?.status === 'connected' && panel?.id !== 'auth'
  const docked = connection !== undefined && !narrow && panel?.group === 'server'
  useArriving([id, panel?.id, card].join(' '), [item, connection?.status, docked, dock].join(' '))
  const title = card ? 'Connection' : (panel?.title ?? 'Connect')
  const main = (
    <div className={style.main} tabIndex={-1} data-pane data-home>
      <Boundary key={`${id} ${panel?.id}`} what={`The panel ${title}`}>
        {tapped && <TapLine current={connection?.id} />}
        {aside &&
          !card &&
          (connection.record === undefined ? (
            <ConnectionBanner key={connection.id} connection={connection} />
          ) : (
            <RecordBanner key={connection.id} record={connection.record} dropped={connection.dropped} />
          ))}
        {asks && <AuthBanner key={connection.id} connection={connection.id} />}
        <div className={style.panel} data-panel>
          {panel === undefined ? <ConnectPanel /> : card && aside ? <ConnectionCard connection={connection} /> : <panel.View />}
        </div>
      </Boundary>
    </div>
  )
  return (
    <main className={style.work} aria-label={title}>
      {!docked ? (
        main
      ) : dock ? (
        <SplitView
          name="dock"
          label="Height of the traffic dock"
          direction="column"
          fixed="second"
          initial={212}
          min={96}
          first={main}
          second={
            <div className={style.dock} data-pane tabIndex={-1}>
              <Boundary what="The traffic dock">
                <Soon>
                  <TrafficDock onCollapse={() => setDock(false)} />
                </Soon>
              </Boundary>
            </div>
          }
        />
      ) : (
        <>
          {main}
          <button type="button" className={style.folded} aria-expanded={false} onClick={() => setDock(true)}>
            <b>Traffic</b> <span>{count(connection.messages, 'message')}</span>
            {connection.dropped > 0 && <span>{grouped(connection.dropped)} older dropped</span>} <span aria-hidden="true">▴</span>
          </button>
        </>
      )}
    </main>
  )
}
