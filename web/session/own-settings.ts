// What one server has its own way: limits, and what we declare to it. Kept by the server's name, as drafts are; what is
// left out follows the settings of all.
import { withExtensions, type Extensions } from '#mcp/extensions.ts'
import type { Settings, Timeouts } from './settings.ts'

export interface OwnSettings {
  timeouts?: Partial<Timeouts>
  capabilities?: Partial<Settings['capabilities']>
  /** Over those of all servers; null: not to this one. */
  extensions?: Extensions
  roots?: Settings['roots']
  rootsAsked?: boolean
}

export const NOTHING_OWN: OwnSettings = {}

/** Under this name a server's own settings are remembered. */
export function ownKey(server: string): string {
  return `own/${server}`
}

export function withOwn(settings: Settings, own: OwnSettings): Settings {
  const { timeouts, capabilities, extensions = {}, roots = settings.roots, rootsAsked = settings.rootsAsked } = own
  return {
    ...settings,
    timeouts: { ...settings.timeouts, ...timeouts },
    capabilities: { ...settings.capabilities, ...capabilities },
    extensions: withExtensions(settings.extensions, extensions),
    roots,
    rootsAsked,
  }
}

/** One limit of its own, or, undefined, that of all. */
export function setOwnTimeout(own: OwnSettings, name: keyof Timeouts, seconds: number | undefined): OwnSettings {
  const { [name]: _, ...rest } = own.timeouts ?? {}
  return { ...own, timeouts: seconds === undefined ? rest : { ...rest, [name]: seconds } }
}
