// What differs between two texts, line by line.

export interface DiffLine {
  kind: 'same' | 'only-first' | 'only-second'
  text: string
}

/** A line of the first beside the one of the second that took its place, or beside nothing. */
export interface DiffPair {
  kind: 'same' | 'changed'
  before?: string
  after?: string
}

/** Lines beside each other: of a run that went and one that came in its place, one beside one. */
export function pairLines(lines: readonly DiffLine[]): DiffPair[] {
  const pairs: DiffPair[] = []
  for (let at = 0; at < lines.length;) {
    const { kind, text } = lines[at]!
    if (kind === 'same') {
      pairs.push({ kind: 'same', before: text, after: text })
      at += 1
      continue
    }
    const gone: string[] = []
    const come: string[] = []
    for (; at < lines.length && lines[at]!.kind !== 'same'; at += 1) (lines[at]!.kind === 'only-first' ? gone : come).push(lines[at]!.text)
    for (let row = 0; row < Math.max(gone.length, come.length); row += 1) {
      const pair: DiffPair = { kind: 'changed' }
      if (row < gone.length) pair.before = gone[row]!
      if (row < come.length) pair.after = come[row]!
      pairs.push(pair)
    }
  }
  return pairs
}

/** Beyond so many lines they are compared place by place: the exact way takes the square of them. */
const MOST = 1500

/** The longest common lines stay, all else is of the first or of the second. */
export function diffLines(first: string, second: string): DiffLine[] {
  // What is not there has no line, not an empty one.
  const a = first === '' ? [] : first.split('\n')
  const b = second === '' ? [] : second.split('\n')
  const same = (text: string): DiffLine => ({ kind: 'same', text })
  if (a.length > MOST || b.length > MOST)
    return Array.from({ length: Math.max(a.length, b.length) }, (_, at): DiffLine[] =>
      a[at] === b[at] ? [same(a[at]!)] : [...only(a[at], 'only-first'), ...only(b[at], 'only-second')],
    ).flat()
  const width = b.length + 1
  // For each pair of places: how many lines what follows has in common.
  const common = new Uint16Array((a.length + 1) * width)
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      common[i * width + j] =
        a[i] === b[j] ? common[(i + 1) * width + j + 1]! + 1 : Math.max(common[(i + 1) * width + j]!, common[i * width + j + 1]!)
  const lines: DiffLine[] = []
  let i = 0
  let j = 0
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      lines.push(same(a[i]!))
      i++
      j++
    } else if (j >= b.length || (i < a.length && common[(i + 1) * width + j]! >= common[i * width + j + 1]!))
      lines.push({ kind: 'only-first', text: a[i++]! })
    else lines.push({ kind: 'only-second', text: b[j++]! })
  }
  return lines
}

function only(text: string | undefined, kind: DiffLine['kind']): DiffLine[] {
  return text === undefined ? [] : [{ kind, text }]
}
