// Prompts: the list, the arguments of the chosen one, and the conversation that comes of them.
import { useMemo } from 'react'
import { readPrompts } from '#mcp/model-read.ts'
import { go, useRoute } from '../route/route.ts'
import { useConnection } from '../session/connections.ts'
import { useLeftAt } from '../session/left-at.ts'
import { seeDefinition, useDefinitionChanges, useNamedChanges } from '../session/definition-changes.ts'
import { useListClock } from '../session/list-clock.ts'
import { useAtLeisure, useList } from '../session/list-query.ts'
import { useStale } from '../session/stale-lists.ts'
import { Button } from '../ui/Button.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { Freshness } from '../ui/Freshness.tsx'
import { LimitClock } from '../ui/LimitClock.tsx'
import { ListChanges } from '../ui/ListChanges.tsx'
import { ItemList } from '../ui/ItemList.tsx'
import type { ListItem } from '../ui/item-rows.ts'
import { Note } from '../ui/Note.tsx'
import { StaleNote } from '../ui/StaleNote.tsx'
import { SplitView } from '../ui/SplitView.tsx'
import { count } from '../ui/format.ts'
import { useNarrow } from '../ui/use-narrow.ts'
import { useSetting } from '../ui/use-setting.ts'
import { PromptDetail } from './PromptDetail.tsx'
import style from './PromptsPanel.module.css'

const LISTS = ['prompts/list'] as const

export function PromptsPanel() {
  const connection = useConnection()
  const route = useRoute()
  const narrow = useNarrow()
  const id = connection?.id ?? ''
  const [search, setSearch] = useSetting(`prompts.search.${id}`, '')
  const list = useList('prompts/list')
  const listing = useAtLeisure(list.data)
  const clock = useListClock(connection?.id ?? '', 'prompts/list')
  const changes = useDefinitionChanges('prompts/list')
  const named = useNamedChanges(LISTS)
  const stale = useStale(id, 'prompts/list', list.dataUpdatedAt)
  const prompts = useMemo(() => readPrompts({ prompts: listing?.items ?? [] }).items, [listing])
  const items = useMemo<ListItem[]>(
    () =>
      prompts.map((one) => {
        const kind = changes.get(one.name)?.kind
        return {
          index: one.index,
          name: one.name,
          ...(one.title === undefined ? {} : { title: one.title }),
          ...(one.description === undefined ? {} : { description: one.description }),
          ...(one.oddities.length > 0
            ? { mark: count(one.oddities.length, 'note'), tone: 'warn' as const }
            : one.arguments.length > 0
              ? { mark: count(one.arguments.length, 'argument') }
              : {}),
          ...(kind === 'added' ? { note: 'new' } : kind === 'changed' ? { note: 'changed' } : {}),
        }
      }),
    [prompts, changes],
  )
  useLeftAt('prompts', id, narrow, (item) => prompts.some(({ name }) => name === item))
  // Names may repeat: then the place in the list goes along in the URL.
  const same = prompts.filter(({ name }) => name === route.item)
  const prompt = same.find(({ index }) => String(index) === route.query.n) ?? same[0]
  const select = (index: number) => {
    const chosen = prompts[index]
    if (chosen === undefined) return
    seeDefinition(id, 'prompts/list', chosen.name)
    const repeats = prompts.filter(({ name }) => name === chosen.name).length > 1
    go({ item: chosen.name, query: repeats ? { n: String(index) } : {} })
  }

  if (connection === undefined) return null
  const declared = connection.facts === undefined || 'prompts' in connection.facts.capabilities
  const asked = listing !== undefined || list.error !== null
  const ask = () => void list.refetch()
  const head = (
    <>
      {clock !== undefined && <LimitClock padded clock={clock.reading} onMore={clock.more} />}
      <Freshness padded fresh={listing?.fresh} />
      {list.error !== null && (
        <Note tone="bad" role="alert" title="prompts/list failed" actions={<Button onClick={ask}>Ask again</Button>}>
          {list.error.message}
        </Note>
      )}
      {stale && <StaleNote what="prompts" onRefresh={ask} />}
      <ListChanges what="prompts" changes={named} onSeen={() => seeDefinition(id, 'prompts/list')} />
      {listing !== undefined && listing.notes.length > 0 && <Note tone="warn">{listing.notes.join(' ')}</Note>}
    </>
  )
  const empty =
    !declared && !asked ? (
      <EmptyState title="This server declares no prompts" actions={<Button onClick={ask}>Try anyway</Button>}>
        Its answer to <code>initialize</code> has no capability <code>prompts</code>. Some servers have them all the same.
      </EmptyState>
    ) : list.isFetching ? (
      <p className={style.quiet}>Asking for the list…</p>
    ) : connection.status !== 'connected' ? (
      <p className={style.quiet}>The list will be here when the server is connected.</p>
    ) : list.error === null ? (
      <EmptyState title="The list is empty" actions={<Button onClick={ask}>Ask again</Button>}>
        The server declares prompts, and lists none now.
      </EmptyState>
    ) : undefined
  return (
    <SplitView
      name="prompts.list"
      label="Width of the list"
      direction="row"
      fixed="first"
      initial={248}
      min={160}
      only={narrow ? (prompt === undefined ? 'first' : 'second') : undefined}
      first={
        <ItemList
          label="Prompts"
          noun="prompt"
          items={items}
          selected={prompt?.index}
          onSelect={select}
          search={search}
          onSearch={setSearch}
          head={head}
          empty={empty}
        />
      }
      second={
        prompt !== undefined ? (
          <PromptDetail key={`${prompt.index} ${prompt.name}`} connection={connection} prompt={prompt} />
        ) : route.item !== undefined && listing !== undefined ? (
          <EmptyState title={`No prompt is named “${route.item}”`}>It was there once, or the link is from another server.</EmptyState>
        ) : (
          <EmptyState title="Choose a prompt">Nothing is asked for until you press Get prompt.</EmptyState>
        )
      }
    />
  )
}
