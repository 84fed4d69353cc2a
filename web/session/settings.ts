// What a person sets once for all connections: its shape, its defaults, and what of it the engine is told.
import type { Extensions } from '#mcp/extensions.ts'
import type { Capabilities, ConnectSettings } from './engine-messages.ts'
import type { EraChoice } from './server.ts'

/** Seconds; 0: no limit. `call` is of silence, `total` of a whole call. */
export interface Timeouts {
  connect: number
  list: number
  call: number
  total: number
}

export interface Settings {
  theme: 'system' | 'light' | 'dark'
  clientInfo: { name: string; version: string; title?: string }
  /** What we say that we can do. */
  capabilities: Required<Capabilities>
  /** What is declared beside them by hand. */
  extensions: Extensions
  /** The person answers roots/list each time. */
  rootsAsked: boolean
  roots: { uri: string; name?: string }[]
  /** Seconds; 0: no limit. */
  timeouts: Timeouts
  /** Seconds between pings; 0: none. */
  keepAlive: number
  waitForServer: boolean
  /** Ask again for a list that its server calls stale, when it is looked at. */
  lifetimes: boolean
  /** Ask for a list again when its server says that it changed; else that is said, with a button. */
  followLists: boolean
  /** Keys of a single character (/ ? R) do something. */
  characterKeys: boolean
  /** Megabytes of records to hold, all connections together. */
  memoryLimit: number
}

/** Under this name the settings are remembered. */
export const SETTINGS = 'settings'

export const DEFAULT_SETTINGS: Settings = {
  theme: 'system',
  clientInfo: { name: 'mcp-loupe', version: '0.1.0', title: 'Loupe' },
  capabilities: {
    roots: true,
    rootsChanged: true,
    sampling: true,
    samplingTools: true,
    samplingContext: false,
    elicitation: true,
    elicitationForm: true,
    elicitationUrl: true,
    tasks: true,
    tasksOfOurs: false,
    apps: true,
    skills: true,
  },
  extensions: {},
  rootsAsked: false,
  roots: [],
  timeouts: { connect: 60, list: 60, call: 300, total: 3600 },
  keepAlive: 0,
  waitForServer: true,
  lifetimes: false,
  followLists: true,
  characterKeys: true,
  memoryLimit: 256,
}

/** What was stored may be older than a member, or damaged: each member that is not there has its default. */
export function completeSettings(stored: Partial<Settings>): Settings {
  return {
    ...DEFAULT_SETTINGS,
    ...stored,
    clientInfo: { ...DEFAULT_SETTINGS.clientInfo, ...stored.clientInfo },
    capabilities: { ...DEFAULT_SETTINGS.capabilities, ...stored.capabilities },
    timeouts: { ...DEFAULT_SETTINGS.timeouts, ...stored.timeouts },
  }
}

export function connectSettings(settings: Settings, era: EraChoice): ConnectSettings {
  const { connect, list, call, total } = settings.timeouts
  return {
    clientInfo: settings.clientInfo,
    era,
    capabilities: settings.capabilities,
    extensions: settings.extensions,
    roots: settings.roots,
    rootsAsked: settings.rootsAsked,
    timeouts: { connect: connect * 1000, list: list * 1000, call: call * 1000, total: total * 1000 },
    keepAlive: settings.keepAlive * 1000,
    waitForServer: settings.waitForServer,
  }
}
