// The navigation between panels: a column beside them, or a bar beneath them on a small screen.
import { memo } from 'react'
import { go, linkTo } from '../route/route.ts'
import { useDesk } from '../session/asks.ts'
import { useConnection } from '../session/connections.ts'
import { useFoundIn } from '../session/findings.ts'
import { Boundary } from '../ui/Boundary.tsx'
import { deferred } from '../ui/deferred.tsx'
import { Menu } from '../ui/Menu.tsx'
import type { ListedProps } from './Listed.tsx'
import { PANELS, type Panel } from './panels.ts'
import { Soon } from './Soon.tsx'
import style from './PanelNav.module.css'
import { grouped } from '../ui/format.ts'

const ON_BAR = ['tools', 'resources', 'traffic', 'asks']
const Listed = deferred<ListedProps>(async () => (await import('./Listed.tsx')).Listed)

/** The number of a panel without lists. */
function useTold(panel: Panel): number | undefined {
  const connection = useConnection()
  // What was found is told apart from the state of a connection.
  useFoundIn(connection?.id ?? '')
  const asks = useDesk((desk) => desk.asks.length)
  return connection === undefined ? undefined : panel.count?.(connection, asks) || undefined
}
/** The number beside a panel's title, if there is something to say. Two components: most panels have no lists to watch, and no server has before it is up. */
const Count = memo(({ panel }: { panel: Panel }) => {
  const up = useConnection()?.facts !== undefined
  if (panel.lists === undefined) return <Told panel={panel} />
  return (
    up && (
      <Soon>
        <Boundary what="" fallback={unread}>
          <Listed panel={panel} lists={panel.lists} />
        </Boundary>
      </Soon>
    )
  )
})

const unread = ({ message }: Error) => <span title={message}>?</span>

function Told({ panel }: { panel: Panel }) {
  const count = useTold(panel)
  if (count === undefined) return null
  return <span className={`${style.count} ${panel.tone === 'ask' ? style.ask : ''}`}>{grouped(count)}</span>
}

function usePanels() {
  const connection = useConnection()
  return PANELS.map((panel) => ({
    panel,
    usable: panel.group === 'page' || (connection !== undefined && (connection.record === undefined || panel.saved === true)),
    offered: connection?.facts === undefined || panel.offered(connection.facts),
  }))
}

export function PanelNav({ current }: { current: string | undefined }) {
  const panels = usePanels()
  return (
    <nav aria-label="Panels" className={style.nav} data-pane tabIndex={-1}>
      <ul>
        {panels.map(({ panel, usable, offered }, index) => (
          <li key={panel.id} className={index > 0 && panel.group !== panels[index - 1]?.panel.group ? style.parted : undefined}>
            <a
              href={usable ? linkTo({ panel: panel.id }) : undefined}
              aria-current={panel.id === current ? 'page' : undefined}
              aria-disabled={usable ? undefined : true}
              onPointerEnter={usable ? panel.View.preload : undefined}
              className={offered ? undefined : style.absent}
              title={offered ? undefined : 'The server does not declare this'}
            >
              {panel.title} <Count panel={panel} />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

export function PanelBar({ current }: { current: string | undefined }) {
  const panels = usePanels()
  const rest = panels.filter(({ panel }) => !ON_BAR.includes(panel.id))
  const elsewhere = rest.find(({ panel }) => panel.id === current)
  return (
    <nav aria-label="Panels" className={style.bar} data-pane tabIndex={-1}>
      {ON_BAR.map((id) => {
        const { panel, usable } = panels.find((one) => one.panel.id === id)!
        return (
          <a
            key={id}
            href={usable ? linkTo({ panel: id }) : undefined}
            aria-current={id === current ? 'page' : undefined}
            aria-disabled={usable ? undefined : true}
          >
            {panel.title} <Count panel={panel} />
          </a>
        )
      })}
      <Menu
        label={elsewhere === undefined ? 'More panels' : `More panels, ${elsewhere.panel.title}`}
        className={`${style.more} ${elsewhere === undefined ? '' : style.here}`}
        button={<span className={style.elsewhere}>{elsewhere?.panel.title ?? 'More'}</span>}
        items={rest.map(({ panel, usable }) => ({
          id: panel.id,
          title: panel.title,
          disabled: !usable,
          onSelect: () => go({ panel: panel.id }),
        }))}
      />
    </nav>
  )
}
