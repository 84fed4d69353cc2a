// The revisions that we speak, oldest first.
import type { LegacyRevision, ModernRevision } from '../session-types.ts'

export const LEGACY_REVISIONS: readonly LegacyRevision[] = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']
export const MODERN_REVISIONS: readonly ModernRevision[] = ['2026-07-28']

export function isLegacy(revision: unknown): revision is LegacyRevision {
  return (LEGACY_REVISIONS as readonly unknown[]).includes(revision)
}

export function isModern(revision: unknown): revision is ModernRevision {
  return (MODERN_REVISIONS as readonly unknown[]).includes(revision)
}
