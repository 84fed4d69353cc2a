// What a host tells an app of its surroundings: the members, their defaults, and what of them changed.
import { isObject, writeJson, type Json } from '../json.ts'

export const DISPLAY_MODES = ['inline', 'fullscreen', 'pip'] as const
export type DisplayMode = (typeof DISPLAY_MODES)[number]

export function isDisplayMode(value: unknown): value is DisplayMode {
  return (DISPLAY_MODES as readonly unknown[]).includes(value)
}

/** As it travels in `ui/initialize` and `ui/notifications/host-context-changed`. */
export type HostContext = { [name: string]: Json }

/** The members of `now` that differ from `before`: what is to be told of a change; undefined when nothing is. */
export function changeOf(before: HostContext, now: HostContext): HostContext | undefined {
  const changed = Object.entries(now).filter(([name, value]) => before[name] === undefined || writeJson(before[name]) !== writeJson(value))
  return changed.length === 0 ? undefined : Object.fromEntries(changed)
}

/** `now` with what a person wrote over it; members written as null are left out. */
export function withEdits(now: HostContext, edits: HostContext): HostContext {
  return Object.fromEntries(Object.entries({ ...now, ...edits }).filter(([, value]) => value !== null))
}

/** What an app told: its last words to the model, and the newest of those to the conversation. */
export interface Told {
  messages: readonly Json[]
  modelContext?: Json
}

const MOST_TOLD = 100

/** The newest context stands in place of the one before; messages stand after each other. */
export function toldNow({ messages }: Told, kind: 'message' | 'context', params: Json): Partial<Told> {
  return kind === 'context' ? { modelContext: params } : { messages: [...messages, params].slice(-MOST_TOLD) }
}

/** What an app said that it can be shown as; every mode where it did not say. */
export function modesOfApp(capabilities: Json | undefined): readonly DisplayMode[] {
  const said = isObject(capabilities) ? capabilities.availableDisplayModes : undefined
  return Array.isArray(said) ? DISPLAY_MODES.filter((mode) => said.includes(mode)) : DISPLAY_MODES
}

/**
 * The arguments of a call as they would look while a model still writes them: `share` (0 to 1) of their JSON text, with what
 * is open closed again.
 */
export function partialArguments(args: Json, share: number): Json {
  const text = writeJson(args)
  for (let end = Math.floor(text.length * Math.min(1, Math.max(0, share))); end > 1; end--) {
    const closed = close(text.slice(0, end))
    if (closed === undefined) continue
    try {
      return JSON.parse(closed) as Json
    } catch {
      // Cut within a key, a number or a word: a little less may do.
    }
  }
  return {}
}

function close(text: string): string | undefined {
  const open: string[] = []
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]!
    if (quoted) {
      if (letter === '\\') at++
      else if (letter === '"') quoted = false
    } else if (letter === '"') quoted = true
    else if (letter === '{') open.push('}')
    else if (letter === '[') open.push(']')
    else if (letter === '}' || letter === ']') open.pop()
  }
  if (!quoted && /[,:]$/.test(text)) return undefined
  return text + (quoted ? '"' : '') + open.reverse().join('')
}
