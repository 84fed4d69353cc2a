// The file that a record is kept in: JSON Lines, a header first, then an event a line. docs/record-format.md is its
// description. Reading never throws: what a line lacks is told, and the other lines are read all the same.
import { isObject, parseJson, writeJson, type Json } from '../json.ts'
import type { Facts } from '../session-types.ts'
import { createTraffic, type Traffic } from '../traffic.ts'
import type { Target } from '../transport/target.ts'
import { Excerpt } from './excerpt.ts'
import { isHar, readHar } from './har-read.ts'
import { LONGEST_TEXT } from './lines.ts'
import { readEvent } from './read-event.ts'
import { readFacts, readTarget } from './read-header.ts'
import type { Redaction, Redactor } from './redact.ts'

export const FORMAT = 'loupe-record'
export const VERSION = 1

/** In a page that holds a record, its lines stand between these two, and in them no "<". */
export const PAGE_BEGINS = '<script type="application/jsonl" class="record">'
export const PAGE_ENDS = '</script>'

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
  /** Messages that a person marked, by seq, each with a note or ''. */
  notes?: { readonly [seq: string]: string }
  /** What was taken out; absent: it was saved with its secrets. */
  redacted?: Pick<Redaction, 'placeholder' | 'where'>[]
}

/** A line that was not taken over, or one that is not as it should be. */
export interface LineFault {
  /** From 1. */
  line: number
  why: string
  /** It was taken over all the same, as far as it goes: what is wrong is the header. */
  taken?: true
}

const MOST_FAULTS = 50
/** How the first line of a HAR file mostly begins. */
const HAR_BEGINS = /^\s*\{\s*"log"\s*:/
/** Characters of a document that take a moment to be parsed. */
const LONG = 4_000_000
/** About so many characters are handed over at once. */
const PART = 1 << 20
/** And after so many there is a moment to do something else. */
const STEP = 1 << 15

/**
 * The file in parts; an empty one is a moment to do something else. With a redactor, each event is first looked at for the secrets that it
 * gives away.
 * @param about without `redacted` and `dropped`.
 */
export function* writeRecord(
  record: Traffic | Excerpt,
  about: Omit<RecordHeader, 'redacted' | 'dropped'>,
  redactor: Redactor | undefined,
): Iterable<string> {
  const excerpt = Excerpt.of(record)
  let part: string[] = []
  let length = 0
  let step = 0
  // The header tells what was taken out, which is known at the end: so the lines are made before it.
  const parts: string[] = []
  for (const event of excerpt.events()) {
    const { seq, at, exchange, ...fact } = redactor === undefined ? event : redactor.event(event)
    const line = JSON.stringify({ seq, at, exchange, ...fact })
    part.push(line)
    length += line.length
    step += line.length
    if (step > STEP) {
      step = 0
      yield ''
    }
    if (length < PART) continue
    parts.push(`${part.join('\n')}\n`)
    part = []
    length = 0
  }
  if (part.length > 0) parts.push(`${part.join('\n')}\n`)
  yield `${writeJson(headerOf(about, excerpt.dropped, redactor))}\n`
  yield* parts
}

/** The header as it is written. With a redactor: of what it has found by now. */
export function headerOf(
  about: Omit<RecordHeader, 'redacted' | 'dropped'>,
  dropped: number,
  redactor: Redactor | undefined,
): { [name: string]: Json } {
  const { savedAt, name, target, facts, notes = {} } = about
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
  const marked = Object.entries(notes).map(([seq, note]) => [seq, redactor?.text(note) ?? note])
  if (marked.length > 0) header.notes = Object.fromEntries(marked)
  if (redactor !== undefined) header.redacted = redactor.told.map(({ placeholder, where }) => ({ placeholder, where }))
  return header
}

/** Takes a file line by line: JSON Lines, a page of HTML with such lines in it, or a HAR file. */
export class RecordReader {
  header: RecordHeader | undefined
  /** What is wrong with lines, of the first of them; and how many were not taken over. */
  readonly faults: LineFault[] = []
  faulty = 0
  #line = 0
  /** Whether a line of the record itself was seen. */
  #begun = false
  /** Of a page, whether what comes next belongs to its record. */
  #page: 'inside' | 'outside' | undefined
  /** Lines of a document that is no JSON Lines, while it may be a HAR file: it is read at the end. */
  #document: string[] | undefined
  /** Its characters. */
  #length = 0
  #traffic: Traffic | undefined
  readonly #memoryLimit: number
  readonly #longest: number

  /** `memoryLimit`: bytes. `longest`: characters of a document at most. */
  constructor(memoryLimit: number, longest = LONGEST_TEXT) {
    this.#memoryLimit = memoryLimit
    this.#longest = longest
  }

  /** The record as read so far. */
  get traffic(): Traffic {
    return (this.#traffic ??= createTraffic({ memoryLimit: this.#memoryLimit, dropped: this.header?.dropped ?? 0 }))
  }

  /**
   * `null`: a line of more characters than a text may have.
   * @throws Error when it belongs to a document, which is read whole, and that is too long to be: `message` says what can be done.
   */
  take(text: string | null): void {
    if (this.#document !== undefined) return this.#keep(text)
    this.#line += 1
    if (text === null && !this.#begun && this.#page === undefined) throw new Error(tooLong(this.#longest))
    if (text === null) return this.#fault(`is longer than ${this.#longest.toLocaleString('en')} characters, and no longer text can be read`)
    const line = this.#line === 1 ? text.replace(/^\uFEFF/, '') : text
    if (line.trim() === '') return
    if (!this.#begun && this.#page === undefined && /^\s*<(?:!doctype\s+html|html)\b/i.test(line)) {
      this.#page = 'outside'
      return this.#fault('begins a web page, and no record follows in it')
    }
    if (this.#page !== undefined && !this.#within(line.trimEnd())) return
    const first = !this.#begun
    this.#begun = true
    // It may be all of the file: whoever wants it read a little at a time is to know before it is parsed.
    if (first && HAR_BEGINS.test(line)) return this.#keep(line)
    let value: Json
    try {
      value = parseJson(line)
    } catch (error) {
      // Laid out over many lines.
      if (first && /^\s*\{/.test(line)) return this.#keep(line)
      return this.#fault(notJson(line.length, error as Error))
    }
    if (isObject(value) && value.format !== undefined && this.#traffic === undefined) return this.#head(value)
    const event = readEvent(value)
    if (typeof event === 'string') return this.#fault(first && isObject(value) ? foreign(value, event) : event)
    if (first) this.#doubt('is an event where the header should be: the server and its revision are not known')
    this.traffic.replay(event)
  }

  /** It is a line of a document. */
  #keep(line: string | null): void {
    this.#length += (line?.length ?? Infinity) + 1
    if (line === null || this.#length > this.#longest) throw new Error(tooLong(this.#longest))
    ;(this.#document ??= []).push(line)
  }

  /** There are no more lines. */
  end(): void {
    for (const _share of this.finish());
  }

  /**
   * The same a little at a time, since a document is read here whole: 'parse' says that it is parsed next, which cannot be parted, and a number
   * what share of what it holds was taken over, from 0 to 1.
   */
  *finish(): Iterable<'parse' | number> {
    const lines = this.#document
    if (lines === undefined) return
    this.#document = undefined
    if (lines.reduce((length, line) => length + line.length, 0) > LONG) yield 'parse'
    const { value, why, rest } = parsed(lines)
    if (value === undefined) this.#fault(why ?? 'is not JSON')
    else if (isHar(value)) yield* this.#har(value)
    else this.#fault(foreign(isObject(value) ? value : {}, 'begins a document of JSON that is neither a record nor a HAR file'))
    for (const [at, line] of rest.entries()) {
      this.take(line)
      yield (at + 1) / rest.length
    }
  }

  *#har(value: Json): Iterable<number> {
    const reading = readHar(value)
    let step = reading.next()
    for (; step.done !== true; step = reading.next()) yield step.value / 2
    const read = step.value
    if (typeof read === 'string') return this.#fault(read)
    const { events, url, header } = read
    if (isObject(header) && header.format !== undefined) this.#head(header)
    const name = URL.canParse(url) ? new URL(url).host : url
    this.header ??= { savedAt: events[0]?.at ?? Number.NaN, name, target: { kind: 'http', url, headers: [], via: 'auto' }, dropped: 0 }
    for (const [at, event] of events.entries()) {
      this.traffic.replay(event)
      yield (1 + (at + 1) / events.length) / 2
    }
  }

  /** Of a page, whether a line belongs to its record. */
  #within(line: string): boolean {
    if (line === PAGE_BEGINS) {
      this.#page = 'inside'
      // Nothing but the one complaint that no record follows.
      if (!this.#begun) this.faults.length = this.faulty = 0
    } else if (line === PAGE_ENDS) this.#page = 'outside'
    else return this.#page === 'inside'
    return false
  }

  #head(value: { [name: string]: Json }): void {
    if (value.format !== FORMAT) return this.#fault(`names the format ${writeJson(value.format!)}; this one is "${FORMAT}"`)
    if (typeof value.version !== 'number' || value.version > VERSION)
      this.#doubt(`names version ${writeJson(value.version ?? null)}; known is ${VERSION}, so it is read as far as that goes`)
    const server = isObject(value.server) ? value.server : {}
    const savedAt = typeof value.savedAt === 'string' ? Date.parse(value.savedAt) : Number.NaN
    const header: RecordHeader = {
      savedAt,
      name: typeof server.name === 'string' ? server.name : '',
      target: readTarget(server.target),
      dropped: typeof value.dropped === 'number' && value.dropped > 0 ? Math.floor(value.dropped) : 0,
    }
    const facts = value.facts === undefined ? undefined : readFacts(value.facts, value)
    if (typeof facts === 'string') this.#doubt(`has facts that cannot be read: ${facts}`)
    else if (facts !== undefined) header.facts = facts
    const notes = Object.entries(isObject(value.notes) ? value.notes : {}).flatMap(([seq, note]) =>
      /^\d+$/.test(seq) && typeof note === 'string' ? [[seq, note]] : [],
    )
    if (notes.length > 0) header.notes = Object.fromEntries(notes)
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

  /** Of a line that is taken over. */
  #doubt(why: string): void {
    this.faults.push({ line: this.#line, why, taken: true })
  }
}

/** A document, and the lines that are none of it: all but the first, where that is one by itself, or none. */
function parsed(lines: readonly string[]): { value?: Json; why?: string; rest: readonly string[] } {
  try {
    return { value: parseJson(lines.join('\n')), rest: [] }
  } catch (error) {
    const [first = '', ...rest] = lines
    const length = lines.reduce((sum, line) => sum + line.length + 1, -1)
    try {
      return { value: parseJson(first), rest }
    } catch {
      return { why: notJson(length, error as Error), rest }
    }
  }
}

/** Of a text that ends too early, each engine says so in words of its own, or names its end as the place. */
function notJson(length: number, { message }: Error): string {
  const early = /unexpected (?:end|eof)|unterminated|end of data/i.test(message) || message.endsWith(` at position ${length}`)
  return early ? 'is not JSON: it ends too early, as in a file that was cut off' : `is not JSON: ${message}`
}

/** Why a document was not read, and what to do. */
function tooLong(longest: number): string {
  return `It is one JSON document of more than ${longest.toLocaleString('en')} characters, as a HAR file is. Such a document is parsed whole, and no longer text can be held. Save fewer exchanges as HAR, or the traffic as a Record: that is read line by line, however long it is`
}

/** What a file that is none of ours seems to be. */
function foreign(value: { [name: string]: Json }, why: string): string {
  if (value.jsonrpc !== undefined) return 'is a JSON-RPC message, not an event of a record: paste it into Raw instead'
  return why
}
