// When a scenario can be played, and what several of them play.
import { isObject, writeJson, type Json } from '../json.ts'
import type { Session } from '../session-types.ts'
import type { Stage } from './scenario.ts'

export const LISTS: readonly [capability: string, method: string, member: string][] = [
  ['tools', 'tools/list', 'tools'],
  ['resources', 'resources/list', 'resources'],
  ['resources', 'resources/templates/list', 'resourceTemplates'],
  ['prompts', 'prompts/list', 'prompts'],
]
export const MOST_PAGES = 20
export const MOST_READ = 3
export const NOTHING = { params: {} }

export const always = (): boolean => true
export const legacy = ({ facts }: Session): boolean => facts.era === 'legacy'
export const modern = ({ facts }: Session): boolean => facts.era === 'modern'
export const declares =
  (name: string) =>
  ({ facts }: Session): boolean =>
    facts.capabilities[name] !== undefined
export const http = ({ facts }: Session): boolean => facts.transport === 'streamable-http'
export const both =
  (...all: ((session: Session) => boolean)[]) =>
  (session: Session): boolean =>
    all.every((one) => one(session))
export const notSse = ({ facts }: Session): boolean => facts.transport !== 'http+sse'
export const hasSession = ({ facts }: Session): boolean => facts.sessionId !== undefined

/** A resource that its list says to be no text. */
export const isBinary = ({ mimeType }: { [name: string]: Json }): boolean =>
  typeof mimeType === 'string' && /^(?:image|audio|video|font)\/(?!svg)|^application\/(?:pdf|zip|gzip|octet-stream)\b/i.test(mimeType)

/** A request as the era writes it, with an id that no request of the session has. */
export function message(stage: Stage, method: string, change: { [name: string]: Json } = {}): string {
  const { envelope } = stage.session.facts
  const params = envelope === undefined ? {} : { _meta: envelope }
  return writeJson({ jsonrpc: '2.0', id: 'loupe-1', method, params, ...change })
}

/** A method that the server has. */
export function known({ session }: Stage): string {
  const { capabilities, era } = session.facts
  return LISTS.find(([capability]) => capabilities[capability] !== undefined)?.[1] ?? (era === 'legacy' ? 'ping' : 'server/discover')
}

export async function pages(stage: Stage, method: string, member: string, params: { [name: string]: Json } = {}): Promise<Json[]> {
  const items: Json[] = []
  let cursor: Json | undefined
  for (let page = 0; page < MOST_PAGES; page++) {
    const result = await stage.ask(method, cursor === undefined ? params : { ...params, cursor })
    if (!isObject(result)) break
    const found = result[member]
    if (Array.isArray(found)) items.push(...found)
    if (typeof result.nextCursor !== 'string' || result.nextCursor === cursor) break
    cursor = result.nextCursor
  }
  return items
}
