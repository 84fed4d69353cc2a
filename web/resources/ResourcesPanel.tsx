// Resources and templates: the list at the left, the chosen one with what it holds at the right.
import { useMemo, useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import { readResources, readTemplates } from '#mcp/model-read.ts'
import { go, useRoute } from '../route/route.ts'
import { useConnection } from '../session/connections.ts'
import { useLeftAt } from '../session/left-at.ts'
import { seeDefinition, useDefinitionChanges, useNamedChanges } from '../session/definition-changes.ts'
import { useListClock } from '../session/list-clock.ts'
import { readOn, useAtLeisure, useList } from '../session/list-query.ts'
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
import { Tabs } from '../ui/Tabs.tsx'
import { count, size } from '../ui/format.ts'
import { useNarrow } from '../ui/use-narrow.ts'
import { useSetting } from '../ui/use-setting.ts'
import { ResourceDetail } from './ResourceDetail.tsx'
import { asTree } from './resource-tree.ts'
import { SeveralDetail } from './SeveralDetail.tsx'
import { queryFor, selectionOf } from './selection.ts'
import { readTemplate } from './uri-template.ts'
import style from './ResourcesPanel.module.css'

/** Items of the list: resources keep their index, templates stand behind them. */
const TEMPLATES_FROM = 1_000_000

const FORMS = [
  { id: 'flat', title: 'List' },
  { id: 'folders', title: 'Folders' },
]
const NO_FOLDERS: string[] = []

const LISTS = ['resources/list', 'resources/templates/list'] as const

export function ResourcesPanel() {
  const connection = useConnection()
  const route = useRoute()
  const narrow = useNarrow()
  const id = connection?.id ?? ''
  const [search, setSearch] = useSetting(`resources.search.${id}`, '')
  const [asFolders, setAsFolders] = useSetting('resources.folders', false)
  const [closed, setClosed] = useSetting(`resources.closed.${id}`, NO_FOLDERS)
  const [ticked, setTicked] = useState<ReadonlySet<number>>()
  const [reading, setReading] = useState<string>()
  const client = useQueryClient()
  const list = useList('resources/list')
  const listing = useAtLeisure(list.data)
  const clock = useListClock(connection?.id ?? '', 'resources/list')
  const templateList = useList('resources/templates/list')
  const resources = useMemo(() => readResources({ resources: listing?.items ?? [] }).items, [listing])
  const templates = useMemo(() => readTemplates({ resourceTemplates: templateList.data?.items ?? [] }).items, [templateList.data])
  useLeftAt(
    'resources',
    id,
    narrow,
    (item) => item === '' || [...resources.map(({ uri }) => uri), ...templates.map(({ uriTemplate }) => uriTemplate)].includes(item),
  )
  const changes = useDefinitionChanges('resources/list')
  const templateChanges = useDefinitionChanges('resources/templates/list')
  const named = useNamedChanges(LISTS)
  const stale = useStale(id, 'resources/list', list.dataUpdatedAt)
  const staleTemplates = useStale(id, 'resources/templates/list', templateList.dataUpdatedAt)
  const items = useMemo<ListItem[]>(() => {
    const both = resources.length > 0 && templates.length > 0
    const note = (kind: string | undefined) => (kind === 'added' ? { note: 'new' } : kind === 'changed' ? { note: 'changed' } : {})
    return [
      ...resources.map((one) => ({
        index: one.index,
        name: one.name === '' ? one.uri : one.name,
        ...(one.title === undefined ? {} : { title: one.title }),
        ...describe(one.description ?? one.uri),
        mark: one.oddities.length > 0 ? `${one.oddities.length} ${one.oddities.length === 1 ? 'note' : 'notes'}` : (one.mimeType ?? ''),
        ...(one.oddities.length > 0 ? { tone: 'warn' as const } : {}),
        ...note(changes.get(one.uri)?.kind),
        ...(both ? { group: 'Resources' } : {}),
      })),
      ...templates.map((one) => ({
        index: TEMPLATES_FROM + one.index,
        name: one.name === '' ? one.uriTemplate : one.name,
        ...(one.title === undefined ? {} : { title: one.title }),
        ...describe(one.description ?? one.uriTemplate),
        ...(readTemplate(one.uriTemplate).kind === 'broken'
          ? { mark: 'broken', tone: 'warn' as const }
          : { mark: one.mimeType ?? 'template' }),
        ...note(templateChanges.get(one.uriTemplate)?.kind),
        ...(both ? { group: 'Templates' } : {}),
      })),
    ]
  }, [resources, templates, changes, templateChanges])

  const selection = selectionOf(route, resources, templates)
  const selected =
    selection.kind === 'resource'
      ? selection.resource.index
      : selection.kind === 'template'
        ? TEMPLATES_FROM + selection.template.index
        : undefined
  const searching = search.trim() !== ''
  const tree = useMemo(() => {
    if (!asFolders || searching) return undefined
    const plain = items.filter(({ index }) => index < TEMPLATES_FROM)
    const { items: rows, folders } = asTree(
      plain.map((item) => ({ uri: resources[item.index]!.uri, item })),
      new Set(closed),
    )
    const grouped = templates.length > 0 ? rows.map((row) => ({ ...row, group: 'Resources' })) : rows
    return { rows: [...grouped, ...items.filter(({ index }) => index >= TEMPLATES_FROM)], folders }
  }, [asFolders, searching, items, resources, templates, closed])
  const shown = useMemo(
    () =>
      ticked === undefined
        ? (tree?.rows ?? items)
        : (tree?.rows ?? items)
            .filter(({ index }) => index < TEMPLATES_FROM)
            .map((item) => (item.folder === undefined ? { ...item, ticked: ticked.has(item.index) } : item)),
    [tree, items, ticked],
  )
  const select = (index: number) => {
    const folder = tree?.folders.find((one) => one.index === index)
    if (folder !== undefined)
      return setClosed((before) =>
        before.includes(folder.path) ? before.filter((path) => path !== folder.path) : [...before, folder.path],
      )
    if (ticked !== undefined) {
      const next = new Set(ticked)
      if (!next.delete(index)) next.add(index)
      return setTicked(next)
    }
    const resource = resources[index]
    const template = templates[index - TEMPLATES_FROM]
    if (resource !== undefined) {
      seeDefinition(id, 'resources/list', resource.uri)
      go({ item: resource.uri, query: queryFor({ kind: 'resource', resource }, resources, templates) })
    } else if (template !== undefined) {
      seeDefinition(id, 'resources/templates/list', template.uriTemplate)
      go({ item: template.uriTemplate, query: queryFor({ kind: 'template', template }, resources, templates) })
    }
  }

  if (connection === undefined) return null
  const declared = connection.facts === undefined || 'resources' in connection.facts.capabilities
  const asked = listing !== undefined || list.error !== null
  const ask = () => void Promise.all([list.refetch(), templateList.refetch()])
  const more = (pages: number) => {
    setReading('')
    readOn(client, id, connection.generation, 'resources/list', pages).then(
      () => setReading(undefined),
      (error: unknown) => setReading((error as Error).message),
    )
  }
  const notes = [...(listing?.notes ?? []), ...(templateList.data?.notes ?? [])]
  const head = (
    <>
      {clock !== undefined && <LimitClock padded clock={clock.reading} onMore={clock.more} />}
      <Freshness padded fresh={listing?.fresh} />
      {list.error !== null && (
        <Note tone="bad" role="alert" title="resources/list failed" actions={<Button onClick={ask}>Ask again</Button>}>
          {list.error.message}
        </Note>
      )}
      {templateList.error !== null && list.error === null && !/-32601|not found/i.test(templateList.error.message) && (
        <Note tone="warn" title="resources/templates/list failed">
          {templateList.error.message}
        </Note>
      )}
      {(stale || staleTemplates) && <StaleNote what="resources" onRefresh={ask} />}
      <ListChanges what="resources" changes={named} onSeen={() => LISTS.forEach((method) => seeDefinition(id, method))} />
      {notes.length > 0 && <Note tone="warn">{notes.join(' ')}</Note>}
      {resources.length > 1 && (
        <div className={style.choice}>
          <Tabs
            look="segmented"
            label="Resources shown as"
            tabs={FORMS}
            selected={asFolders ? 'folders' : 'flat'}
            onSelect={(form) => setAsFolders(form === 'folders')}
          />
          {listing?.next !== undefined && (
            <span className={style.pages}>
              {count(listing.pages, 'page')}
              <Button look="quiet" why={reading === '' ? 'It is on the way' : undefined} onClick={() => more(1)}>
                Next page
              </Button>
              <Button look="quiet" why={reading === '' ? 'It is on the way' : undefined} onClick={() => more(100_000)}>
                Load all
              </Button>
            </span>
          )}
        </div>
      )}
      {reading !== undefined && reading !== '' && (
        <Note tone="bad" role="alert" title="Further pages could not be had">
          {reading}
        </Note>
      )}
    </>
  )
  const empty =
    !declared && !asked ? (
      <EmptyState title="This server declares no resources" actions={<Button onClick={ask}>Try anyway</Button>}>
        Its answer to <code>initialize</code> has no capability <code>resources</code>. Some servers have them all the same.
      </EmptyState>
    ) : list.isFetching ? (
      <p className={style.quiet}>Asking for the list…</p>
    ) : connection.status !== 'connected' ? (
      <p className={style.quiet}>The list will be here when the server is connected.</p>
    ) : list.error === null ? (
      <EmptyState title="The list is empty" actions={<Button onClick={ask}>Ask again</Button>}>
        The server declares resources, and lists none now. A URI that you know can be read all the same.
      </EmptyState>
    ) : undefined
  return (
    <SplitView
      name="resources.list"
      label="Width of the list"
      direction="row"
      fixed="first"
      initial={264}
      min={160}
      only={narrow ? (selection.kind === 'none' && (ticked?.size ?? 0) === 0 ? 'first' : 'second') : undefined}
      first={
        <ItemList
          label="Resources"
          noun="resource"
          items={shown}
          selected={selected}
          onSelect={select}
          search={search}
          onSearch={setSearch}
          head={head}
          empty={empty}
          foot={
            <div className={style.foot}>
              <Button look="quiet" onClick={() => go({ item: '', query: {} })}>
                Read another URI…
              </Button>
              {resources.length > 1 && (
                <Button
                  look="quiet"
                  aria-pressed={ticked !== undefined}
                  onClick={() => setTicked(ticked === undefined ? new Set() : undefined)}
                >
                  Read several…
                </Button>
              )}
              {listing !== undefined && (
                <Button look="quiet" onClick={ask} why={list.isFetching ? 'It is on the way' : undefined} title="Asks for both lists again">
                  {list.isFetching ? 'Asking…' : 'Refresh'}
                </Button>
              )}
            </div>
          }
        />
      }
      second={
        ticked !== undefined ? (
          <SeveralDetail
            connection={connection}
            chosen={resources.filter(({ index }) => ticked.has(index))}
            onClose={() => setTicked(undefined)}
          />
        ) : selection.kind === 'none' ? (
          <EmptyState title="Choose a resource">Nothing is read until you press Read.</EmptyState>
        ) : (
          <ResourceDetail
            key={selected ?? (selection.kind === 'uri' ? 'uri' : '')}
            connection={connection}
            selection={selection}
            announced={selection.kind === 'resource' && selection.resource.size !== undefined ? size(selection.resource.size) : undefined}
          />
        )
      }
    />
  )
}

function describe(description: string): { description?: string } {
  return description === '' ? {} : { description }
}
