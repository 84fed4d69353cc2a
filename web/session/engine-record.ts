// Records as files, in the worker: saved ones opened as connections that send nothing, and those of this page written out.
import { Breath } from '#mcp/breath.ts'
import { Excerpt } from '#mcp/traffic/excerpt.ts'
import { learnAll, Redactor, type Redaction } from '#mcp/traffic/redact.ts'
import { writeHar } from '#mcp/traffic/har.ts'
import { factsOf } from '#mcp/traffic/facts-of.ts'
import { Lines } from '#mcp/traffic/lines.ts'
import { RecordReader, writeRecord } from '#mcp/traffic/record-format.ts'
import { writeReport } from '#mcp/traffic/report.ts'
import type { Traffic } from '#mcp/traffic.ts'
import type { ConnectionState } from './connection-state.ts'
import type { CatchUp } from './engine-judge.ts'
import type { Judged } from './engine-judges.ts'
import { inSlices, Pace, PATIENCE } from './in-slices.ts'

/**
 * How far the opening of a file is: it is read; what is no JSON Lines is parsed, in one go; and what it holds is taken over. `share`: of that, from
 * 0 to 1.
 */
export interface OpeningPart {
  doing: 'read' | 'parse' | 'take'
  share: number
}

/** What is wanted of an export. */
export interface ExportWish {
  as: 'record' | 'har' | 'report' | 'page'
  /** With its secrets. */
  secrets: boolean
  /** For a report: the rows. For a page: what it opens on. */
  seqs?: number[]
  /** Notes on messages, by seq. */
  notes?: { readonly [seq: string]: string }
  /** Name and version of this program. */
  by: { name: string; version: string }
  /** As the rules stand now, however far they are. */
  now?: boolean
}

/**
 * How far an export is: what share of it was written, from 0 to 1, where that takes its time; and of one that tells what was found, messages
 * that are still to be judged, or that were not when it began to be `written`.
 */
export type ExportPart = { unjudged: number; written: boolean; share?: never } | { share: number }

export interface ExportPreview {
  events: number
  messages: number
  redactions: Redaction[]
}

/** What an export is of. */
interface Source {
  traffic: Traffic
  state(): ConnectionState
}

/**
 * Written in slices, so that all else that is asked meanwhile is answered: the record as it stood when that began. `judge`: how the rules stand by
 * the record, asked for where the file tells of it; `tell` hears how far all of that is.
 * @throws Error when the record was emptied meanwhile. What `signal` gives as its reason, when it was aborted.
 */
export async function exported(
  source: Source,
  { as, secrets, seqs = [], notes = {}, by, now }: ExportWish,
  judge: (wait: CatchUp) => Promise<Judged>,
  signal: AbortSignal,
  tell: (part: ExportPart) => void,
): Promise<Blob> {
  const judged = async (): Promise<Judged> => {
    const found = await judge({ tell: (unjudged) => tell({ unjudged, written: false }), now, signal })
    tell({ unjudged: found.unjudged, written: true })
    return found
  }
  const { writePage } = as === 'page' ? await import('./share/page.ts') : {}
  const found = as === 'page' || as === 'report' ? await judged() : undefined
  const { name, target, facts, record } = source.state()
  const redactor = secrets ? undefined : new Redactor(record?.redacted)
  const about = { name, target, ...(facts === undefined ? {} : { facts }), notes }
  const savedAt = Date.now()
  const writer = `${by.name} ${by.version}`
  const written = (excerpt: Excerpt): [Iterable<string>, type: string] => {
    if (writePage !== undefined)
      return [writePage(excerpt, { ...about, savedAt, by: writer, chosen: seqs[0], ...found }, redactor), 'text/html']
    if (as === 'har') return [writeHar(excerpt, by, redactor, { ...about, savedAt }), 'application/json']
    if (as === 'report') return [writeReport(excerpt, seqs, { ...about, by: writer, ...found }, redactor), 'text/markdown']
    return [writeRecord(excerpt, { ...about, savedAt }, redactor), 'application/jsonl']
  }
  const excerpt = new Excerpt(source.traffic)
  const round = { at: 0, of: redactor === undefined ? 1 : 2 }
  const pace = new Pace(excerpt, signal, (share) => tell({ share: (round.at + share) / round.of }))
  if (redactor !== undefined) {
    for (const _moment of learnAll(redactor, excerpt, target)) if (pace.due) await pace.rest()
    round.at = 1
  }
  return inSlices(...written(excerpt), pace)
}

/** What an export would take out. In slices, like the export itself; `tell` hears what share of the record was looked at, from 0 to 1. */
export async function previewed(source: Source, signal: AbortSignal, tell: (share: number) => void): Promise<ExportPreview> {
  const { traffic } = source
  const { target, record } = source.state()
  const messages = traffic.total
  const redactor = new Redactor(record?.redacted)
  const excerpt = new Excerpt(traffic)
  let round = 0
  const pace = new Pace(excerpt, signal, (share) => tell((round + share) / 2))
  for (const _moment of learnAll(redactor, excerpt, target)) if (pace.due) await pace.rest()
  round = 1
  redactor.target(target)
  let events = 0
  for (const event of excerpt.events()) {
    redactor.event(event)
    events += 1
    if (pace.due) await pace.rest()
  }
  return { events, messages, redactions: redactor.found }
}

/** Milliseconds of reading a file between two pauses, in which all else that waits is done. */
const SLICE = 30

/** A record that was opened from a file, or is still written by a tap. */
export class SavedRecord {
  readonly traffic: Traffic
  #state: ConnectionState

  constructor(id: string, file: string, reader: RecordReader) {
    const { header, faults, faulty } = reader
    this.traffic = reader.traffic
    const record: NonNullable<ConnectionState['record']> = { file, faults, faulty }
    if (header !== undefined && !Number.isNaN(header.savedAt)) record.savedAt = header.savedAt
    if (this.traffic.before > 0) record.before = this.traffic.before
    if (header?.redacted !== undefined) record.redacted = header.redacted
    if (header?.notes !== undefined) record.notes = header.notes
    const target = header?.target ?? { kind: 'http', url: '', headers: [], via: 'auto' }
    const facts = header?.facts ?? factsOf(this.traffic, target)
    this.#state = {
      id,
      name: header?.name || file,
      target,
      status: 'closed',
      since: Date.now(),
      generation: 1,
      ...(facts === undefined ? {} : { facts }),
      record,
      messages: 0,
      dropped: 0,
      consoleLines: 0,
    }
  }

  /**
   * Reads a file in slices, so that all else that is asked meanwhile is answered. `tell` hears how far it is, once it has taken a moment. A large
   * document of JSON is parsed in one go, which is told before.
   * @throws Error when it holds no event at all: `message` says what it seems to be. What `signal` gives as its reason, when it was aborted.
   */
  static async open(
    id: string,
    file: string,
    content: Blob,
    memoryLimit: number,
    { signal, tell }: { signal?: AbortSignal; tell?: (part: OpeningPart) => void } = {},
  ): Promise<SavedRecord> {
    const reader = new RecordReader(memoryLimit)
    const since = performance.now()
    const breath = new Breath(SLICE)
    const pause = async (share: number, doing: OpeningPart['doing'] = 'read'): Promise<void> => {
      if (doing === 'parse' || performance.now() - since > PATIENCE) tell?.({ doing, share })
      await breath.take()
      signal?.throwIfAborted()
    }
    const pieces = content.stream().getReader()
    const decoder = new TextDecoder()
    const split = new Lines()
    let bytes = 0
    try {
      for (let piece = await pieces.read(); !piece.done; piece = await pieces.read()) {
        const lines = split.take(decoder.decode(piece.value, { stream: true }))
        for (const [at, line] of lines.entries()) {
          reader.take(line)
          if (breath.due) await pause((bytes + (piece.value.length * at) / lines.length) / content.size)
        }
        bytes += piece.value.length
        if (breath.due) await pause(bytes / content.size)
      }
    } finally {
      // Nothing is read on for nobody. What keeps it from being read was told by the reading.
      await pieces.cancel().catch(() => undefined)
    }
    for (const line of [...split.take(decoder.decode()), split.end()]) if (line !== undefined) reader.take(line)
    for (const share of reader.finish()) {
      if (share === 'parse') await pause(1, share)
      else if (breath.due) await pause(share, 'take')
    }
    if (reader.header === undefined && reader.traffic.total === 0) {
      const [first] = reader.faults
      throw new Error(first === undefined ? `${file} is empty` : `${file} is no record of Loupe: its line ${first.line} ${first.why}`)
    }
    return new SavedRecord(id, file, reader)
  }

  get id(): string {
    return this.#state.id
  }

  protected change(news: Partial<ConnectionState>): void {
    this.#state = { ...this.#state, ...news }
  }

  state(): ConnectionState {
    const { total, dropped, consoleLines } = this.traffic
    return { ...this.#state, messages: total, dropped, consoleLines }
  }
}

/** Messages after which a record that shows no handshake is asked for one no more. */
const HANDSHAKE_WITHIN = 200

/** A record that a tap writes now; its first line is the header. */
export class LiveRecord extends SavedRecord {
  readonly #reader: RecordReader

  static begin(id: string, file: string, header: string, memoryLimit: number): LiveRecord {
    const reader = new RecordReader(memoryLimit)
    reader.take(header)
    return new LiveRecord(id, file, reader)
  }

  private constructor(id: string, file: string, reader: RecordReader) {
    super(id, file, reader)
    this.#reader = reader
    this.#become({ live: true })
  }

  /** One line of the record. */
  take(line: string): void {
    this.#reader.take(line)
  }

  end(why: string | undefined): void {
    this.#become({ live: undefined, ...(why === undefined ? {} : { cut: why }) })
  }

  #become({ live, ...news }: { live: true | undefined; cut?: string }): void {
    const { live: _, ...record } = super.state().record!
    this.change({ since: Date.now(), record: { ...record, ...news, ...(live === undefined ? {} : { live }) } })
  }

  override state(): ConnectionState {
    const state = super.state()
    if (state.facts === undefined && this.traffic.total < HANDSHAKE_WITHIN) {
      const facts = factsOf(this.traffic, state.target)
      if (facts !== undefined) this.change({ facts })
    }
    const { faults, faulty } = this.#reader
    return { ...super.state(), record: { ...super.state().record!, faults, faulty } }
  }
}
