// What may be typed next into the filter, and what buttons write into it.
import { KIND_VALUES, type Filter } from '#mcp/traffic/filter.ts'
import { DIRECTIONS } from '#mcp/traffic/codes.ts'
import { LOG_LEVELS, type Row } from '#mcp/traffic-row.ts'
import { BY } from '#mcp/wish.ts'
import { count, grouped } from '../ui/format.ts'

/** What the count of messages with findings is of. */
export const FINDING = 'kind:finding'

const CONNECTION = 'connection:'
const FIELDS = [
  'method:',
  'status:error',
  'status:',
  'dir:out',
  'dir:in',
  'by:you',
  'by:loupe',
  'kind:',
  'level:',
  'name:',
  'id:',
  'rule:',
  CONNECTION,
  '>100ms',
  '>10kb',
  '-by:loupe',
  '-method:ping',
]
const METHODS = [
  'initialize',
  'server/discover',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'sampling/createMessage',
  'elicitation/create',
  'notifications/message',
  'notifications/progress',
  'notifications/cancelled',
  'ping',
]

/** The filter as each suggestion would leave it, and what of it is new. `rows`: those in sight, for the words they have; `rules`: ids of
 *  those that have findings; `names`: of the connections, where there are several. */
export function completions(
  filter: string,
  rows: readonly Row[],
  rules: readonly string[] = [],
  names: readonly string[] = [],
): { whole: string; term: string }[] {
  const [, before = '', minus = '', word = ''] = /^(.*\s)?(-?)(\S*)$/s.exec(filter) ?? []
  if (word.startsWith('"') || isOpen(before)) return []
  const [, field, value = ''] = /^(method|status|dir|by|kind|level|rule|connection):(.*)$/i.exec(word) ?? []
  const words =
    field === undefined
      ? FIELDS.filter((one) => (minus === '' || !one.startsWith('-')) && (one !== CONNECTION || names.length > 1))
      : valuesOf(field.toLowerCase(), rows, rules, names).map((one) => `${field}:${quoted(one)}`)
  const wanted = field === undefined ? word.toLowerCase() : value.toLowerCase()
  const fits = words.filter((one) => {
    const text = (field === undefined ? one : one.slice(field.length + 1)).toLowerCase()
    return field === undefined ? text.startsWith(wanted) : text.includes(wanted)
  })
  return fits.slice(0, 20).map((one) => ({ whole: `${before}${minus}${one}${one.endsWith(':') ? '' : ' '}`, term: `${minus}${one}` }))
}

function quoted(value: string): string {
  return /[\s"]/.test(value) ? `"${value.replaceAll(/["\\]/g, '\\$&')}"` : value
}

/** The filter with these connections left out, and no other word about connections. */
export function withConnections(filter: string, without: readonly string[]): string {
  const rest = wordsOf(filter).filter((word) => !/^-?connection:/i.test(word))
  // Ahead of a quote that may be open yet.
  return [...without.map((name) => `-${CONNECTION}${quoted(name)}`), ...rest].join(' ')
}

/** The one rule that is asked for; undefined where there is none, or another word narrows what is wrong as well. */
export function ruleOf(terms: Filter['terms']): string | undefined {
  const wrong = terms.flatMap((term) => (isOfFindings(term) ? [term] : []))
  return wrong.length === 1 && wrong[0]!.kind === 'rule' ? wrong[0]!.text.toUpperCase() : undefined
}

/** Whether what has findings is asked for, or some of it. */
export function isOfFindings({ kind, not }: Filter['terms'][number]): boolean {
  return (kind === 'finding' || kind === 'rule') && !not
}

/** In the place of rows. `behind`: messages that are still to be checked, so that of those with findings there may be some yet. */
export function noMatchWords(terms: Filter['terms'], behind: number): string {
  if (behind === 0 || !terms.some(isOfFindings)) return 'No message matches.'
  return `No message matches so far: ${grouped(behind)} still to be checked.`
}

export function findingsWords(broken: number, grows: boolean): string {
  return `${count(broken, 'message')} with findings${grows ? ' so far' : ''}`
}

/** The filter with this word for what is wrong, and no other one; undefined: with none. */
export function withRule(filter: string, term: string | undefined): string {
  const rest = wordsOf(filter).filter((word) => word.toLowerCase() !== FINDING && !/^rule:/i.test(word))
  // Ahead of a quote that may be open yet.
  return [...(term === undefined ? [] : [term]), ...rest].join(' ')
}

function wordsOf(filter: string): string[] {
  return filter.match(/-?(?:[a-z]+:)?"(?:[^"\\]|\\.)*"?|\S+/gi) ?? []
}

function valuesOf(field: string, rows: readonly Row[], rules: readonly string[], names: readonly string[]): string[] {
  if (field === 'dir') return [...DIRECTIONS]
  if (field === 'by') return [...BY]
  if (field === 'kind') return [...KIND_VALUES]
  if (field === 'level') return [...LOG_LEVELS]
  if (field === 'rule') return [...rules].sort()
  if (field === 'connection') return [...new Set(names)]
  const seen = rows.map((row) => (field === 'method' ? row.method : row.status)).filter((one) => one !== '')
  return [...new Set([...seen, ...(field === 'method' ? METHODS : ['error', 'ok', 'pending', 'cancelled', 'no answer'])])]
}

/** What `rule:` names in a filter and no id begins with. `ids`: of all rules, or of those known so far. */
export function strangeRules({ terms }: Filter, ids: readonly string[]): string[] {
  const named = terms.flatMap((term) => (term.kind === 'rule' ? [term.text.toUpperCase()] : []))
  return named.filter((text) => !ids.some((id) => id.toUpperCase().startsWith(text)))
}

/** What is said of terms that were not understood, and why; undefined where all were. */
export function unknownTerms({ faults }: Pick<Filter, 'faults'>): { says: string; why: string } | undefined {
  if (faults.length === 0) return undefined
  const says = `${faults.map(({ term }) => term).join(' ')} is not understood`
  return { says, why: faults.map(({ term, why }) => `${term}: ${why}`).join('; ') }
}

/** Whether a quote is still open. */
function isOpen(text: string): boolean {
  return (text.replaceAll(/\\./g, '').match(/"/g)?.length ?? 0) % 2 === 1
}
