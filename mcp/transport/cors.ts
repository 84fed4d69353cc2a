// Whether a page may talk to a server by itself: what a conversation asks for, and what a preflight answer allows.
import type { Era } from '../session-types.ts'
import type { PreflightAnswer } from './tunnel-frames.ts'

/** How the route to a remote server was chosen, header by header. */
export interface RouteVerdict {
  via: 'direct' | 'proxy'
  /** One sentence. */
  why: string
  asked: string[]
  /** Names allowed by the server's preflight answer; null when no preflight was seen. */
  allowed: string[] | null
  /** What `Access-Control-Expose-Headers` lets the page read; null when unknown. */
  exposed: string[] | null
  /** Sentences about what a direct connection would lack. */
  notes: string[]
}

/** What a conversation of an era may send beyond what needs no permission; headers made of arguments come on top. */
const OWN: Record<Era, string[]> = {
  legacy: ['content-type', 'last-event-id', 'mcp-protocol-version', 'mcp-session-id'],
  modern: ['content-type', 'mcp-method', 'mcp-name', 'mcp-protocol-version'],
}

/** Lower-case names that a conversation may send, with those of the person; sorted, without repeats. */
export function conversationHeaders(more: Iterable<string>, era: Era = 'legacy'): string[] {
  return [...new Set([...OWN[era], ...[...more].map((name) => name.trim().toLowerCase()).filter((name) => name !== '')])].sort()
}

/** Reads a preflight answer for a page of this origin. Pure. */
export function judgePreflight(asked: string[], origin: string, answer: PreflightAnswer): RouteVerdict {
  const through = (why: string, more: Partial<RouteVerdict> = {}): RouteVerdict => ({
    via: 'proxy',
    why,
    asked,
    allowed: null,
    exposed: null,
    notes: [],
    ...more,
  })
  if (!answer.reached) return through(`The server did not answer the preflight: ${answer.message}`)
  const header = (name: string): string | undefined => answer.headers.find(([one]) => one.toLowerCase() === name)?.[1]
  const list = (name: string): string[] | null => {
    const value = header(name)
    return value === undefined ? null : split(value)
  }
  const allowed = list('access-control-allow-headers')
  const exposed = list('access-control-expose-headers')
  const known = { allowed: allowed ?? [], exposed }
  const allowedOrigin = header('access-control-allow-origin')?.trim()
  if (answer.status < 200 || answer.status > 299)
    return through(`The server answered the preflight with HTTP ${answer.status}, so a browser would send nothing.`, known)
  if (allowedOrigin === undefined) return through('The server allows no page of another origin: its preflight answer names none.', known)
  if (allowedOrigin !== '*' && allowedOrigin !== origin)
    return through(`The server allows pages of ${allowedOrigin}, and this page is ${origin}.`, known)
  const refused = asked.filter((name) => !allows(known.allowed, name))
  if (refused.length > 0) {
    const names = refused.join(', ')
    return through(`The server does not allow ${refused.length === 1 ? 'the header' : 'the headers'} ${names} from a page.`, {
      ...known,
      notes: refused.map((name) => refusal(name, known.allowed)),
    })
  }
  const notes: string[] = []
  const methods = list('access-control-allow-methods') ?? []
  const sessions = asked.includes('mcp-session-id')
  if (sessions && !methods.includes('delete') && !methods.includes('*'))
    notes.push('DELETE is not among the allowed methods, so a session cannot be ended from the page.')
  if (sessions && exposed !== null && !exposed.includes('mcp-session-id') && !exposed.includes('*'))
    notes.push('Mcp-Session-Id is not exposed: if the server uses sessions, the page cannot read their ids.')
  return {
    via: 'direct',
    why: 'The server allows this page every header that the conversation may send.',
    asked,
    allowed: known.allowed,
    exposed,
    notes,
  }
}

/** A star covers every name but Authorization. */
export function allows(allowed: readonly string[], name: string): boolean {
  return allowed.includes(name) || (allowed.includes('*') && name !== 'authorization')
}

function refusal(name: string, allowed: readonly string[]): string {
  if (name === 'authorization' && allowed.includes('*'))
    return 'authorization: "*" does not cover it; it must be named in Access-Control-Allow-Headers.'
  return `${name}: add it to Access-Control-Allow-Headers.`
}

function split(value: string): string[] {
  return value
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '')
}
