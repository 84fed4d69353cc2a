// What the palette finds: panels, connections, remembered servers, what the current server offers, acts, and messages.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { isObject } from '#mcp/json.ts'
import type { Row } from '#mcp/traffic-row.ts'
import { useRemembered, whole } from '../connect/remembered.ts'
import { go } from '../route/route.ts'
import { openAsk, useDesk } from '../session/asks.ts'
import { useConnection, useConnections } from '../session/connections.ts'
import { startRun } from '../session/checks.ts'
import { request } from '../session/engine.ts'
import type { ListMethod } from '../session/list-methods.ts'
import { CAPABILITY, listQuery } from '../session/list-query.ts'
import { closeServer, openServer, reopenServer } from '../session/opening.ts'
import { pickRecords } from '../session/records-wanted.ts'
import { DEFAULT_SETTINGS, SETTINGS, type Settings } from '../session/settings.ts'
import { isSingle, spellKeys, useShortcuts } from '../session/shortcuts.ts'
import { useRows } from '../session/use-rows.ts'
import { useCalls } from '../tools/calls.ts'
import { arrowOf, messageOf } from '../traffic/kinds.ts'
import { enterWork } from '../ui/arrive.ts'
import { clock, reveal } from '../ui/format.ts'
import { useCharacterKeys } from '../ui/use-character-keys.ts'
import { readSetting, writeSetting } from '../ui/use-setting.ts'
import { stillMeant } from './palette-match.ts'
import { PANELS } from './panels.ts'

export interface Entry {
  /** Tells apart what has the same text. */
  id?: string
  text: string
  kind: string
  run: () => void
}

/** Keys whose act is a matter of where a person is, or the palette itself. */
const NO_ACTS = new Set(['mod+k', 'escape'])
/** Messages shown at most, the newest. */
const MOST_MESSAGES = 8

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

/** Everything but messages. */
export function useEntries(): Entry[] {
  const connection = useConnection()
  const connections = useConnections()
  const tools = useNames('tools/list', 'name')
  const resources = useNames('resources/list', 'uri')
  const templates = useNames('resources/templates/list', 'uriTemplate')
  const prompts = useNames('prompts/list', 'name')
  const urgent = useUrgent()
  const shortcuts = useShortcuts()
  const characters = useCharacterKeys()
  const { servers, keep } = useRemembered()
  return useMemo(() => {
    const entries: Entry[] = [...urgent]
    // A key that is switched off is not named.
    const actOf = (keys: string) => (isSingle(keys) && !characters ? 'act' : `act · ${spellKeys(keys)}`)
    const act = (text: string, run: () => void, kind = 'act') => entries.push({ text, kind, run })
    for (const { id, title, group, saved } of PANELS)
      if (group === 'page' || (connection !== undefined && (connection.record === undefined || saved === true)))
        entries.push({ text: title, kind: 'panel', run: () => go({ panel: id }) })
    for (const { id, name } of connections.values())
      entries.push({
        id,
        text: reveal(name),
        kind: id === connection?.id ? 'server · here' : 'server',
        run: () => go({ connection: id, panel: '' }),
      })
    for (const remembered of servers) {
      const { id, name } = remembered
      const run = () => {
        const server = whole(remembered)
        if (server !== undefined) {
          keep(server)
          void openServer(server)
        }
        // What it lacks is asked for in its form, which stands there.
        go({ connection: id, panel: '' })
      }
      if (!connections.has(id)) entries.push({ id, text: reveal(name), kind: 'server', run })
    }
    for (const theme of ['light', 'dark', 'system'] as const)
      act(`Theme: ${theme === 'system' ? 'as the system' : theme}`, () => setTheme(theme))
    act('New connection', () => go({ connection: '', panel: '' }))
    act('Import…', () => go({ connection: '', panel: '', query: { import: '' } }))
    act('Open record…', pickRecords)
    if (connection !== undefined) {
      if (connections.size > 1)
        for (const [of, title] of [
          ['all', 'Traffic of all connections'],
          ['this', 'Traffic of this connection'],
        ] as const)
          act(title, () => go({ panel: 'traffic', item: undefined, query: { of } }))
      act('Export record…', () => go({ panel: 'traffic', item: undefined, query: { export: 'record' } }))
      if (connection.record === undefined) act('Reconnect', () => void reopenServer(connection.id), actOf('r'))
      if (connection.status === 'connected') {
        act('Disconnect', () => void closeServer(connection.id))
        if (connection.facts?.pings === true) act('Ping', () => void request(connection.id, 'ping').catch(() => undefined))
        act('Run safe checks', () => {
          go({ panel: 'checks', item: undefined })
          void startRun(connection.id)
        })
      }
    }
    const known = new Set(entries.map(({ text }) => text))
    for (const { keys, title, run } of new Map(shortcuts.map((one) => [one.keys, one])).values())
      if (!NO_ACTS.has(keys) && !known.has(title)) act(title, () => void run(), actOf(keys))
    if (connection !== undefined && connection.record === undefined) {
      const items: [string[], string, string][] = [
        [tools, 'tool', 'tools'],
        [prompts, 'prompt', 'prompts'],
        [resources, 'resource', 'resources'],
        [templates, 'template', 'resources'],
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
  }, [connection, connections, tools, resources, templates, prompts, urgent, shortcuts, characters, servers, keep])
}

/** The newest messages that hold what was typed; `#17` names one. `missing`: the number of one that the record does not hold. */
export function useMessages(query: string): { messages: Entry[]; missing?: string } {
  const connection = useConnection()
  const text = query.trim()
  const number = /^#(\d+)$/.exec(text)?.[1]
  const wanted = connection !== undefined && text.length > 1 && number === undefined
  const window = useRows(connection !== undefined && (wanted || number !== undefined) ? connection.id : '', {
    filter: wanted ? text : '',
    ...(number === undefined ? {} : { seqs: [Number(number)] }),
    tail: true,
    from: 0,
    size: wanted || number !== undefined ? MOST_MESSAGES : 0,
  })
  return useMemo(() => {
    if (connection === undefined) return { messages: [], ...(number === undefined ? {} : { missing: number }) }
    const open = (seq: number) => go({ panel: 'traffic', item: String(seq), query: {} })
    const found = window.rows.map((row) => ({
      id: String(row.seq),
      text: wordsOf(row),
      kind: `message #${row.seq}`,
      run: () => open(row.seq),
    }))
    if (number !== undefined) {
      const messages = found.filter(({ id }) => Number(id) === Number(number))
      return messages.length > 0 || window.scanning ? { messages } : { messages, missing: number }
    }
    return { messages: wanted ? stillMeant(found.toReversed(), text, window.filter) : [] }
  }, [connection, number, text, wanted, window])
}

function wordsOf(row: Row): string {
  return [clock(row.at), arrowOf(row), messageOf(row), reveal(row.name)].filter((part) => part !== '').join(' ')
}
