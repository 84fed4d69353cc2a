// A record and a viewer of its own in one HTML file: it opens anywhere, and its policy lets it send nothing and run nothing but
// the viewer. What servers said stands in it as data that no parser of HTML looks into. The record is whole, so that it can be
// opened here again; the rows beside it are what was read off it.
import type { Facts } from '#mcp/session-types.ts'
import type { Redactor } from '#mcp/traffic/redact.ts'
import { PAGE_BEGINS, PAGE_ENDS, writeRecord } from '#mcp/traffic/record-format.ts'
import { createTraffic, type Traffic } from '#mcp/traffic.ts'
import type { Target } from '#mcp/transport/target.ts'
import { wishWords } from '#mcp/wish.ts'
import style from './viewer.css?raw'
import viewer from './viewer.js?raw'

export interface PageAbout {
  name: string
  target: Target
  facts?: Facts
  /** Milliseconds since the epoch. */
  savedAt: number
  /** What wrote it. */
  by: string
  notes: { readonly [seq: string]: string }
}

/** Rows that are asked for at once. */
const PAGE = 1000

/** The file in parts. With a redactor, its rows are read off events that have no secrets any more. */
export function* writePage(traffic: Traffic, about: PageAbout, redactor: Redactor | undefined): Iterable<string> {
  const record = redactor === undefined ? traffic : withoutSecrets(traffic, redactor)
  const clean = (text: string): string => redactor?.text(text) ?? text
  const { facts } = about
  const server = facts?.serverInfo
  const nonce = btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(18))))
  const name = clean(about.name)
  yield head(name, nonce)
  yield part('about', {
    name,
    ...(server === undefined ? {} : { server: clean(`${server.name} ${server.version}`) }),
    ...(facts === undefined ? {} : { revision: facts.revision, transport: facts.transport }),
    savedAt: new Date(about.savedAt).toISOString(),
    by: about.by,
    dropped: traffic.dropped,
    ...(redactor === undefined ? {} : { redacted: redactor.found.map(({ placeholder, where }) => ({ placeholder, where })) }),
  })
  const { target, savedAt, notes } = about
  for (const lines of writeRecord(
    traffic,
    { name: about.name, target, savedAt, notes, ...(facts === undefined ? {} : { facts }) },
    redactor,
  ))
    yield `${PAGE_BEGINS}\n${harmless(lines)}${PAGE_ENDS}\n`
  const events = new Seqs(record)
  for (let from = 0; ; from += PAGE) {
    const { rows, count } = record.window({ filter: '', tail: false, from, size: PAGE })
    // In pieces: a parser of HTML is slow with one very long text.
    const lines = rows.map((row) => {
      const { seq, at, direction, kind, method, name, id, status, tone, bytes, ms, exchange, peer } = row
      // A member of a batch is no event of its own, and why a text is no message is not in its text.
      const event = events.has(seq)
      const detail = !event || kind === 'garbled' || kind === 'noise' || kind === 'app' ? record.message(seq) : null
      const text = event ? null : (detail?.text ?? '')
      const more = [detail?.why ?? '', clean(about.notes[String(seq)] ?? ''), direction === 'out' ? wishWords(row) : '']
      return [seq, at, direction, kind, method, name, id, status, tone, bytes, ms ?? null, exchange, peer ?? 0, text, ...more]
    })
    yield part('rows', lines)
    if (from + PAGE >= count) break
  }
  yield `<script nonce="${nonce}">${viewer}</script>\n</body>\n</html>\n`
}

/** Which rows are events, asked in the order of the rows: their text is in the record. */
class Seqs {
  readonly #events: Iterator<{ seq: number }>
  #now = 0

  constructor(record: Traffic) {
    this.#events = record.events()[Symbol.iterator]()
  }

  has(seq: number): boolean {
    while (this.#now < seq) {
      const { value, done } = this.#events.next()
      this.#now = done === true ? Number.POSITIVE_INFINITY : value.seq
    }
    return this.#now === seq
  }
}

function withoutSecrets(traffic: Traffic, redactor: Redactor): Traffic {
  const clean = createTraffic({ memoryLimit: Number.MAX_SAFE_INTEGER, dropped: traffic.dropped })
  for (const event of traffic.events()) clean.replay(redactor.event(event))
  return clean
}

/** Data for the viewer. */
function part(name: 'about' | 'rows', value: unknown): string {
  return `<script type="application/json" class="${name}">${harmless(JSON.stringify(value))}</script>\n`
}

/** JSON in which no tag and no comment of HTML can begin. */
const harmless = (json: string): string => json.replaceAll('<', '\\u003c')

function head(name: string, nonce: string): string {
  const title = name.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  const policy = `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width">
<title>${title} – record</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>
<header>
<h1 id="title"></h1><span id="about"></span>
<input id="filter" type="search" aria-label="Filter" placeholder='Filter: words, method:tools/call, status:error, dir:in, -ping  ( / )' autocomplete="off" spellcheck="false">
<span id="count" role="status"></span>
<div id="secrets"></div>
</header>
<div id="list" role="listbox" aria-label="Messages" tabindex="0"></div>
<main id="message" aria-label="Message" tabindex="0"></main>
`
}
