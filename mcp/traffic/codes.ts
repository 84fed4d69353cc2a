// The numbers that columns hold for kinds, directions, tones and facts, and how a fact comes back from its texts.
import { isObject, parseJson, type Json } from '../json.ts'
import type { Direction, RowKind } from '../traffic-row.ts'
import type { StreamSign } from '../transport/event-stream.ts'
import { readTimes } from '../transport/relay-times.ts'
import { readWish } from '../wish.ts'
import type { Fault, HeaderList, WireFact } from '../wire-event.ts'

export const KINDS: readonly RowKind[] = [
  'request',
  'notification',
  'result',
  'failure',
  'garbled',
  'batch',
  'http',
  'noise',
  'stderr',
  'exit',
  'start',
  'note',
  'app',
]
const CONSOLE: ReadonlySet<RowKind> = new Set(['stderr', 'noise', 'note', 'exit', 'start'])
export const DIRECTIONS: readonly Direction[] = ['out', 'in', 'side']
export const TONES = ['plain', 'ok', 'warn', 'bad', 'ask'] as const
/** 'member' is no fact: it is one message of a batch, whose text was written anew. */
export const FACTS = [
  'sent',
  'status',
  'frame',
  'body',
  'closed',
  'failed',
  'stderr',
  'noise',
  'exit',
  'start',
  'note',
  'judged',
  'app',
  'sign',
  'member',
] as const

/** The opposite of the fold's writing: a fact from its two texts. */
export function restore(kind: (typeof FACTS)[number], body: string, extra: string): WireFact | null {
  const more = extra === '' ? {} : parseJson(extra)
  const rest = isObject(more) ? more : {}
  switch (kind) {
    case 'sent': {
      const headers = (rest.headers ?? []) as unknown as HeaderList
      const aside = rest.aside === 'authorization' ? { aside: 'authorization' as const } : {}
      const queued = typeof rest.queued === 'number' ? { queued: rest.queued } : {}
      const sent = {
        kind: 'sent' as const,
        method: String(rest.method),
        url: String(rest.url),
        headers,
        ...aside,
        ...readWish(rest),
        ...queued,
      }
      return rest.body === true ? { ...sent, body } : sent
    }
    case 'status': {
      const relay = readTimes(rest.relay)
      return {
        kind,
        status: Number(rest.status),
        statusText: String(rest.statusText),
        headers: (rest.headers ?? []) as unknown as HeaderList,
        ...(rest.filtered === true ? { filtered: true as const } : {}),
        ...(relay === undefined ? {} : { relay }),
      }
    }
    case 'frame': {
      const frame: WireFact = { kind, text: body }
      if (typeof rest.event === 'string') frame.event = rest.event
      if (typeof rest.id === 'string') frame.id = rest.id
      if (typeof rest.retry === 'number') frame.retry = rest.retry
      if (typeof rest.why === 'string') frame.why = rest.why
      return { ...frame, ...replacedIn(rest) }
    }
    case 'sign':
      return { kind, ...signIn(rest) }
    case 'body':
      return { kind, text: body, ...replacedIn(rest) }
    case 'stderr':
    case 'start':
      return { kind, text: body }
    case 'note':
      return { kind, text: body, fault: String(rest.fault) as Fault, ...(typeof rest.row === 'number' ? { row: rest.row } : {}) }
    case 'noise':
      return { kind, text: body, why: String(rest.why ?? ''), ...replacedIn(rest) }
    case 'failed':
      return rest.ours === true ? { kind, why: body, ours: true } : { kind, why: body }
    case 'closed':
      return { kind }
    case 'exit': {
      const code = rest.code === null ? null : Number(rest.code)
      const exit: WireFact = { kind, code, signal: typeof rest.signal === 'string' ? rest.signal : null }
      if (rest.earlier === true) exit.earlier = true
      if (typeof rest.text === 'string') exit.text = rest.text
      return exit
    }
    case 'app': {
      const app: WireFact = { kind, way: rest.way === 'to' ? 'to' : 'from', app: String(rest.app ?? ''), text: body }
      if (typeof rest.why === 'string') app.why = rest.why
      return app
    }
    case 'judged':
      return { kind, row: Number(rest.row), status: String(rest.status), tone: TONES.find((tone) => tone === rest.tone) ?? 'plain' }
    case 'member':
      return null
  }
}

/** What a sign of a stream holds, of what it may hold. */
export function signIn({ event, id, retry, comment }: { [name: string]: Json }): StreamSign {
  return {
    ...(typeof event === 'string' ? { event } : {}),
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof retry === 'number' ? { retry } : {}),
    ...(typeof comment === 'string' ? { comment } : {}),
  }
}

/** Whether a row is a line of the console: what a server says to people, and what became of it. */
export function isConsole(kind: RowKind, method: string): boolean {
  return kind === 'notification' ? method === 'notifications/message' : CONSOLE.has(kind)
}

function replacedIn({ replaced }: { [name: string]: Json }): { replaced?: string } {
  return typeof replaced === 'string' ? { replaced } : {}
}
