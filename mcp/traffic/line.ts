// One line as the fold writes it, and what of it can be read off a single fact.
import type { Reading } from '../jsonrpc.ts'
import { isObject, writeJson, type Json } from '../json.ts'
import { LOG_LEVELS, type Direction, type LogLevel, type Row, type RowKind } from '../traffic-row.ts'
import type { HeaderList, WireFact } from '../wire-event.ts'
import type { By } from '../wish.ts'
import { leadOf, nameOf } from './naming.ts'

/** What the fold wants written for one event. Without `kind` it is no row. */
export interface Line {
  kind?: RowKind
  direction: Direction
  method: string
  name: string
  /** Of a log message: what its name goes on with, `name` being no more than the lead. */
  words?: string
  id: string
  status: string
  tone: Row['tone']
  body?: string
  /** JSON of what belongs to the fact besides its text. */
  extra?: string
  peer?: number
  ms?: number
  /** The row that this one goes on with: a request sent again, or a word about it. */
  after?: number
  /** Who wanted it; of an answer: what it answers. */
  by?: By
  reading?: Reading
}

/** Written out, since a spread of a template costs more than all else in a flood. */
export function blank(): Line {
  return {
    kind: undefined,
    direction: 'side',
    method: '',
    name: '',
    words: undefined,
    id: '',
    status: '',
    tone: 'plain',
    body: undefined,
    extra: undefined,
    peer: undefined,
    ms: undefined,
    after: undefined,
    by: undefined,
    reading: undefined,
  }
}

/** A log message is named by what it says, and has its level for a status, and the tone that the level means. */
export function setLog(line: Line, params: Json | undefined): void {
  if (isObject(params) && typeof params.data === 'string') {
    line.name = leadOf(params)
    line.words = params.data
  } else line.name = nameOf(line.method, params)
  const level = isObject(params) ? params.level : undefined
  if (typeof level !== 'string') return
  line.status = level
  line.tone = toneOfLevel(level)
}

export function toneOfLevel(level: string): Row['tone'] {
  const at = LOG_LEVELS.indexOf(level as LogLevel)
  return at >= LOG_LEVELS.indexOf('error') ? 'bad' : level === 'warning' ? 'warn' : 'plain'
}

export function mediaType(headers: HeaderList): string {
  const value = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
  return value.split(';')[0]!.trim().toLowerCase()
}

/** `known`: how it reads to someone who knows more than the text, as when other lines belong to it. */
export function extraOf(fact: Extract<WireFact, { kind: 'frame' }>, known: Reading | undefined): string | undefined {
  const { event, id, retry, replaced } = fact
  const why = fact.why ?? (known?.kind === 'garbled' ? known.why : undefined)
  if (event === undefined && id === undefined && retry === undefined && why === undefined && replaced === undefined) return undefined
  return JSON.stringify({ event, id, retry, why, replaced })
}

/** One message of a batch as text; none when it is nested too deep to be written. */
export function textOf(value: Json): string {
  try {
    return writeJson(value)
  } catch {
    return ''
  }
}

/** What is asked for before whom: the hosts are few. A query may hold what is for nobody's eyes. */
export function placeIn(url: string): string {
  const [bare = ''] = url.split('?')
  const [, host = '', path = ''] = /^\w+:\/\/([^/]*)(.*)$/.exec(bare) ?? []
  return host === '' ? bare : `${path === '' ? '/' : path} · ${host}`
}

/** A refusal of what is not to be had is the usual answer to a question where it is. */
export function toneOf(status: number): [Row['tone'], string] {
  return [status < 300 ? 'ok' : status < 400 || status === 404 || status === 405 ? 'warn' : 'bad', `HTTP ${status}`]
}

/** A reply to what held no message must say itself what was asked. */
export function askedBy(httpMethod: string | undefined): string {
  return httpMethod === undefined || httpMethod === 'POST' ? '' : `to ${httpMethod}`
}
