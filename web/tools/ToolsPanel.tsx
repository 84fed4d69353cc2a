// Tools: the list, the tool that is chosen, and what came of its call, side by side.
import { useEffect, useMemo, useState } from 'react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Tool } from '#mcp/model.ts'
import { go, useRoute } from '../route/route.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { useConnection } from '../session/connections.ts'
import { seeDefinition, useDefinitionChanges, useNamedChanges } from '../session/definition-changes.ts'
import { EngineFailure } from '../session/engine.ts'
import { useListClock } from '../session/list-clock.ts'
import { listQuery, useAtLeisure, useList } from '../session/list-query.ts'
import { useStale } from '../session/stale-lists.ts'
import { focusWhole } from '../ui/arrive.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Freshness } from '../ui/Freshness.tsx'
import { idly } from '../ui/idly.ts'
import { ListChanges } from '../ui/ListChanges.tsx'
import { LimitClock } from '../ui/LimitClock.tsx'
import { ItemList } from '../ui/ItemList.tsx'
import { Menu } from '../ui/Menu.tsx'
import { Note } from '../ui/Note.tsx'
import { LazySchemaForm } from '../ui/SchemaForm/LazySchemaForm.tsx'
import { StaleNote } from '../ui/StaleNote.tsx'
import { SplitView } from '../ui/SplitView.tsx'
import { useNarrow } from '../ui/use-narrow.ts'
import { readSetting, useSetting, writeSetting } from '../ui/use-setting.ts'
import { toolKey } from './calls.ts'
import { failureWords } from './failure-words.ts'
import { HINTS, leavesOut, toolItems, toolSearch, type Hint } from './tool-items.ts'
import { toolsAhead, toolsIn } from './tools-in.ts'
import { ToolWork } from './ToolWork.tsx'
import style from './Tools.module.css'

const NO_NAMES: string[] = []
const MOST_RECENT = 5

/** While the person looks for a tool, its form's code is on the way. */
LazySchemaForm.preload()

const LISTS = ['tools/list'] as const

export function ToolsPanel() {
  const connection = useConnection()
  if (connection === undefined) return <EmptyState title="No server">Connect to a server to see its tools.</EmptyState>
  return <Tools key={connection.id} connection={connection} />
}

function Tools({ connection }: { connection: ConnectionState }) {
  const { panel, item, query } = useRoute()
  const narrow = useNarrow()
  const client = useQueryClient()
  const [tryAnyway, setTryAnyway] = useState(false)
  const list = useList('tools/list')
  const clock = useListClock(connection.id, 'tools/list')
  const forced = useQuery({
    ...listQuery(connection.id, connection.generation, 'tools/list'),
    enabled: tryAnyway && connection.status === 'connected',
  })
  const { data: came, error, isFetching } = tryAnyway ? forced : list
  const data = useAtLeisure(came, toolsAhead)
  const page = useMemo(() => (data === undefined ? undefined : toolsIn(data)), [data])
  const tools = page?.items ?? NO_TOOLS
  const changes = useDefinitionChanges('tools/list')
  const differences = useNamedChanges(LISTS)
  const stale = useStale(connection.id, 'tools/list', list.dataUpdatedAt)
  const [pinned, setPinned] = useSetting<string[]>(`pins/${connection.name}`, NO_NAMES)
  const recentKey = `recent/${connection.name}`
  // Rows do not move while they are looked at: what is recent is taken when the panel opens, and a call draws nothing anew.
  const [recent] = useState(() => readSetting<string[]>(recentKey, NO_NAMES))
  const [last, setLast] = useSetting<string>(`tool/${connection.name}`, '')
  const [search, setSearch] = useState('')
  const [hint, setHint] = useState<Hint>('all')
  const strict = leavesOut(connection.facts)
  const items = useMemo(
    () => toolItems(tools, { pinned, recent: tools.length > 30 ? recent : NO_NAMES, hint, changes, strict }),
    [tools, pinned, recent, hint, changes, strict],
  )
  const match = useMemo(() => toolSearch(tools), [tools])
  // Of thousands, more than a breath of work: not in the way of showing them.
  useEffect(() => idly(() => match.prepare(4)), [match])

  const named = tools.filter((tool) => tool.name === item)
  const chosen = named.find((tool) => String(tool.index) === query.at) ?? named[0]
  const choose = (tool: Tool, how: 'push' | 'replace' = 'push') => {
    const twice = tools.some((other) => other !== tool && other.name === tool.name)
    setLast(tool.name)
    go({ item: tool.name, query: twice ? { at: String(tool.index) } : {} }, how)
  }
  const select = (index: number) => {
    const tool = tools.find((one) => one.index === index)
    if (tool !== undefined) choose(tool)
  }
  // A wide panel opens where it was left; a narrow one opens with the list.
  useEffect(() => {
    // It may stand a moment longer than it is meant.
    if (panel !== 'tools' || item !== undefined || narrow || last === '') return
    if (tools.some((tool) => tool.name === last)) go({ item: last }, 'replace')
  }, [panel, item, narrow, last, tools])

  const capable = connection.facts === undefined || 'tools' in connection.facts.capabilities
  if (!capable && !tryAnyway && connection.status === 'connected')
    return (
      <EmptyState
        title="This server declares no tools"
        actions={<Button onClick={() => setTryAnyway(true)}>Ask for the list anyway</Button>}
      >
        Its answer to <code>initialize</code> has no <code>capabilities.tools</code>. Some servers answer <code>tools/list</code> all the
        same.
      </EmptyState>
    )

  const filter =
    tools.length > 0 ? (
      <div className={style.filter}>
        <Menu
          label={`Show: ${hint}`}
          className={style.quietMenu}
          items={HINTS.map((one) => ({ id: one, title: one, checked: one === hint, onSelect: () => setHint(one) }))}
        />
        {hint !== 'all' && (
          <span className={style.hint}>
            {items.length} of {tools.length}
          </span>
        )}
        {isFetching ? <span className={style.hint}>asking …</span> : <Freshness fresh={data?.fresh} />}
      </div>
    ) : undefined
  const head = (
    <>
      {filter}
      {clock !== undefined && <LimitClock padded clock={clock.reading} onMore={clock.more} />}
      {stale && <StaleNote what="tools" onRefresh={() => void list.refetch()} />}
      <ListChanges what="tools" changes={differences} onSeen={() => seeDefinition(connection.id, 'tools/list')} />
    </>
  )
  const oddities = [...(data?.notes ?? []), ...(page?.oddities.map(({ says }) => says) ?? [])]
  const foot =
    error !== null || oddities.length > 0 ? (
      <>
        {error !== null && (
          <Note
            tone="bad"
            role="alert"
            title={error instanceof EngineFailure ? failureWords(error).title : 'The list was not had'}
            actions={
              <Button onClick={() => void client.invalidateQueries({ queryKey: ['mcp', connection.id, 'tools/list'] })}>Ask again</Button>
            }
          >
            {error.message}
          </Note>
        )}
        {oddities.map((says) => (
          <Note key={says} tone="warn">
            {says}
          </Note>
        ))}
      </>
    ) : undefined
  const rows = (
    <ItemList
      label="Tools"
      noun="tool"
      items={items}
      selected={chosen?.index}
      onSelect={select}
      onOpen={() => focusForm()}
      search={search}
      onSearch={setSearch}
      match={match}
      head={head}
      foot={foot}
      empty={
        data !== undefined && tools.length === 0 ? (
          <EmptyState title="No tools">The server answered with an empty list.</EmptyState>
        ) : data === undefined && error === null ? (
          <div className={style.wait}>
            {connection.status === 'connected' ? 'Asking for the list …' : `Not connected (${connection.status}).`}
          </div>
        ) : undefined
      }
    />
  )
  const twin = chosen === undefined ? 0 : named.indexOf(chosen)
  const key = toolKey(connection.name, chosen?.name ?? '', Math.max(twin, 0))
  const work =
    chosen === undefined ? (
      item !== undefined && data !== undefined ? (
        <EmptyState title={`No tool “${item}”`}>The server’s list of {tools.length} has none of this name.</EmptyState>
      ) : (
        <EmptyState title="Choose a tool">Its form, the exact request and the result are shown here. Press / to search.</EmptyState>
      )
    ) : (
      <ToolWork
        key={key}
        storeKey={key}
        connection={connection}
        tool={chosen}
        tools={tools}
        leftOut={strict ? chosen.leftOut : undefined}
        change={differences.find(({ name }) => name === chosen.name)}
        onSeen={() => seeDefinition(connection.id, 'tools/list', chosen.name)}
        pinned={pinned.includes(chosen.name)}
        onPin={() =>
          setPinned((before) => (before.includes(chosen.name) ? before.filter((name) => name !== chosen.name) : [...before, chosen.name]))
        }
        onUsed={() => {
          const before = readSetting<string[]>(recentKey, NO_NAMES)
          if (before[0] !== chosen.name)
            writeSetting(recentKey, [chosen.name, ...before.filter((name) => name !== chosen.name)].slice(0, MOST_RECENT))
        }}
        onBack={narrow ? () => go({ item: undefined, query: {} }) : undefined}
      />
    )
  if (narrow)
    return item === undefined ? (
      <section aria-label="Tools" style={{ height: '100%' }}>
        {rows}
      </section>
    ) : (
      work
    )
  return (
    <SplitView
      name="tools.list"
      label="Width of the list of tools"
      direction="row"
      fixed="first"
      initial={248}
      min={160}
      max={560}
      first={rows}
      second={work}
    />
  )
}

const NO_TOOLS: Tool[] = []

/** From the list into the form, by Enter. */
function focusForm(): void {
  const form = document.querySelector<HTMLElement>('[data-form="tool"]')
  const control = form?.querySelector<HTMLElement>('textarea, input, select, button') ?? document.querySelector<HTMLElement>('[data-call]')
  if (control !== null) focusWhole(control)
}
