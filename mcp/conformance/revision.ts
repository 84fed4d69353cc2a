// Which revisions a rule is for.
import { LEGACY_REVISIONS, MODERN_REVISIONS, type Revision } from '../dialect/revisions.ts'

export const ALL: readonly Revision[] = [...LEGACY_REVISIONS, ...MODERN_REVISIONS]
export const LEGACY: readonly Revision[] = LEGACY_REVISIONS
export const MODERN: readonly Revision[] = MODERN_REVISIONS

export function between(first: Revision, last: Revision): readonly Revision[] {
  return ALL.filter((revision) => revision >= first && revision <= last)
}

export function since(first: Revision): readonly Revision[] {
  return ALL.filter((revision) => revision >= first)
}

/** "2025-06-18 and later", for people. */
export function spanOf(revisions: readonly Revision[]): string {
  const [first] = revisions
  const last = revisions.at(-1)
  if (first === undefined || last === undefined) return 'none'
  if (revisions.length === ALL.length) return 'all'
  if (first === last) return first
  if (last === ALL.at(-1)) return `${first} and later`
  return first === ALL[0] ? `${last} and earlier` : `${first} to ${last}`
}
