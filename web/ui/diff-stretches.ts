// The rows of a comparison as they are drawn: in stretches, each laid out once it is in sight.
import type { DrawnPart } from './diff-window.ts'
import type { DiffPair } from './line-diff.ts'

/** Rows that are laid out together. */
const STRETCH = 40

export interface DrawnStretch extends DrawnPart {
  key: string
}

/** `narrow`: there is no room for two lines beside each other. */
export function stretchesOf(parts: readonly DrawnPart[], narrow: boolean): DrawnStretch[] {
  return parts.flatMap(({ from, hidden, pairs: both }) => {
    const pairs = narrow ? oneUnderOther(both) : both
    const stretches: DrawnStretch[] = []
    for (let at = 0; at === 0 || at < pairs.length; at += STRETCH)
      stretches.push({ key: `${from} ${at}`, from, hidden, pairs: pairs.slice(at, at + STRETCH) })
    return stretches
  })
}

/** Of one change all that went and then all that came: lines that merely stand in the same place need not belong together. */
function oneUnderOther(pairs: readonly DiffPair[]): DiffPair[] {
  const lines: DiffPair[] = []
  let came: DiffPair[] = []
  for (const pair of pairs) {
    if (pair.kind === 'same') {
      lines.push(...came, pair)
      came = []
      continue
    }
    const { before, after } = pair
    if (before !== undefined) lines.push({ kind: 'changed', before })
    if (after !== undefined) came.push({ kind: 'changed', after })
  }
  return [...lines, ...came]
}
