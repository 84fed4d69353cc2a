// Cuts Markdown between its blocks, so that it can be drawn piece by piece. What links name by reference goes along with
// each piece.

/** Characters of a piece, about. */
const PIECE = 12_000

export function piecesOf(text: string): string[] {
  if (text.length <= PIECE * 1.5) return [text]
  const named = text.match(/^ {0,3}\[[^\]\n]{1,200}\]:[ \t]+\S[^\n]{0,1000}$/gm) ?? []
  const references = named.length === 0 ? '' : `\n\n${named.slice(0, 500).join('\n')}\n`
  const pieces: string[] = []
  let at = 0
  while (at < text.length) {
    const end = text.length - at <= PIECE * 1.5 ? text.length : cutAfter(text, at)
    pieces.push(text.slice(at, end) + references)
    at = end
  }
  return pieces
}

/** The end of a block behind the middle of a piece: a blank line that lies in no fence. */
function cutAfter(text: string, from: number): number {
  let fence: string | undefined
  let at = from
  while (at < text.length) {
    const next = text.indexOf('\n', at)
    const end = next < 0 ? text.length : next + 1
    const line = text.slice(at, end)
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]
    if (mark !== undefined) {
      if (fence === undefined) fence = mark
      else if (mark.startsWith(fence[0]!) && mark.length >= fence.length) fence = undefined
    }
    if (fence === undefined && line.trim() === '' && end - from >= PIECE) return end
    // A fence that never ends, or a line without end, is cut in spite of it.
    if (end - from >= PIECE * 8) return end - from > PIECE * 16 ? from + PIECE * 8 : end
    at = end
  }
  return text.length
}
