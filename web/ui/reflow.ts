// Prose that was wrapped by hand (a docstring, a file of instructions) in lines of the width that there is. Lists, tables,
// code and short lines keep their breaks. For showing only: the raw text stands elsewhere.

/** A line shorter than this was ended on purpose. */
const WRAPPED = 48
const MARK = /^\s*(?:[-*+•–]\s|\d{1,3}[.)]\s|#|>|\||```|~~~)/

export function reflow(text: string): string {
  const out: string[] = []
  let code = false
  /** The line above, as it stood in the text. */
  let above = ''
  for (const line of text.split('\n')) {
    const fence = /^\s*(?:```|~~~)/.test(line)
    if (!code && !fence && out.length > 0 && goesOn(above, line)) out.push(`${out.pop()!.trimEnd()} ${line.trim()}`)
    else out.push(line)
    if (fence) code = !code
    above = fence ? '' : line
  }
  return out.join('\n')
}

function goesOn(above: string, line: string): boolean {
  if (above.trim().length < WRAPPED || /[:：]\s*$/.test(above) || line.trim() === '' || MARK.test(line)) return false
  // A table's row or a heading ends with its line.
  if (/^\s*[#|]/.test(above)) return false
  const indent = indentOf(line)
  return MARK.test(above) ? indent > indentOf(above) : indent === indentOf(above)
}

function indentOf(line: string): number {
  return line.length - line.trimStart().length
}
