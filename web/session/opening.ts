// Opens, reopens and closes connections, and keeps for a reload of the page which were open. States come from the
// engine; here a first one is given at once, so that a press of Connect is seen before the worker has answered.
import type { ConnectSettings } from './engine-messages.ts'
import type { ConnectionState, Problem } from './connection-state.ts'
import { acceptStates, connectionsNow, dropConnection } from './connections.ts'
import { call, EngineFailure } from './engine.ts'
import { forgetEra, knownEra } from './eras.ts'
import type { OwnSettings } from './own-settings.ts'
import { noteFile } from './records-open.ts'
import { restored, type EraChoice, type Server } from './server.ts'

const KEY = 'loupe.open'

/** How a setting becomes what the engine is told; handed in at start, since settings are stored elsewhere. */
let settingsFor: (era: EraChoice, server: string) => ConnectSettings = () => {
  throw new Error('settingsComeFrom() was not called')
}

let storeOwn: (server: string, change: (own: OwnSettings) => OwnSettings) => void = () => undefined

export function settingsComeFrom(source: typeof settingsFor, store: typeof storeOwn): void {
  settingsFor = source
  storeOwn = store
}

/** What is declared to a server of this name. */
export function declaredTo(server: string): ConnectSettings['capabilities'] {
  return settingsFor('auto', server).capabilities
}

/** The roots that a server of this name is told. */
export function rootsFor(server: string): NonNullable<ConnectSettings['roots']> {
  return settingsFor('auto', server).roots ?? []
}

/** Changes what a server has its own way; what of it holds at once does. */
export function changeOwn(server: string, change: (own: OwnSettings) => OwnSettings): void {
  storeOwn(server, change)
  adjustServers()
}

interface Open extends Server {
  /** False after a person disconnected it: a reload leaves it so. */
  wanted: boolean
}

const opened = new Map<string, Open>()
const attempts = new Map<string, AbortController>()

/** Connects to a server, or again with what is given now. Never rejects: how it went is the connection's state. */
export async function openServer(server: Server): Promise<void> {
  attempts.get(server.id)?.abort()
  const attempt = new AbortController()
  attempts.set(server.id, attempt)
  opened.set(server.id, { ...server, wanted: true })
  store()
  const before = connectionsNow().get(server.id)
  acceptStates([connectingState(server, before)])
  try {
    await call('connect', [server.id, server.name, server.target, settingsOf(server)], { signal: attempt.signal })
  } catch (error) {
    // The engine says what failed in the state. Only when it could not even do that, it is said here.
    if (error instanceof EngineFailure && error.kind === 'engine') giveUp(server, error.message)
  } finally {
    if (attempts.get(server.id) === attempt) attempts.delete(server.id)
  }
}

function settingsOf({ era, name, target }: Server): ConnectSettings {
  const known = era === 'auto' ? knownEra(target) : undefined
  return { ...settingsFor(era, name), ...(known === undefined ? {} : { known }) }
}

/** Settings changed: what of them holds at once does. */
export function adjustServers(): void {
  for (const { id, name } of connectionsNow().values()) {
    const { timeouts, keepAlive, capabilities, extensions = {}, roots, rootsAsked } = settingsFor('auto', name)
    call('adjust', [id, { timeouts, keepAlive, capabilities, extensions, roots, rootsAsked }]).catch(() => undefined)
  }
}

/** Connects again, and asks the server anew which era it speaks. */
export function askEraAgain(id: string): Promise<void> {
  const known = openedServer(id)
  if (known !== undefined) forgetEra(known.target)
  return reopenServer(id)
}

/** Connects again as before; `change` replaces members of what is connected to. */
export function reopenServer(id: string, change: Partial<Omit<Server, 'id'>> = {}): Promise<void> {
  const known = openedServer(id)
  return known === undefined ? Promise.resolve() : openServer({ ...known, ...change })
}

export async function closeServer(id: string): Promise<void> {
  const known = opened.get(id)
  if (known !== undefined) opened.set(id, { ...known, wanted: false })
  store()
  attempts.get(id)?.abort('Cancelled by you.')
  await call('disconnect', [id]).catch(() => undefined)
}

/** Closes a connection and drops its record. */
export async function dropServer(id: string): Promise<void> {
  opened.delete(id)
  store()
  noteFile(id, undefined)
  await call('forget', [id]).catch(() => undefined)
  dropConnection(id)
}

/** What a connection of this page was opened with, secrets included. */
export function openedServer(id: string): Server | undefined {
  const known = opened.get(id)
  if (known !== undefined) return known
  const state = connectionsNow().get(id)
  // A saved record names a server, and is nothing that could be opened again.
  return state === undefined || state.record !== undefined ? undefined : { id, name: state.name, target: state.target, era: 'auto' }
}

/** A login that this page went for itself has its answer: the flow goes on where it stopped, then the server is opened. */
export async function openAnswered(server: Server, flow: string, url: string): Promise<void> {
  acceptStates([connectingState(server, connectionsNow().get(server.id))])
  await call('authReturn', [server.id, server.name, server.target, settingsOf(server), flow]).catch(() => undefined)
  await call('authAnswer', [url]).catch(() => undefined)
  await openServer(server)
}

/** Opens again what was open before the page was reloaded, save the server `but`; returns their ids. */
export function restoreServers(but?: string): string[] {
  let stored: Open[] = []
  try {
    stored = JSON.parse(window.sessionStorage.getItem(KEY) ?? '[]') as Open[]
  } catch {
    // Unreadable is as good as none.
  }
  for (const { wanted, ...server } of stored.map(restored)) {
    if (wanted && server.id !== but) void openServer(server)
    else opened.set(server.id, { ...server, wanted })
  }
  return stored.filter(({ wanted }) => wanted).map(({ id }) => id)
}

/** Kept for the tab alone: with secrets, as a reload must connect without asking. */
function store(): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify([...opened.values()]))
  } catch {
    // Full or forbidden: a reload then starts empty.
  }
}

function connectingState(server: Server, before: ConnectionState | undefined): ConnectionState {
  const {
    problem: _problem,
    waiting: _waiting,
    ...rest
  } = before ?? {
    id: server.id,
    generation: 0,
    messages: 0,
    dropped: 0,
    consoleLines: 0,
  }
  return { ...rest, name: server.name, target: server.target, status: 'connecting', since: Date.now() }
}

function giveUp(server: Server, message: string): void {
  const problem: Problem = {
    code: 'engine',
    title: 'The engine did not answer',
    tried: `Connecting to ${server.name}.`,
    happened: message,
    todo: ['Reload the page. Drafts and the list of servers stay.'],
  }
  const before = connectionsNow().get(server.id)
  if (before !== undefined) acceptStates([{ ...before, status: 'failed', since: Date.now(), problem }])
}
