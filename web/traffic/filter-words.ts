// What may be typed next into the filter.
import { KIND_WORDS } from '#mcp/traffic/filter.ts'
import { DIRECTIONS, KINDS } from '#mcp/traffic/codes.ts'
import type { Row } from '#mcp/traffic-row.ts'

const FIELDS = [
  'method:',
  'status:error',
  'status:',
  'dir:out',
  'dir:in',
  'kind:',
  'name:',
  'id:',
  'rule:',
  '>100ms',
  '>10kb',
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

/** The filter as each suggestion would leave it, and what of it is new. `rows`: those in sight, for the words they have. */
export function completions(filter: string, rows: readonly Row[]): { whole: string; term: string }[] {
  const [, before = '', minus = '', word = ''] = /^(.*\s)?(-?)(\S*)$/s.exec(filter) ?? []
  if (word.startsWith('"') || isOpen(before)) return []
  const [, field, value = ''] = /^(method|status|dir|kind):(.*)$/i.exec(word) ?? []
  const words =
    field === undefined
      ? FIELDS.filter((one) => (minus === '' ? true : !one.startsWith('-')))
      : valuesOf(field.toLowerCase(), rows).map((one) => `${field}:${/\s/.test(one) ? `"${one}"` : one}`)
  const wanted = field === undefined ? word.toLowerCase() : value.toLowerCase()
  const fits = words.filter((one) => {
    const text = (field === undefined ? one : one.slice(field.length + 1)).toLowerCase()
    return field === undefined ? text.startsWith(wanted) : text.includes(wanted)
  })
  return fits.slice(0, 12).map((one) => ({ whole: `${before}${minus}${one}${one.endsWith(':') ? '' : ' '}`, term: `${minus}${one}` }))
}

function valuesOf(field: string, rows: readonly Row[]): string[] {
  if (field === 'dir') return [...DIRECTIONS]
  if (field === 'kind') return [...KINDS, ...Object.keys(KIND_WORDS)]
  const seen = rows.map((row) => (field === 'method' ? row.method : row.status)).filter((one) => one !== '')
  return [...new Set([...seen, ...(field === 'method' ? METHODS : ['error', 'ok', 'pending', 'cancelled', 'no answer'])])]
}

/** Whether a quote is still open. */
function isOpen(text: string): boolean {
  return (text.replaceAll(/\\./g, '').match(/"/g)?.length ?? 0) % 2 === 1
}
