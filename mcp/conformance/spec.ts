// The pages that a rule rests on, as addresses: of the revision that is spoken, wherever that has the page.
import type { Revision } from '../dialect/revisions.ts'
import type { Rule } from './rule.ts'
import { anchorOf } from './spec-anchors.ts'

const SITE = 'https://modelcontextprotocol.io/specification'
const OTHERS: { [name: string]: string } = {
  'JSON-RPC 2.0': 'https://www.jsonrpc.org/specification',
  'RFC 6570': 'https://www.rfc-editor.org/rfc/rfc6570',
  'RFC 8259 §4': 'https://www.rfc-editor.org/rfc/rfc8259#section-4',
  'SEP-2640': 'https://modelcontextprotocol.io/seps/2640-skills-extension#specification',
  'RFC 9110 §5.5': 'https://www.rfc-editor.org/rfc/rfc9110#section-5.5',
}

/** What moved: where a topic stands from which revision on. Of several heirs the first is the usual one. */
const MOVED: readonly (readonly (readonly [since: Revision, path: string])[])[] = [
  [
    ['2024-11-05', 'basic/messages'],
    ['2025-03-26', 'basic/index'],
  ],
  [
    ['2024-11-05', 'basic/lifecycle'],
    ['2026-07-28', 'basic/versioning'],
  ],
  ...['streamable-http', 'index', 'stdio'].map(
    (name) =>
      [
        ['2024-11-05', 'basic/transports'],
        ['2026-07-28', `basic/transports/${name}`],
      ] as const,
  ),
  ...['index', 'security-considerations', 'client-registration', 'authorization-server-discovery'].map(
    (name) =>
      [
        ['2025-03-26', 'basic/authorization'],
        ['2026-07-28', `basic/authorization/${name}`],
      ] as const,
  ),
  ...['cancellation', 'progress'].map(
    (name) =>
      [
        ['2024-11-05', `basic/utilities/${name}`],
        ['2026-07-28', `basic/patterns/${name}`],
      ] as const,
  ),
]

/** Pages that not every revision has, and that went nowhere: the first that does, and the last. */
const SPANS: { [path: string]: readonly [Revision, Revision] } = {
  'basic/utilities/ping': ['2024-11-05', '2025-11-25'],
  'basic/utilities/tasks': ['2025-11-25', '2025-11-25'],
  'client/elicitation': ['2025-06-18', '2026-07-28'],
  'basic/patterns/index': ['2026-07-28', '2026-07-28'],
  'basic/patterns/mrtr': ['2026-07-28', '2026-07-28'],
  'basic/patterns/subscriptions': ['2026-07-28', '2026-07-28'],
  'server/discover': ['2026-07-28', '2026-07-28'],
  'server/utilities/caching': ['2026-07-28', '2026-07-28'],
  deprecated: ['2026-07-28', '2026-07-28'],
}

/** The page for a revision, left out: the newest that the rule is for. Undefined where no page says it. */
export function specUrl({ id, spec, revisions }: Pick<Rule, 'id' | 'spec' | 'revisions'>, revision?: Revision): string | undefined {
  const wanted =
    revision !== undefined && revisions.includes(revision)
      ? revision
      : (revisions.findLast((one) => revision !== undefined && one <= revision) ?? revisions.at(-1))
  if (wanted === undefined) return undefined
  // A page that says what changed stays where it is, and a schema says less than a page.
  const worth = (page: string): number => (/^\d/.test(page) ? (page.endsWith('/changelog') ? 1 : 3) : page.startsWith('schema/') ? 2 : 0)
  const old = (page: string): number => (dateOf(page) <= wanted ? 1 : 0)
  const best = spec
    .map((page) => ({ page, own: worth(page) === 1 ? undefined : inRevision(page, wanted) }))
    .toSorted(
      (a, b) =>
        Number(b.own !== undefined) - Number(a.own !== undefined) ||
        worth(b.page) - worth(a.page) ||
        // What stands there by its own name before what was moved there.
        Number(dateOf(b.page) === wanted) - Number(dateOf(a.page) === wanted) ||
        old(b.page) - old(a.page),
    )[0]
  if (best === undefined) return undefined
  const page = best.own ?? best.page
  return `${addressOf(page) ?? ''}${anchorOf(id, page)}` || undefined
}

/** The page as a revision has it; undefined where it does not, or where pages have no revision. */
function inRevision(page: string, wanted: Revision): string | undefined {
  const date = dateOf(page)
  if (page.startsWith('schema/') || page.startsWith('docs/docs/')) return page.replace(date, wanted)
  if (!/^\d/.test(page)) return undefined
  if (date === wanted) return page
  const path = page.slice(date.length + 1)
  const line = MOVED.find((one) => one.some(([, name]) => name === path))
  if (line !== undefined) {
    const there = line.findLast(([since]) => since <= wanted)
    return there && `${wanted}/${there[1]}`
  }
  const [first, last] = SPANS[path] ?? []
  return first === undefined || last === undefined || (wanted >= first && wanted <= last) ? `${wanted}/${path}` : undefined
}

function dateOf(page: string): string {
  return /\d{4}-\d\d-\d\d/.exec(page)?.[0] ?? ''
}

function addressOf(page: string): string | undefined {
  if (page.startsWith('schema/')) return `https://github.com/modelcontextprotocol/modelcontextprotocol/blob/main/${page}`
  if (/^\d/.test(page)) return `${SITE}/${page.replace(/\/index$/, '')}`
  // The repository keeps the site in a folder of that name.
  if (page.startsWith('docs/')) return `https://modelcontextprotocol.io/${page.slice('docs/'.length)}`
  const extension = /^(ext-\w+):(.*)$/.exec(page)
  if (extension !== null) return `https://github.com/modelcontextprotocol/${extension[1]}/blob/main/${extension[2]}`
  return OTHERS[page]
}
