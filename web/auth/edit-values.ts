// What is typed into the fields of a step, and what of it becomes settings.
import type { Edit } from '#mcp/auth/flow-state.ts'
import type { AuthSettings } from '#mcp/auth/settings.ts'
import { withPath } from '../session/auth.ts'
import type { Pair } from '../ui/PairRows.tsx'

/** By path; what is not in it was not touched. Null: back to what would be used without the person. */
export type Draft = { readonly [path: string]: string | readonly Pair[] | null }

/** Empty means something of its own there: 'ask without one'. */
const EMPTY_SPEAKS = new Set(['scope', 'resource'])

export function withDraft(settings: AuthSettings, edits: readonly Edit[], draft: Draft): AuthSettings {
  let next = settings
  for (const edit of edits) {
    const typed = draft[edit.path]
    if (typed !== undefined) next = withPath(next, edit.path, typed === null ? undefined : valueOf(edit, typed))
  }
  return next
}

function valueOf({ kind, path }: Edit, typed: string | readonly Pair[]): unknown {
  if (typeof typed !== 'string') {
    const pairs = typed.filter(({ name }) => name !== '').map(({ name, value }) => [name, value])
    return pairs.length === 0 ? undefined : pairs
  }
  const text = kind === 'secret' ? typed : typed.trim()
  if (kind === 'flag') return text === 'true'
  if (kind === 'names') {
    const names = text.split(/[\s,]+/).filter((name) => name !== '')
    return names.length === 0 ? undefined : names
  }
  if (text === '' && !EMPTY_SPEAKS.has(path)) return undefined
  return kind === 'scopes' ? text.replaceAll(/\s+/g, ' ') : text
}

export function pairsOf(query: string): Pair[] {
  return [...new URLSearchParams(query)].map(([name, value]) => ({ name, value }))
}
