// The language of the filter: `method:tools/call status:error >100ms "text" -ping`. All terms must hold. What is no term is
// text to be found, so that pasting a piece of a message finds it.
import { KINDS, DIRECTIONS } from './codes.ts'
import { LOG_LEVELS, type Direction, type RowKind } from '../traffic-row.ts'
import { BY, type By } from '../wish.ts'

export type Term = { not: boolean } & (
  | { kind: 'text'; text: string; /** In the body as well as in what the row shows. */ body: boolean }
  | { kind: 'method' | 'name' | 'status'; text: string }
  /** Rows of a connection whose name holds this. A record does not know its name: who shows it asks `concerned` first. */
  | { kind: 'connection'; text: string }
  /** Rows that went wrong. */
  | { kind: 'bad' }
  | { kind: 'dir'; direction: Direction }
  /** Who wanted it, or what it answers. */
  | { kind: 'by'; by: By }
  | { kind: 'kind'; kinds: readonly RowKind[] }
  /** What a server logs: its log messages, and with no levels named stderr too. */
  | { kind: 'log'; levels: readonly string[] | null }
  /** Rows that break a MUST or a SHOULD, as they are counted. */
  | { kind: 'finding' }
  | { kind: 'id'; text: string }
  /** The row of this number. */
  | { kind: 'seq'; seq: number }
  /** Rows that break a rule whose id begins so. */
  | { kind: 'rule'; text: string }
  | { kind: 'ms' | 'bytes'; than: '>' | '<'; value: number }
)

export interface Filter {
  terms: Term[]
  /** Terms that say nothing that can be looked for, each with the reason; the others count. */
  faults: { term: string; why: string }[]
}

const KIND_WORDS: { readonly [word: string]: readonly RowKind[] } = {
  answer: ['result', 'failure'],
  process: ['stderr', 'start', 'exit'],
}

/** What may stand behind `kind:`. */
export const KIND_VALUES: readonly string[] = ['finding', 'log', ...Object.keys(KIND_WORDS), ...KINDS]

const FIELD_NAMES = ['method', 'name', 'status', 'dir', 'by', 'kind', 'level', 'id', 'rule', 'connection'] as const
type Field = (typeof FIELD_NAMES)[number]

/** A name, a colon and something behind it; an address is text. */
const FIELD = /^([a-z][\w.-]*):(?!\/\/)(.+)$/is
const LIMIT = /^([<>])=?(\d+(?:\.\d+)?)(ms|s|m|b|kb|mb)$/i
const UNITS: { [unit: string]: number } = { ms: 1, s: 1000, m: 60_000, b: 1, kb: 1024, mb: 1024 * 1024 }

export function parseFilter(text: string): Filter {
  const filter: Filter = { terms: [], faults: [] }
  for (const { not, word, quoted } of words(text)) {
    const term = quoted ? ({ kind: 'text', text: word.toLowerCase(), body: true, not } as const) : termOf(word, not)
    if (typeof term === 'string') filter.faults.push({ term: `${not ? '-' : ''}${word}`, why: term })
    else filter.terms.push(term)
  }
  return filter
}

/** Whether what a row turns out to be later may change what matches. */
export function dependsOnOutcome({ terms }: Filter): boolean {
  return terms.some(({ kind }) => kind === 'status' || kind === 'bad' || kind === 'ms')
}

/** Whether something is looked for, and not only left out. */
export function looksFor({ terms }: Filter): boolean {
  return terms.some(({ kind, not }) => kind !== 'connection' && !not)
}

export interface Called {
  id: string
  name: string
  /** What its server calls itself. */
  own?: string
}

/**
 * The connections of which a filter leaves anything. `connection:` names the one that is called so, by name or id; else those
 * whose servers call themselves so; else those whose names hold it.
 */
export function concerned<One extends Called>(filter: string, all: readonly One[]): readonly One[] {
  if (!/connection:/i.test(filter)) return all
  return parseFilter(filter).terms.reduce((left, term) => {
    if (term.kind !== 'connection') return left
    const by = (is: (text: string) => boolean, names: (one: One) => readonly (string | undefined)[]) =>
      all.filter((one) => names(one).some((name) => name !== undefined && is(name.toLowerCase())))
    const same = (text: string) => text === term.text
    const found = [
      by(same, ({ id, name }) => [id, name]),
      by(same, ({ own }) => [own]),
      by(
        (text) => text.includes(term.text),
        ({ name, own }) => [name, own],
      ),
    ]
    const named = found.find((some) => some.length > 0) ?? []
    return left.filter((one) => named.includes(one) !== term.not)
  }, all)
}

function termOf(word: string, not: boolean): Term | string {
  const limit = LIMIT.exec(word)
  if (limit !== null) {
    const unit = limit[3]!.toLowerCase()
    const value = Number(limit[2]) * UNITS[unit]!
    return { kind: unit.endsWith('b') ? 'bytes' : 'ms', than: limit[1] as '>' | '<', value, not }
  }
  if (/^#\d{1,15}$/.test(word)) return { kind: 'seq', seq: Number(word.slice(1)), not }
  const [, field, given] = FIELD.exec(word) ?? []
  // One that is excluded by a word is excluded by what it is, not by what it mentions: `-ping` keeps "shopping".
  const name = FIELD_NAMES.find((one) => one === field?.toLowerCase())
  // A host with its port (localhost:3000) is text as well.
  if (field === undefined || given === undefined || (name === undefined && /^\d+$/.test(given)))
    return { kind: 'text', text: word.toLowerCase(), body: !not, not }
  if (name === undefined) return `what stands before a colon is ${FIELD_NAMES.join(', ')}; to look for this text, put it in quotes`
  return fieldTerm(name, given, not)
}

function fieldTerm(field: Field, given: string, not: boolean): Term | string {
  const value = given.toLowerCase()
  switch (field) {
    case 'dir': {
      const direction = DIRECTIONS.find((one) => one === value)
      return direction === undefined ? `a direction is ${DIRECTIONS.join(', ')}` : { kind: 'dir', direction, not }
    }
    case 'by': {
      const by = BY.find((one) => one === value)
      return by === undefined ? `who wanted it is ${BY.join(', ')}` : { kind: 'by', by, not }
    }
    case 'kind': {
      if (value === 'log') return { kind: 'log', levels: null, not }
      if (value === 'finding') return { kind: 'finding', not }
      const kinds = KIND_WORDS[value] ?? KINDS.filter((one) => one === value)
      return kinds.length === 0 ? `a kind is ${KIND_VALUES.join(', ')}` : { kind: 'kind', kinds, not }
    }
    case 'level': {
      const at = LOG_LEVELS.findIndex((one) => one === value)
      return at < 0 ? `a level is ${LOG_LEVELS.join(', ')}` : { kind: 'log', levels: LOG_LEVELS.slice(at), not }
    }
    case 'status':
      return value === 'error' || value === 'bad' ? { kind: 'bad', not } : { kind: 'status', text: value, not }
    case 'id':
      return { kind: 'id', text: given, not }
    default:
      return { kind: field, text: value, not }
  }
}

/** Splits at blanks; quotes keep them together, around a whole term or behind a field's colon. */
function words(text: string): { not: boolean; word: string; quoted: boolean }[] {
  const found: { not: boolean; word: string; quoted: boolean }[] = []
  const pattern = /(-?)(?:"((?:[^"\\]|\\.)*)"?(?=\s|$)|((?:method|name|status|id|connection):)"((?:[^"\\]|\\.)*)"?(?=\s|$)|(\S+))/gi
  for (const [, minus, quote, field, value, bare] of text.matchAll(pattern)) {
    const not = minus === '-'
    const plain = (quoted: string) => quoted.replaceAll(/\\(["\\])/g, '$1')
    if (quote !== undefined) {
      if (quote !== '') found.push({ not, word: plain(quote), quoted: true })
    } else if (field !== undefined) found.push({ not, word: field + plain(value ?? ''), quoted: false })
    else if (bare !== undefined) found.push({ not, word: bare, quoted: false })
    else if (not) found.push({ not: false, word: '-', quoted: false })
  }
  return found.filter(({ word }) => word !== '')
}
