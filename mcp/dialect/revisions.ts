// The revisions that we speak, oldest first, and what sets the newer era apart.

export type LegacyRevision = '2024-11-05' | '2025-03-26' | '2025-06-18' | '2025-11-25'
export type ModernRevision = '2026-07-28'
export type Revision = LegacyRevision | ModernRevision

export const LEGACY_REVISIONS: readonly LegacyRevision[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']
export const MODERN_REVISIONS: readonly ModernRevision[] = ['2026-07-28']

export function isLegacy(revision: unknown): revision is LegacyRevision {
  return (LEGACY_REVISIONS as readonly unknown[]).includes(revision)
}

export function isModern(revision: unknown): revision is ModernRevision {
  return (MODERN_REVISIONS as readonly unknown[]).includes(revision)
}

/** -32020 header mismatch, -32021 missing capability, -32022 unsupported version: nobody else may use these. */
export const MODERN_ERRORS: ReadonlyMap<number, string> = new Map([
  [-32020, 'a header mismatch'],
  [-32021, 'a missing client capability'],
  [-32022, 'an unsupported protocol version'],
])

export function isModernError(code: number): boolean {
  return MODERN_ERRORS.has(code)
}
