// The file that a record is kept in: JSON Lines, a header first, then an event a line. docs/record-format.md is its
// description. Reading never throws: what a line lacks is told, and the other lines are read all the same.
import { isObject, parseJson, writeJson, type Json } from '../json.ts'
import type { Facts } from '../session-types.ts'
import { createTraffic, type Traffic } from '../traffic.ts'
import type { Target } from '../transport/target.ts'
import { readEvent } from './read-event.ts'
import { readFacts, readTarget } from './read-header.ts'
import type { Redaction, Redactor } from './redact.ts'

export const FORMAT = 'loupe-record'
export const VERSION = 1

/** What the file says of itself. */
export interface RecordHeader {
  /** Milliseconds since the epoch. */
  savedAt: number
  name: string
  target: Target
  /** What the handshake settled, if there was one. */
  facts?: Facts
  /** Messages that had been dropped before it was saved. */
  dropped: number
  /** What was taken out; absent: it was saved with its secrets. */
  redacted?: Pick<Redaction, 'placeholder' | 'where'>[]
}

/** A line that was not taken over. */
export interface LineFault {
  /** From 1. */
  line: number
  why: string
}

const MOST_FAULTS = 50
/** About so many characters are handed over at once. */
const PART = 1 << 20

/**
 * The file in parts. With a redactor, each event is first looked at for the secrets that it gives away.
 * @param about without `redacted` and `dropped`.
 */
export function* writeRecord(
  traffic: Traffic,
  about: Omit<RecordHeader, 'redacted' | 'dropped'>,
  redactor: Redactor | undefined,
): Iterable<string> {
  let part: string[] = []
  let length = 0
  // The header tells what was taken out, which is known at the end: so the lines are made before it.
  const parts: string[] = []
  for (const event of traffic.events()) {
    const { seq, at, exchange, ...fact } = redactor === undefined ? event : redactor.event(event)
    const line = JSON.stringify({ seq, at, exchange, ...fact })
    part.push(line)
    length += line.length
    if (length < PART) continue
    parts.push(`${part.join('\n')}\n`)
    part = []
    length = 0
  }
  if (part.length > 0) parts.push(`${part.join('\n')}\n`)
  yield `${headerLine(about, traffic.dropped, redactor)}\n`
  yield* parts
}

function headerLine(about: Omit<RecordHeader, 'redacted' | 'dropped'>, dropped: number, redactor: Redactor | undefined): string {
  const { savedAt, name, target, facts } = about
  // Learnt with the target, so before the list is made.
  const clean = redactor?.target(target) ?? target
  const known = facts === undefined ? undefined : writeJson(facts as unknown as Json)
  const said = known === undefined || redactor === undefined ? known : redactor.text(known.replace(/"sessionId":"[^"]*",?/, ''))
  const header: { [name: string]: Json } = {
    format: FORMAT,
    version: VERSION,
    savedAt: new Date(savedAt).toISOString(),
    server: { name: redactor?.text(name) ?? name, target: clean as unknown as Json },
    dropped,
  }
  if (facts !== undefined && said !== undefined) {
    Object.assign(header, { revision: facts.revision, era: facts.era, transport: facts.transport, facts: parseJson(said) })
  }
  if (redactor !== undefined) header.redacted = redactor.found.map(({ placeholder, where }) => ({ placeholder, where }))
  return writeJson(header)
}

/** Takes a file line by line. */
export class RecordReader {
  header: RecordHeader | undefined
  /** Lines that were not taken over: the first of them, and how many there were. */
  readonly faults: LineFault[] = []
  faulty = 0
  #line = 0
  #traffic: Traffic | undefined
  readonly #memoryLimit: number

  constructor(memoryLimit: number) {
    this.#memoryLimit = memoryLimit
  }

  /** The record as read so far. */
  get traffic(): Traffic {
    return (this.#traffic ??= createTraffic({ memoryLimit: this.#memoryLimit, dropped: this.header?.dropped ?? 0 }))
  }

  take(text: string): void {
    this.#line += 1
    const line = this.#line === 1 ? text.replace(/^\uFEFF/, '') : text
    if (line.trim() === '') return
    let value: Json
    try {
      value = parseJson(line)
    } catch (error) {
      return this.#fault(`is not JSON: ${(error as Error).message}`)
    }
    if (isObject(value) && value.format !== undefined && this.#traffic === undefined) return this.#head(value)
    const event = readEvent(value)
    if (typeof event === 'string') return this.#fault(this.#line === 1 && isObject(value) ? foreign(value, event) : event)
    if (this.#line === 1) this.#fault('is an event where the header should be: the server and its revision are not known')
    this.traffic.replay(event)
  }

  #head(value: { [name: string]: Json }): void {
    if (value.format !== FORMAT) return this.#fault(`names the format ${writeJson(value.format!)}; this one is "${FORMAT}"`)
    if (typeof value.version !== 'number' || value.version > VERSION)
      this.#fault(`names version ${writeJson(value.version ?? null)}; known is ${VERSION}, so it is read as far as that goes`)
    const server = isObject(value.server) ? value.server : {}
    const savedAt = typeof value.savedAt === 'string' ? Date.parse(value.savedAt) : Number.NaN
    const header: RecordHeader = {
      savedAt,
      name: typeof server.name === 'string' ? server.name : '',
      target: readTarget(server.target),
      dropped: typeof value.dropped === 'number' && value.dropped > 0 ? Math.floor(value.dropped) : 0,
    }
    const facts = value.facts === undefined ? undefined : readFacts(value.facts)
    if (typeof facts === 'string') this.#fault(`has facts that cannot be read: ${facts}`)
    else if (facts !== undefined) header.facts = facts
    if (Array.isArray(value.redacted))
      header.redacted = value.redacted.flatMap((one) =>
        isObject(one) && typeof one.placeholder === 'string' && typeof one.where === 'string'
          ? [{ placeholder: one.placeholder, where: one.where }]
          : [],
      )
    this.header = header
  }

  #fault(why: string): void {
    this.faulty += 1
    if (this.faults.length < MOST_FAULTS) this.faults.push({ line: this.#line, why })
  }
}

/** What a file that is none of ours seems to be. */
function foreign(value: { [name: string]: Json }, why: string): string {
  if (isObject(value.log) && value.log.entries !== undefined)
    return 'is a HAR file, which cannot be opened here: open it in a browser’s developer tools'
  if (value.jsonrpc !== undefined) return 'is a JSON-RPC message, not an event of a record: paste it into Raw instead'
  return why
}
