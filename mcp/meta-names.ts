// The names that `_meta` may hold: their grammar, the prefixes that belong to the protocol, and the values of those that are
// defined elsewhere. A person may send what she likes; here she is told what it is.
import type { Json } from './json.ts'
import type { Revision } from './dialect/revisions.ts'

const LABEL = /^[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?$/
const NAME = /^(?:[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?)?$/
const OURS = new Set(['modelcontextprotocol', 'mcp'])
/** W3C Trace Context and Baggage: version-trace-parent-flags; lists of name=value. */
const TRACE: { [name: string]: RegExp } = {
  traceparent: /^(?!ff)[0-9a-f]{2}-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/,
  tracestate:
    /^(?:[a-z0-9][a-z0-9_*/@-]*=[\x20-\x2b\x2d-\x3c\x3e-\x7e]*)(?:\s*,\s*[a-z0-9][a-z0-9_*/@-]*=[\x20-\x2b\x2d-\x3c\x3e-\x7e]*)*$/,
  baggage: /^[^\s,;=]+\s*=\s*[^\s,;]*(?:\s*;[^,]*)?(?:\s*,\s*[^\s,;=]+\s*=\s*[^\s,;]*(?:\s*;[^,]*)?)*$/,
}

/** What is amiss with the members of `_meta`, a sentence each; none in revisions before 2025-06-18, which have no grammar. */
export function metaWarnings(meta: { [name: string]: Json }, revision: Revision): string[] {
  return revision < '2025-06-18' ? [] : Object.entries(meta).flatMap(([key, value]) => warningOf(key, value, revision) ?? [])
}

function warningOf(key: string, value: Json, revision: Revision): string | undefined {
  const slash = key.lastIndexOf('/')
  const name = key.slice(slash + 1)
  const quoted = JSON.stringify(key)
  if (slash >= 0) {
    const labels = key.slice(0, slash).split('.')
    const wrong = labels.find((label) => !LABEL.test(label))
    if (wrong !== undefined)
      return `${quoted}: the prefix is labels with dots between, and ${wrong === '' ? 'an empty one' : JSON.stringify(wrong)} is none (letters, digits and hyphens; a letter first, no hyphen last).`
    if (isReserved(labels, revision))
      return `${quoted}: names under ${labels.join('.')}/ belong to the protocol. What it means there is for the protocol to say.`
  }
  if (!NAME.test(name))
    return `${quoted}: the name ${slash < 0 ? '' : 'after the prefix '}is letters, digits, hyphens, underscores and dots, with a letter or digit first and last.`
  const format = slash < 0 && revision >= '2026-07-28' ? TRACE[name] : undefined
  if (format !== undefined && !(typeof value === 'string' && format.test(value)))
    return `${quoted}: its value is not what W3C ${name === 'baggage' ? 'Baggage' : 'Trace Context'} defines.`
  return undefined
}

/** In 2025-06-18 the last label but one reserves (mcp.dev/); since 2025-11-25 the second does (dev.mcp/). */
function isReserved(labels: string[], revision: Revision): boolean {
  return OURS.has((revision < '2025-11-25' ? labels.at(-2) : labels[1]) ?? '')
}
