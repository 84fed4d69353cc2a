// The frame: header, navigation, panel, dock. It holds no panel's matter.
import { lazy, Suspense } from 'react'
import { useRoute } from '../route/route.ts'
import { useConnection } from '../session/connections.ts'
import { ConnectPanel } from '../connect/ConnectPanel.tsx'
import { Boundary } from '../ui/Boundary.tsx'
import { SplitView } from '../ui/SplitView.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { useSetting } from '../ui/use-setting.ts'
import { Header } from './Header.tsx'
import { PanelBar, PanelNav } from './PanelNav.tsx'
import { PANELS } from './panels.ts'
import style from './App.module.css'

const TrafficDock = lazy(async () => ({ default: (await import('../traffic/TrafficDock.tsx')).TrafficDock }))
const AskDialogs = lazy(async () => ({ default: (await import('../asks/AskDialogs.tsx')).AskDialogs }))

export function App() {
  const route = useRoute()
  const connection = useConnection()
  const narrow = useNarrow()
  const [dock, setDock] = useSetting('dock.open', true)
  const named = PANELS.find(({ id }) => id === route.panel)
  const panel = named?.group === 'page' || connection !== undefined ? (named ?? PANELS[0]) : undefined
  const docked = connection !== undefined && !narrow && panel?.group === 'server'

  const main = (
    <main className={style.main} id="panel" tabIndex={-1} aria-label={panel?.title ?? 'Connect'} data-pane>
      <Boundary key={`${route.connection}/${panel?.id}`} what={`The panel ${panel?.title ?? 'Connect'}`}>
        <Suspense fallback={null}>{panel === undefined ? <ConnectPanel /> : <panel.View />}</Suspense>
      </Boundary>
    </main>
  )
  const bottom = (
    <div className={style.dock} data-pane tabIndex={-1}>
      <Boundary what="The traffic dock">
        <Suspense fallback={null}>
          <TrafficDock onCollapse={() => setDock(false)} />
        </Suspense>
      </Boundary>
    </div>
  )
  return (
    <div className={style.frame}>
      <Header />
      {!narrow && <PanelNav current={panel?.id} />}
      <div className={style.work}>
        {docked && dock ? (
          <SplitView
            name="dock"
            label="Height of the traffic dock"
            direction="column"
            fixed="second"
            initial={212}
            min={96}
            first={main}
            second={bottom}
          />
        ) : (
          main
        )}
        {docked && !dock && (
          <button type="button" className={style.folded} aria-expanded={false} onClick={() => setDock(true)}>
            <b>Traffic</b> <span>{connection.messages.toLocaleString('en')} messages</span> <span aria-hidden="true">▴</span>
          </button>
        )}
      </div>
      {narrow && <PanelBar current={panel?.id} />}
      <Suspense fallback={null}>
        <AskDialogs />
      </Suspense>
    </div>
  )
}
