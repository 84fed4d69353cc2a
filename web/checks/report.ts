// What is shown, as a report: the same that `loupe check` writes. Loaded when somebody wants one.
import { shownTarget } from '#mcp/traffic/secret-names.ts'
import { FORMATS } from '#mcp/conformance/formats.ts'
import type { Format } from '#mcp/conformance/report.ts'
import { publicName } from '#mcp/doctor/report.ts'
import type { Target } from '#mcp/transport/target.ts'
import type { CheckState } from '../session/check-state.ts'
import { call } from '../session/engine.ts'
import { count } from '../ui/format.ts'

export interface ReportWish {
  /** Whose record its head is about: that of the run, where there was one. */
  about: string
  target: Target
  rows: readonly CheckState[]
  chosen?: string
  profile?: string
  /** Messages that are still to be checked. */
  behind: number
}

/** @throws Error when the engine has no such record any more */
export async function reportOf(
  format: Format,
  { about, target, rows, chosen, profile, behind }: ReportWish,
): Promise<{ text: string; type: string; name: string }> {
  const story = await call('checkStory', [about])
  if (story === null) throw new Error('What was checked is forgotten already: run the checks again.')
  const what = publicName(shownTarget(target))
  const { write, type, ending } = FORMATS[format]
  const checked = {
    what,
    rows,
    story,
    ...(chosen === undefined ? {} : { chosen }),
    profile: profile ?? 'passive: what was seen in the page',
    ...(behind === 0 ? {} : { failed: [`${count(behind, 'message')} of the page’s record had not been checked when this was written.`] }),
  }
  return { text: write(checked, false), type, name: `checks.${ending}` }
}
