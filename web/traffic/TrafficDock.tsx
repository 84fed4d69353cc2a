// The traffic at the foot of the frame: the last messages, and beside them the one that is looked at.
import { useState } from 'react'
import { parseFilter } from '#mcp/traffic/filter.ts'
import { go } from '../route/route.ts'
import { useConnection } from '../session/connections.ts'
import { useRows } from '../session/use-rows.ts'
import { Button } from '../ui/Button.tsx'
import { SplitView } from '../ui/SplitView.tsx'
import { useRowScroll } from '../ui/use-row-scroll.ts'
import { useWayBack } from '../ui/use-way-back.ts'
import pane from '../ui/Pane.module.css'
import { FINDING } from './filter-words.ts'
import { LazyMessage } from './LazyMessage.tsx'
import { neighbours } from './neighbours.ts'
import { ROW, TrafficTable } from './TrafficTable.tsx'
import { Counts, FilterInput, FindingsButton, FollowButton, NoMatch } from './TrafficBar.tsx'

export interface TrafficDockProps {
  /** Folds the dock down to its bar. */
  onCollapse: () => void
}

export function TrafficDock({ onCollapse }: TrafficDockProps) {
  const connection = useConnection()
  const id = connection?.id ?? ''
  const [filter, setFilter] = useState('')
  const [selected, setSelected] = useState<number>()
  const scroll = useRowScroll(ROW)
  const window = useRows(id, { filter, ...scroll.range })
  const { terms } = parseFilter(filter)
  useWayBack(scroll, window, { list: id, searched: terms.length > 0, chosen: selected })
  const open = () => {
    if (selected !== undefined) go({ panel: 'traffic', item: String(selected), query: filter === '' ? {} : { filter } })
  }
  const reach = (seq: number) => {
    setSelected(seq)
    if (window.rows.some((row) => row.seq === seq)) scroll.setFollow(false)
    else scroll.goTo(seq)
  }
  return (
    <section className={pane.pane} aria-label="Traffic" data-testid="traffic" data-messages={window.total} data-dropped={window.dropped}>
      <div className={pane.bar}>
        <h2>Traffic</h2>
        <FilterInput connection={id} value={filter} onChange={setFilter} rows={window.rows} />
        <Counts connection={id} window={window} filtered={terms.length > 0} filter={filter} />
        <FindingsButton connection={id} onPress={() => go({ panel: 'traffic', query: { filter: FINDING } })} />
        <span className={pane.end}>
          <FollowButton scroll={scroll} />
          <Button look="quiet" onClick={() => go({ panel: 'traffic', ...(selected === undefined ? {} : { item: String(selected) }) })}>
            Open
          </Button>
          <Button look="quiet" aria-label="Fold the traffic away" onClick={onCollapse}>
            ▾
          </Button>
        </span>
      </div>
      <SplitView
        name="dock.message"
        label="Width of the message"
        direction="row"
        fixed="second"
        initial={440}
        min={240}
        only={selected === undefined ? 'first' : undefined}
        first={
          <TrafficTable
            scroll={scroll}
            window={window}
            selected={selected}
            onSelect={setSelected}
            onOpen={open}
            tall={false}
            empty={filter === '' ? 'Nothing is recorded.' : <NoMatch connection={id} terms={terms} />}
          />
        }
        second={
          selected !== undefined && (
            <LazyMessage
              connection={id}
              seq={selected}
              row={window.rows.find((row) => row.seq === selected)}
              onSelect={reach}
              onClose={() => setSelected(undefined)}
              {...neighbours(window, selected, reach)}
            />
          )
        }
      />
    </section>
  )
}
