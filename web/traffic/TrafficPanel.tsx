// The record at full height: the table, the kinds to leave out, and one message whole beside or below it.
import { useCallback, useEffect, useRef, useState } from 'react'
import { concerned, parseFilter } from '#mcp/traffic/filter.ts'
import { go, useQueryMember, useRoute } from '../route/route.ts'
import { APART } from '../session/apart.ts'
import { allRows } from '../session/all-rows.ts'
import { calledAs } from '../session/all.ts'
import { useConnection, useConnections } from '../session/connections.ts'
import { call } from '../session/engine.ts'
import { pickRecords } from '../session/records-wanted.ts'
import { useShortcut } from '../session/shortcuts.ts'
import { useExpectedRows } from '../session/use-rows.ts'
import { Button } from '../ui/Button.tsx'
import { deferred } from '../ui/deferred.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Said } from '../ui/Said.tsx'
import { SplitView } from '../ui/SplitView.tsx'
import { useNarrow, useTight } from '../ui/use-narrow.ts'
import { useRowScroll } from '../ui/use-row-scroll.ts'
import { useWayBack } from '../ui/use-way-back.ts'
import pane from '../ui/Pane.module.css'
import { ActivityStrip } from './ActivityStrip.tsx'
import type { AgainDialogProps } from './AgainDialog.tsx'
import type { ClearDialogProps } from './ClearDialog.tsx'
import { clearPins, putBackPins, unpinAll, useDroppedPins, usePinsAcross } from './pins.ts'
import { UndoClear } from './UndoClear.tsx'
import { FINDING, isOfFindings, withRule } from './filter-words.ts'
import { count } from '../ui/format.ts'
import type { RuleMenuProps } from './RuleMenu.tsx'
import type { ExportDialogProps } from './ExportDialog.tsx'
import { KIND_GROUPS, kindsWithout } from './kinds.ts'
import { LazyMessage } from './LazyMessage.tsx'
import { neighbours } from './neighbours.ts'
import { ConnectionChips } from './ConnectionChips.tsx'
import { ScopeButtons } from './ScopeButtons.tsx'
import { ownRow, useScope } from './scope.ts'
import { readStretch, spellStretch } from './strip-keys.ts'
import { ROW, TALL_ROW, TrafficTable } from './TrafficTable.tsx'
import { Counts, FilterInput, FindingsButton, FollowButton, NoMatch, useFoundHere } from './TrafficBar.tsx'
import { useFold } from './use-fold.ts'
import style from './TrafficBar.module.css'

const AgainDialog = deferred<AgainDialogProps>(async () => (await import('./AgainDialog.tsx')).AgainDialog)
const ClearDialog = deferred<ClearDialogProps>(async () => (await import('./ClearDialog.tsx')).ClearDialog)
const RuleMenu = deferred<RuleMenuProps>(async () => (await import('./RuleMenu.tsx')).RuleMenu)
const ExportDialog = deferred<ExportDialogProps>(async () => (await import('./ExportDialog.tsx')).ExportDialog)

/** Requests that are sent again at once, unless they are pinned: each is shown before. */
const MOST_AGAIN = 200

function isFormat(text: string): text is ExportDialogProps['initial'] {
  return text === 'record' || text === 'har' || text === 'report' || text === 'page'
}

export function TrafficPanel() {
  const connection = useConnection()
  const here = connection?.id ?? ''
  const connections = useConnections()
  const { scope, offered, choose } = useScope(here)
  const { id, across, tags, connections: shown } = scope
  const narrow = useNarrow()
  const tight = useTight()
  const saved = connection?.record !== undefined
  const { item } = useRoute()
  const [filter, setFilter] = useQueryMember('filter')
  const [without, setWithout] = useQueryMember('without')
  const hidden = new Set(without.split(',').filter(Boolean))
  const kinds = kindsWithout(hidden)
  const scroll = useRowScroll(narrow ? TALL_ROW : ROW)
  const [time, setTime] = useQueryMember('time')
  const stretch = readStretch(time)
  const pins = usePinsAcross(shown, scope.ticket)
  const pinned = Object.keys(pins).map(Number)
  const unpinned = useDroppedPins(shown)
  const [alone, setAlone] = useQueryMember('pinned')
  const onlyPins = alone !== '' && pinned.length > 0
  const { broken } = useFoundHere(id)
  const choice = onlyPins ? { seqs: pinned } : {}
  const reaches = { ...choice, ...(across === undefined ? {} : { across }) }
  /** Messages whose requests are to be sent again. */
  const [again, setAgain] = useState<AgainDialogProps['messages']>()
  const parsed = parseFilter(filter)
  const { terms, faults } = parsed
  const { fold, threads, turn, open } = useFold(scope, scroll, filter, parsed)
  const onlyBroken = terms.some(isOfFindings)
  const narrowed = onlyPins || terms.length > 0 || kinds !== undefined || stretch !== undefined
  const [window, expect] = useExpectedRows(id, {
    filter,
    ...(kinds === undefined ? {} : { kinds }),
    ...(stretch === undefined ? {} : { between: stretch }),
    ...reaches,
    ...threads,
    ...scroll.range,
  })
  const selected = item === undefined ? undefined : scope.read(item)
  const chosenRow = window.rows.find((row) => row.seq === selected)
  const own = selected === undefined ? undefined : scope.own(selected)

  const { spell } = scope
  const select = useCallback((ticket: number) => go({ item: spell(ticket) }, 'replace'), [spell])
  const reach = (seq: number) => {
    select(seq)
    if (window.rows.some((row) => row.seq === seq)) scroll.setFollow(false)
    else scroll.goTo(seq)
  }
  // Once for each arrival by a link, and in other company: later choices are made in the table, where they are in sight.
  const arrivedIn = useRef<string>(undefined)
  useEffect(() => {
    if (arrivedIn.current === id) return
    arrivedIn.current = id
    if (selected !== undefined) scroll.goTo(selected)
  })

  useWayBack(scroll, window, {
    list: id,
    searched: onlyPins || terms.length > 0,
    few: narrowed,
    chosen: selected,
    // Among all it may be folded away.
    onShow: ({ of }) => of !== undefined && open(of),
  })

  const area = useRef<HTMLDivElement>(null)
  const toggle = (group: string) => {
    const next = new Set(hidden)
    if (!next.delete(group)) next.add(group)
    setWithout([...next].join(','))
  }
  const [exporting, setExporting] = useQueryMember('export')
  const shownAgain = async () => {
    const query = { filter, kinds: ['request' as const], ...(stretch === undefined ? {} : { between: stretch }) }
    const rows = await allRows(id, { ...query, ...reaches }, MOST_AGAIN)
    sendAgain(rows.map(({ seq }) => seq))
  }
  const sendAgain = (tickets: number[]) => setAgain(tickets.map(scope.own))
  const asked = concerned(filter, shown.flatMap((one) => connections.get(one) ?? []).map(calledAs)).map((one) => one.id)
  const cleared = shown.filter((one) => connections.get(one)?.record === undefined)
  const [clearing, setClearing] = useState(false)
  /** What was chosen when the record was emptied. */
  const chosenThen = useRef<string>(undefined)
  const undoable = shown.filter((one) => connections.get(one)?.cleared !== undefined)
  const marks = pinned.filter((ticket) => cleared.includes(scope.own(ticket).connection))
  const clear = () => {
    setClearing(false)
    chosenThen.current = item
    go({ item: undefined }, 'replace')
    for (const one of cleared) void call('clear', [one]).then((emptied) => emptied && clearPins(one))
  }
  /** What a person wrote does not come again, as messages do: those who wrote nothing are not asked. */
  const askClear = () => (marks.length > 0 ? setClearing(true) : clear())
  const widen = () => {
    for (const set of [setFilter, setWithout, setTime, setAlone]) set('')
  }
  const sift = () => setFilter(withRule(filter, onlyBroken ? undefined : FINDING))
  useShortcut('t', fold === undefined ? 'Fold what belongs to a call under it' : 'Show every message for itself', turn)
  useShortcut('f', onlyBroken ? 'Show all messages' : 'Show the messages with findings alone', sift, broken > 0)
  const table = (
    <TrafficTable
      scroll={scroll}
      window={window}
      selected={selected}
      onSelect={select}
      onOpen={() => area.current?.querySelector<HTMLElement>('[aria-label=Message] [role=tab][aria-selected=true]')?.focus()}
      tall={narrow}
      fold={fold}
      pins={pins}
      tags={tags}
      empty={
        !narrowed ? (
          'Nothing is recorded. Every message that crosses will stand here, exactly as it crossed the wire.'
        ) : (
          <>
            <NoMatch connection={id} terms={terms} /> <Button onClick={widen}>Show all messages</Button>
          </>
        )
      }
    />
  )
  /** A file is of one record: of that of the chosen message, at first. */
  const [exportOf, setExportOf] = useState<string>()
  const record = shown.find((one) => one === exportOf) ?? shown.find((one) => one === own?.connection) ?? here
  const exported = connections.get(record)
  const ofRecord = pinned.map((ticket) => ({ ...scope.own(ticket), note: pins[ticket] ?? '' })).filter((one) => one.connection === record)
  const chosen =
    ofRecord.length > 0
      ? {
          what: count(ofRecord.length, 'pinned message'),
          seqs: ofRecord.map(({ seq }) => seq),
          notes: Object.fromEntries(ofRecord.map(({ seq, note }) => [seq, note])),
        }
      : own === undefined || own.connection !== record
        ? { what: 'choose a message, or pin some', seqs: [] }
        : {
            what: 'the chosen message and its other half',
            seqs: [own.seq, ...[chosenRow?.peer ?? []].flat().map((peer) => scope.own(peer).seq)],
          }
  return (
    <div className={pane.pane} data-testid="traffic" data-messages={window.total} data-dropped={window.dropped}>
      {exported !== undefined && isFormat(exporting) && (
        <ExportDialog
          connection={exported}
          chosen={chosen}
          initial={exporting}
          records={tags === undefined ? [] : shown.map((one) => ({ id: one, label: tags.get(one)?.label ?? one }))}
          onRecord={setExportOf}
          onClose={() => {
            setExporting('')
            setExportOf(undefined)
          }}
        />
      )}
      {clearing && (
        <ClearDialog
          notes={marks.map((ticket) => pins[ticket] ?? '')}
          onExport={() => {
            setClearing(false)
            setExporting('record')
          }}
          onClear={clear}
          onClose={() => setClearing(false)}
        />
      )}
      {again !== undefined && (
        <AgainDialog
          messages={again}
          onSelect={(to, seq) => go({ connection: to, panel: 'traffic', item: String(seq) })}
          onClose={() => setAgain(undefined)}
        />
      )}
      <div hidden={narrow && selected !== undefined}>
        <div className={`${pane.bar} ${style.bar}`}>
          <FilterInput
            connection={id}
            value={filter}
            onChange={(next) => {
              expect({ filter: next })
              setFilter(next)
            }}
            rows={window.rows}
          />
          <Counts connection={id} window={window} filtered={narrowed} filter={filter} />
          {/* Of a filter that was not understood nobody knows what it would leave. */}
          {(filter !== '' || stretch !== undefined) && faults.length === 0 && window.count > 0 && !narrow && !APART && (
            <Button
              look="quiet"
              title={`The requests among what is shown, the newest ${MOST_AGAIN} of them: looked over, edited, sent again`}
              onClick={() => void shownAgain()}
            >
              Send these again…
            </Button>
          )}
          <span className={pane.end}>
            <Button
              look="quiet"
              aria-pressed={fold !== undefined}
              className={style.toggle}
              title="Progress, logs, asks and answers fold under their call; → and ← open and close it"
              onClick={turn}
            >
              threads
            </Button>
            <FollowButton scroll={scroll} />
            {APART ? null : tight ? (
              <Menu
                label="Record"
                items={[
                  { id: 'export', title: 'Export record…', onSelect: () => setExporting('record') },
                  { id: 'open', title: 'Open record…', onSelect: pickRecords },
                  ...(saved
                    ? []
                    : [{ id: 'clear', title: across === undefined ? 'Clear' : 'Clear all', tone: 'bad' as const, onSelect: askClear }]),
                ]}
              />
            ) : (
              <>
                <Button look="quiet" title="The record as a file, or messages as a report" onClick={() => setExporting('record')}>
                  Export record…
                </Button>
                <Button look="quiet" title="A record that was exported before" onClick={pickRecords}>
                  Open record…
                </Button>
                {!saved && (
                  <Button
                    look="quiet"
                    title={across === undefined ? 'Empties the record of this connection' : 'Empties the records of all connections'}
                    onClick={askClear}
                  >
                    {across === undefined ? 'Clear' : 'Clear all'}
                  </Button>
                )}
              </>
            )}
          </span>
        </div>
        <div className={style.chips}>
          {offered && <ScopeButtons all={across !== undefined} onChoose={choose} />}
          {tags !== undefined && !narrow && <ConnectionChips tags={tags} shown={asked} filter={filter} onFilter={setFilter} />}
          <div className={style.kinds} role="group" aria-label="Kinds shown">
            {KIND_GROUPS.map(({ id, title }) => (
              <button key={id} type="button" className={style.chip} aria-pressed={!hidden.has(id)} onClick={() => toggle(id)}>
                {title}
              </button>
            ))}
          </div>
          <FindingsButton connection={id} pressed={onlyBroken} onPress={sift} />
          {onlyBroken && <RuleMenu connection={id} filter={filter} terms={terms} onFilter={setFilter} />}
          {undoable.length > 0 && (
            <UndoClear
              connections={undoable}
              messages={undoable.reduce((sum, one) => sum + (connections.get(one)?.cleared ?? 0), 0)}
              onUndone={() => selected === undefined && go({ item: chosenThen.current }, 'replace')}
            />
          )}
          {(pinned.length > 0 || unpinned > 0) && (
            <span className={style.pins}>
              {pinned.length > 0 ? (
                <>
                  <Button look="quiet" aria-pressed={onlyPins} className={style.toggle} onClick={() => setAlone(onlyPins ? '' : '1')}>
                    {pinned.length} pinned
                  </Button>
                  {!APART && (
                    <Button look="quiet" title="Requests among the pinned messages" onClick={() => sendAgain(pinned)}>
                      Again…
                    </Button>
                  )}
                </>
              ) : (
                <Said>{count(unpinned, 'message')} unpinned</Said>
              )}
              {/* One button, so that the focus stays where it was pressed. */}
              <Button look="quiet" onClick={() => (pinned.length > 0 ? unpinAll(shown) : putBackPins(shown))}>
                {pinned.length > 0 ? 'Unpin' : 'Undo'}
              </Button>
            </span>
          )}
        </div>
        <ActivityStrip
          connection={id}
          total={window.total}
          dropped={window.dropped}
          broken={broken}
          stretch={stretch}
          onStretch={(next) => {
            setTime(next === undefined ? '' : spellStretch(next))
            scroll.setFollow(next === undefined)
            // A stretch is read from its beginning.
            if (next !== undefined) area.current?.querySelector('[role=grid]')?.scrollTo(0, 0)
          }}
        />
      </div>
      <div ref={area} className={style.rest}>
        <SplitView
          name="traffic.message"
          label="Width of the message"
          direction="row"
          fixed="second"
          initial={520}
          min={280}
          only={selected === undefined ? 'first' : narrow ? 'second' : undefined}
          first={table}
          second={
            own !== undefined && (
              <LazyMessage
                connection={own.connection}
                seq={own.seq}
                row={chosenRow && ownRow(chosenRow)}
                tag={tags?.get(own.connection)}
                onSelect={(seq) => reach(scope.ticket(own.connection, seq))}
                onClose={() => go({ item: undefined }, 'replace')}
                {...neighbours(window, selected, reach)}
              />
            )
          }
        />
      </div>
    </div>
  )
}
