// What of the palette's entries, and of the messages found so far, belongs to what is typed now.
import { go as search } from 'fuzzysort'

/** Letters of a kind's name that mean it. */
const LEAST = 3

/**
 * The entries whose text holds what was typed, best first; then those of a kind that it begins (`prompt`, `tools`). A kind and
 * more (`tool echo`) looks among that kind first.
 */
export function matching<Entry extends { text: string; kind: string }>(entries: readonly Entry[], query: string, most: number): Entry[] {
  const typed = query.trim().toLowerCase()
  if (typed === '') return entries.slice(0, most)
  const find = (among: readonly Entry[], text: string) => search(text, among, { key: 'text', limit: most }).map(({ obj }) => obj)
  const ofKind = (word: string) => (word.length < LEAST ? [] : entries.filter(({ kind }) => `${kind.split(' ')[0]}s`.startsWith(word)))
  const [, word = '', rest = ''] = /^(\S+)\s+(.+)$/.exec(typed) ?? []
  return [...new Set([...find(ofKind(word), rest), ...find(entries, typed), ...ofKind(typed)])].slice(0, most)
}

/** Rows found for what was typed before belong to what is typed now only as far as they show it. */
export function stillMeant<Found extends { text: string }>(found: readonly Found[], typed: string, answered: string | undefined): Found[] {
  const wanted = typed.toLowerCase()
  return answered === typed ? [...found] : found.filter(({ text }) => text.toLowerCase().includes(wanted))
}
