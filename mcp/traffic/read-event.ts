// An event from a line of a file that anyone may have written: its good parts, or why it is none.
import { isObject, type Json } from '../json.ts'
import type { HeaderList, WireEvent, WireFact } from '../wire-event.ts'
import { readTimes } from '../transport/relay-times.ts'
import { readWish } from '../wish.ts'
import { signIn, TONES } from './codes.ts'

type Members = { [name: string]: Json }

/** A text says what is wrong with it. */
export function readEvent(value: Json): WireEvent | string {
  if (!isObject(value)) return 'is no JSON object'
  const { kind, seq, at, exchange } = value
  if (typeof kind !== 'string') return 'has no "kind"'
  if (!isCount(seq) || seq === 0) return '"seq" is no whole number from 1'
  if (typeof at !== 'number' || Math.abs(at) > 8.64e15) return '"at" is no time in milliseconds'
  if (!isCount(exchange)) return '"exchange" is no whole number'
  const fact = readFact(kind, value)
  return typeof fact === 'string' ? fact : { ...fact, seq, at, exchange }
}

function readFact(kind: string, value: Members): WireFact | string {
  const missing = (name: string) => `"${name}" of a ${kind} event is not what it must be`
  const { text, why } = value
  switch (kind) {
    case 'sent': {
      const { method, url, body, queued } = value
      const headers = readHeaders(value.headers)
      if (typeof method !== 'string') return missing('method')
      if (typeof url !== 'string') return missing('url')
      if (headers === undefined) return missing('headers')
      const aside = value.aside === 'authorization' ? { aside: 'authorization' as const } : {}
      const more = { ...aside, ...readWish(value), ...(typeof queued === 'number' && queued >= 0 && queued < 1e12 ? { queued } : {}) }
      return typeof body === 'string' ? { kind, method, url, headers, body, ...more } : { kind, method, url, headers, ...more }
    }
    case 'status': {
      const headers = readHeaders(value.headers)
      if (!isCount(value.status)) return missing('status')
      if (headers === undefined) return missing('headers')
      const statusText = typeof value.statusText === 'string' ? value.statusText : ''
      const relay = readTimes(value.relay)
      const more = { ...(value.filtered === true ? { filtered: true as const } : {}), ...(relay === undefined ? {} : { relay }) }
      return { kind, status: value.status, statusText, headers, ...more }
    }
    case 'frame': {
      if (typeof text !== 'string') return missing('text')
      const frame: WireFact = { kind, text }
      if (typeof value.event === 'string') frame.event = value.event
      if (typeof value.id === 'string') frame.id = value.id
      if (typeof value.retry === 'number') frame.retry = value.retry
      if (typeof why === 'string') frame.why = why
      return { ...frame, ...replacedIn(value) }
    }
    case 'sign':
      return { kind, ...signIn(value) }
    case 'body':
      return typeof text === 'string' ? { kind, text, ...replacedIn(value) } : missing('text')
    case 'stderr':
    case 'start':
      return typeof text === 'string' ? { kind, text } : missing('text')
    case 'noise':
      return typeof text === 'string' ? { kind, text, why: typeof why === 'string' ? why : '', ...replacedIn(value) } : missing('text')
    case 'note':
      // Any name of a fault will do: it is shown by its text.
      return typeof text === 'string'
        ? { kind, text, fault: String(value.fault) as Extract<WireFact, { kind: 'note' }>['fault'], ...rowIn(value) }
        : missing('text')
    case 'closed':
      return { kind }
    case 'failed':
      if (typeof why !== 'string') return missing('why')
      return value.ours === true ? { kind, why, ours: true } : { kind, why }
    case 'exit': {
      const exit: WireFact = {
        kind,
        code: typeof value.code === 'number' ? value.code : null,
        signal: typeof value.signal === 'string' ? value.signal : null,
      }
      if (value.earlier === true) exit.earlier = true
      if (typeof text === 'string') exit.text = text
      return exit
    }
    case 'app': {
      const { way, app } = value
      if (typeof text !== 'string') return missing('text')
      if (way !== 'to' && way !== 'from') return missing('way')
      const fact: WireFact = { kind, way, app: typeof app === 'string' ? app : '', text }
      if (typeof why === 'string') fact.why = why
      return fact
    }
    case 'judged': {
      const tone = TONES.find((one) => one === value.tone)
      if (!isCount(value.row)) return missing('row')
      return typeof value.status === 'string' && tone !== undefined
        ? { kind, row: value.row, status: value.status, tone }
        : missing('status')
    }
    default:
      return `the kind "${kind.slice(0, 40)}" is not known here`
  }
}

function readHeaders(value: Json | undefined): HeaderList | undefined {
  if (!Array.isArray(value)) return undefined
  const headers = value.filter((one) => Array.isArray(one) && typeof one[0] === 'string' && typeof one[1] === 'string')
  return headers.length === value.length ? (headers as unknown as HeaderList) : undefined
}

function isCount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** What was replaced in a text that was not UTF-8: hexadecimal, as `transport/replaced.ts` writes it. */
export function replacedIn({ replaced }: Members): { replaced?: string } {
  return typeof replaced === 'string' && /^[\da-f]{2,6}(?: [\da-f]{2,6})*$/.test(replaced) ? { replaced } : {}
}

/** The message that a note is about. */
function rowIn({ row }: Members): { row?: number } {
  return isCount(row) && row > 0 ? { row } : {}
}
