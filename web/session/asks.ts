// The ask desk: what servers want from the person, oldest first. Nothing leaves it but by an answer or a withdrawal.
import { create } from 'zustand'
import { parseJson, writeJson } from '#mcp/json.ts'
import { CALL_CANCELLED } from '#mcp/session/reason.ts'
import { useRoute, type Route } from '../route/route.ts'
import type { ConnectionState } from './connection-state.ts'
import type { PendingAsk } from './engine-messages.ts'
import { noteBegin, noteEnd, takeInterrupted } from './interrupted.ts'

export interface Withdrawn {
  ask: PendingAsk
  why: string
  at: number
  /** A reload cost it: a connection that opens again is no later news. */
  reloaded?: true
}

interface Desk {
  asks: PendingAsk[]
  /** The one whose dialog is open. */
  open?: string
  /** Those that are answered, and wait for the others of their round. */
  decided: ReadonlySet<string>
  /** What was taken away unanswered, newest first, so that the page can say why. */
  withdrawn: Withdrawn[]
}

export const useDesk = create<Desk>(() => ({ asks: [], decided: new Set(), withdrawn: beforeReload() }))

/** A reload ends the connections, and with them what they asked. */
function beforeReload(): Withdrawn[] {
  const why = 'the page was reloaded before it was answered'
  return takeInterrupted('ask')
    .flatMap(({ text }) =>
      text === undefined ? [] : [{ ask: parseJson(text) as unknown as PendingAsk, why, at: Date.now(), reloaded: true as const }],
    )
    .toReversed()
}

export function acceptAsk(ask: PendingAsk): void {
  noteBegin('ask', ask.key, writeJson(ask))
  useDesk.setState(({ asks }) => ({ asks: [...asks, ask] }))
}

/**
 * Takes an ask away. `why` 'answered' leaves no trace; anything else is told. Who answered it in the dialog goes on there
 * with the one that waited behind it; a dialog whose ask is taken away closes.
 */
export function dropAsk(key: string, why: string): void {
  noteEnd('ask', key)
  useDesk.setState(({ asks, open, withdrawn }) => {
    const at = asks.findIndex((one) => one.key === key)
    const ask = asks[at]
    if (ask === undefined) return {}
    const rest = asks.filter((one) => one !== ask)
    const next = why === 'answered' ? (rest[at] ?? rest[0])?.key : undefined
    return {
      asks: rest,
      open: open === key ? next : open,
      withdrawn: why === 'answered' ? withdrawn : [{ ask, why, at: Date.now() }, ...withdrawn].slice(0, 20),
    }
  })
}

/** What became of it, in words that follow “was”. */
export function takenWords(why: string): string {
  return why === CALL_CANCELLED ? 'taken back, since you cancelled the call' : `taken away: ${why}`
}

/** Whether its news is old: a person disconnected since, or the server was connected again. */
export function isPast({ at, reloaded }: Withdrawn, connection: ConnectionState | undefined): boolean {
  if (connection === undefined) return reloaded !== true
  const { status, since, problem } = connection
  return reloaded !== true && since > at && (status === 'connected' || (status === 'closed' && problem === undefined))
}

export function setDecided(keys: Iterable<string>): void {
  useDesk.setState({ decided: new Set(keys) })
}

/** Opens the dialog of an ask; undefined closes it, keeping its draft. */
export function openAsk(key: string | undefined): void {
  useDesk.setState({ open: key })
}

const METHODS: { [panel: string]: string } = { tools: 'tools/call', resources: 'resources/read', prompts: 'prompts/get' }

/** The ask of the call that is in view, else the oldest of the connection in view, else the oldest of all. */
export function askInView(asks: readonly PendingAsk[], { connection, panel, item }: Route): PendingAsk | undefined {
  const here = asks.filter((ask) => ask.connection === connection)
  return here.find(({ during }) => during !== undefined && during.method === METHODS[panel] && during.name === item) ?? here[0] ?? asks[0]
}

/** The ask that a person who wants to answer from where they are means. */
export function useAskInView(): PendingAsk | undefined {
  const route = useRoute()
  const asks = useDesk((desk) => desk.asks)
  const decided = useDesk((desk) => desk.decided)
  return askInView(decided.size === 0 ? asks : asks.filter(({ key }) => !decided.has(key)), route)
}
