// The pages that a rule rests on, as addresses.
import type { Revision } from '../dialect/revisions.ts'
import type { Rule } from './rule.ts'

const SITE = 'https://modelcontextprotocol.io/specification'
const OTHERS: { [name: string]: string } = {
  'JSON-RPC 2.0': 'https://www.jsonrpc.org/specification',
  'RFC 6570': 'https://www.rfc-editor.org/rfc/rfc6570',
  'SEP-2640': 'https://modelcontextprotocol.io/seps/2640-skills-extension#specification',
  'RFC 9110 §5.5': 'https://www.rfc-editor.org/rfc/rfc9110#section-5.5',
}

/** The page for a revision: that of the newest revision up to it, or else the first. Undefined where no page says it. */
export function specUrl({ spec }: Pick<Rule, 'spec'>, revision?: Revision): string | undefined {
  const dated = spec.filter((page) => dateOf(page) !== '')
  const page = dated.findLast((page) => revision === undefined || dateOf(page) <= revision) ?? dated[0] ?? spec[0]
  return page === undefined ? undefined : addressOf(page)
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
