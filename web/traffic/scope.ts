// Which records the panel shows: that of the connection chosen, or all of them as one. Rows of all are numbered by tickets; in
// the URL they are spelled by connection and seq, so that a link holds whatever else is open.
import { useEffect, useMemo } from 'react'
import type { Called } from '#mcp/traffic/filter.ts'
import { placeOf, seqOf, ticketOf } from '#mcp/traffic/tickets.ts'
import type { Row } from '#mcp/traffic-row.ts'
import { go, currentRoute, useRoute } from '../route/route.ts'
import { ALL, calledAs } from '../session/all.ts'
import { useConnections } from '../session/connections.ts'
import { reveal } from '../ui/format.ts'
import { useSetting } from '../ui/use-setting.ts'

/** What a connection is called beside its rows, and which of the tints is its own. */
export interface Tag {
  label: string
  tint: number
}

export const TINTS = 6

export interface Scope {
  /** What to ask the engine for: a connection, or all. */
  id: string
  /** Those that are shown. */
  connections: readonly string[]
  /** All are shown: the connections by place. */
  across?: readonly string[]
  /** Likewise: their tags. */
  tags?: ReadonlyMap<string, Tag>
  own: (ticket: number) => { connection: string; seq: number }
  ticket: (connection: string, seq: number) => number
  /** As it stands in the URL. */
  spell: (ticket: number) => string
  /** Undefined: no message that is shown here can be called so. */
  read: (text: string) => number | undefined
}

/** Every connection that was ever open in this page, so that a place is never another's. */
const places: string[] = []

function placeFor(connection: string): number {
  const place = places.indexOf(connection)
  return place < 0 ? places.push(connection) - 1 : place
}

const MESSAGE = /^(?:(.+)\/)?(\d{1,10})$/

export function scopeOfOne(id: string): Scope {
  return {
    id,
    connections: [id],
    own: (seq) => ({ connection: id, seq }),
    ticket: (_connection, seq) => seq,
    spell: String,
    read(text) {
      const [, connection = id, seq] = MESSAGE.exec(text) ?? []
      return seq === undefined || connection !== id ? undefined : Number(seq)
    },
  }
}

/** `id`: the connection that the URL names, whose messages are spelled by their seq alone. */
export function scopeOfAll(id: string, connections: readonly Called[]): Scope {
  const known = connections.map((one) => placeFor(one.id))
  const across = [...places]
  return {
    id: ALL,
    connections: connections.map((one) => one.id),
    across,
    tags: tagsOf(connections),
    own: (ticket) => ({ connection: places[placeOf(ticket)] ?? '', seq: seqOf(ticket) }),
    ticket: (connection, seq) => ticketOf(placeFor(connection), seq),
    spell(ticket) {
      const connection = places[placeOf(ticket)] ?? ''
      return connection === id ? String(seqOf(ticket)) : `${connection}/${seqOf(ticket)}`
    },
    read(text) {
      const [, connection = id, seq] = MESSAGE.exec(text) ?? []
      return seq === undefined || !known.includes(places.indexOf(connection)) ? undefined : ticketOf(placeFor(connection), Number(seq))
    },
  }
}

/**
 * Those with the same name are called as their servers call themselves, or else by id. Each has the tint that its id asks for, or the next that
 * is free; where there are more of them than tints, never that of the one before it, beside which it stands most.
 */
export function tagsOf(connections: readonly Called[]): ReadonlyMap<string, Tag> {
  const tags = new Map<string, Tag>()
  const taken = new Set<number>()
  let last = -1
  const names = connections.flatMap(({ id, name, own }) => [...new Set([id, name, own ?? ''])])
  const isLone = (name: string) => name !== '' && names.filter((one) => one === name).length === 1
  const twins = (name: string) => connections.filter((one) => one.name === name).length > 1
  for (const { id, name, own = '' } of connections) {
    let tint = [...id].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 9973, 7) % TINTS
    while (taken.has(tint) || tint === last) tint = (tint + 1) % TINTS
    taken.add(tint)
    last = tint
    if (taken.size === TINTS) taken.clear()
    tags.set(id, { label: reveal(name !== '' && !twins(name) ? name : isLone(own) ? own : id), tint })
  }
  return tags
}

/** A row of a scope as its own record has it. */
export function ownRow(row: Row): Row {
  if (row.connection === undefined) return row
  const { peer, of } = row
  return {
    ...row,
    seq: seqOf(row.seq),
    ...(peer === undefined ? {} : { peer: seqOf(peer) }),
    ...(of === undefined ? {} : { of: seqOf(of) }),
  }
}

export interface ScopeChoice {
  scope: Scope
  /** Others can be shown as well. */
  offered: boolean
  choose: (all: boolean) => void
}

type Wanted = 'this' | 'all'

/** `id`: the connection chosen. The choice stands in the URL, and is remembered for where it does not. */
export function useScope(id: string): ScopeChoice {
  const connections = useConnections()
  const { of } = useRoute().query
  const [remembered, remember] = useSetting<Wanted>('traffic.of', 'this')
  const offered = connections.size > 1
  const all = offered && (of ?? remembered) === 'all'
  const known = all ? JSON.stringify([...connections.values()].map(calledAs)) : ''
  const scope = useMemo(() => (known === '' ? scopeOfOne(id) : scopeOfAll(id, JSON.parse(known) as Called[])), [id, known])
  useEffect(() => {
    if (offered && (of === 'all' || of === 'this')) remember(of)
  }, [offered, of, remember])
  const choose = (wanted: boolean) => {
    const { item, query } = currentRoute()
    const next = item === undefined ? undefined : wanted ? item : scopeOfOne(id).read(item)?.toString()
    go({ item: next, query: { ...query, of: wanted ? 'all' : 'this' } }, 'replace')
  }
  return { scope, offered, choose }
}
