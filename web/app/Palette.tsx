// Go to anything: panels, connections, what the current server offers, and the acts on it, by a few letters.
import { useQuery } from '@tanstack/react-query'
import { go as search } from 'fuzzysort'
import { useId, useMemo, useState, type KeyboardEvent } from 'react'
import { isObject } from '#mcp/json.ts'
import { go } from '../route/route.ts'
import { useConnection, useConnections } from '../session/connections.ts'
import { CAPABILITY, listQuery } from '../session/list-query.ts'
import type { ListMethod } from '../session/list-methods.ts'
import { openAsk, useDesk } from '../session/asks.ts'
import { request } from '../session/engine.ts'
import { DEFAULT_SETTINGS, SETTINGS, type Settings } from '../session/settings.ts'
import { useCalls } from '../tools/calls.ts'
import { readSetting, writeSetting } from '../ui/use-setting.ts'
import { enterWork } from './keys.ts'
import { closeServer, reopenServer } from '../session/opening.ts'
import { pickRecords } from '../session/records-wanted.ts'
import { Dialog } from '../ui/Dialog.tsx'
import { reveal } from '../ui/format.ts'
import { PANELS } from './panels.ts'
import style from './Palette.module.css'

interface Entry {
  /** Tells apart what has the same text. */
  id?: string
  text: string
  kind: string
  run: () => void
}

const MOST = 50

/** Lists that were never asked for are asked for now: the person searches them. */
function useNames(method: ListMethod, member: string): string[] {
  const connection = useConnection()
  const capable = connection?.status === 'connected' && CAPABILITY[method] in (connection.facts?.capabilities ?? {})
  const { data } = useQuery({
    ...listQuery(connection?.id ?? '', connection?.generation ?? 0, method),
    enabled: capable,
    staleTime: Infinity,
  })
  return useMemo(
    () => (data?.items ?? []).flatMap((item) => (isObject(item) && typeof item[member] === 'string' ? [item[member]] : [])),
    [data, member],
  )
}

/** What waits for the person, and what runs: first of all, whatever the order of the rest. */
function useUrgent(): Entry[] {
  const asks = useDesk((desk) => desk.asks)
  const calls = useCalls((store) => store.calls)
  return useMemo(() => {
    const several = asks.length > 1
    return [
      ...asks.map(({ key, method, connectionName }) => ({
        id: key,
        text: several ? `Answer ${connectionName}: ${method}` : 'Answer what the server asks',
        kind: 'act',
        run: () => openAsk(key),
      })),
      ...[...calls]
        .filter(([, { state }]) => state === 'running')
        .map(([id, { tool, cancel }]) => ({ id, text: `Cancel the call of ${reveal(tool)}`, kind: 'act', run: () => cancel() })),
    ]
  }, [asks, calls])
}

function setTheme(theme: Settings['theme']): void {
  writeSetting(SETTINGS, { ...readSetting<Partial<Settings>>(SETTINGS, DEFAULT_SETTINGS), theme })
}

function useEntries(): Entry[] {
  const connection = useConnection()
  const connections = useConnections()
  const tools = useNames('tools/list', 'name')
  const resources = useNames('resources/list', 'uri')
  const prompts = useNames('prompts/list', 'name')
  const urgent = useUrgent()
  return useMemo(() => {
    const entries: Entry[] = [...urgent]
    for (const { id, title, group, saved } of PANELS)
      if (group === 'page' || (connection !== undefined && (connection.record === undefined || saved === true)))
        entries.push({ text: title, kind: 'panel', run: () => go({ panel: id }) })
    for (const { id, name } of connections.values())
      if (id !== connection?.id) entries.push({ text: reveal(name), kind: 'connection', run: () => go({ connection: id, panel: '' }) })
    for (const theme of ['light', 'dark', 'system'] as const)
      entries.push({ text: `Theme: ${theme === 'system' ? 'as the system' : theme}`, kind: 'act', run: () => setTheme(theme) })
    entries.push({ text: 'New connection', kind: 'act', run: () => go({ connection: '', panel: '' }) })
    entries.push({ text: 'Open a saved record', kind: 'act', run: pickRecords })
    if (connection !== undefined && connection.record === undefined) {
      entries.push({ text: 'Reconnect', kind: 'act', run: () => void reopenServer(connection.id) })
      if (connection.status === 'connected') {
        entries.push({ text: 'Disconnect', kind: 'act', run: () => void closeServer(connection.id) })
        if (connection.facts?.pings === true)
          entries.push({ text: 'Ping', kind: 'act', run: () => void request(connection.id, 'ping').catch(() => undefined) })
      }
      const items: [string[], string, string][] = [
        [tools, 'tool', 'tools'],
        [prompts, 'prompt', 'prompts'],
        [resources, 'resource', 'resources'],
      ]
      for (const [names, kind, panel] of items)
        for (const name of new Set(names))
          entries.push({
            text: reveal(name),
            kind,
            run: () => {
              go({ panel, item: name, query: {} })
              enterWork(name)
            },
          })
    }
    return entries
  }, [connection, connections, tools, resources, prompts, urgent])
}

export function Palette({ onClose }: { onClose: () => void }) {
  const entries = useEntries()
  const [query, setQuery] = useState('')
  const [at, setAt] = useState(0)
  const id = useId()
  const found = useMemo(
    () => (query === '' ? entries.slice(0, MOST) : search(query, entries, { key: 'text', limit: MOST }).map(({ obj }) => obj)),
    [entries, query],
  )
  const chosen = Math.min(at, found.length - 1)
  const choose = (entry: Entry | undefined) => {
    if (entry === undefined) return
    onClose()
    // After the dialog has given the focus back, so that where we go may take it.
    setTimeout(entry.run)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && found.length > 0) {
      event.preventDefault()
      const next = (chosen + step + found.length) % found.length
      setAt(next)
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      choose(found[chosen])
    }
  }
  return (
    <Dialog title="Go to anything" open onClose={onClose}>
      <div className={style.palette}>
        <input
          data-focus
          role="combobox"
          aria-label="Go to"
          aria-expanded
          aria-controls={id}
          aria-activedescendant={found.length > 0 ? `${id}-${chosen}` : undefined}
          placeholder="Panel, connection, tool, prompt, resource, act"
          value={query}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => {
            setQuery(event.target.value)
            setAt(0)
          }}
          onKeyDown={onKeyDown}
        />
        <div role="listbox" id={id} aria-label="Found" className={style.list} tabIndex={-1}>
          {found.map((entry, index) => (
            <div
              key={`${entry.kind} ${entry.id ?? entry.text}`}
              id={`${id}-${index}`}
              role="option"
              tabIndex={-1}
              aria-selected={index === chosen}
              className={style.entry}
              onClick={() => choose(entry)}
              onPointerMove={() => setAt(index)}
            >
              <span className={style.text}>{entry.text}</span>
              <span className={style.kind}>{entry.kind}</span>
            </div>
          ))}
        </div>
        {found.length === 0 && <p className={style.none}>Nothing is called like that.</p>}
      </div>
    </Dialog>
  )
}
