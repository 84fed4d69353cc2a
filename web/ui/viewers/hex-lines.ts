// Bytes as lines of text: where they stand, in hexadecimal, in ASCII.

const NONE: readonly number[] = []

/** Lines that copying gives: what is longer is saved. */
const MOST_COPIED = 65_536

export function hexText(bytes: Uint8Array): string {
  const digits = Math.max(4, (bytes.length - 1).toString(16).length)
  const lines: string[] = []
  for (let at = 0; at < Math.min(bytes.length, MOST_COPIED * 16); at += 16) lines.push(hexLine(bytes, at, 16, digits))
  if (bytes.length > MOST_COPIED * 16) lines.push('…')
  return lines.join('\n')
}

/** `0010  48 65 6c 6c 6f                                    Hello` */
export function hexLine(bytes: Uint8Array, from: number, width: number, digits: number): string {
  return hexPieces(bytes, from, width, digits, NONE)
    .map(({ text }) => text)
    .join('')
}

interface Piece {
  text: string
  mark: boolean
}

/** The same in pieces: those that are marked, and what stands between them. */
export function hexPieces(bytes: Uint8Array, from: number, width: number, digits: number, marked: readonly number[]): Piece[] {
  const pieces: Piece[] = [{ text: `${from.toString(16).padStart(digits, '0')}  `, mark: false }]
  const put = (text: string, mark: boolean) => {
    const last = pieces[pieces.length - 1]!
    if (last.mark === mark) last.text += text
    else pieces.push({ text, mark })
  }
  const isMarked = markedBetween(marked, from, from + width)
  for (let i = from; i < from + width; i += 1) {
    const byte = bytes[i]
    put(byte === undefined ? '  ' : byte.toString(16).padStart(2, '0'), isMarked(i))
    put(i - from === width / 2 - 1 ? '  ' : ' ', isMarked(i) && isMarked(i + 1))
  }
  put(' ', false)
  for (let i = from; i < Math.min(from + width, bytes.length); i += 1) {
    const byte = bytes[i]!
    put(byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·', isMarked(i))
  }
  return pieces
}

/** Tells of a place in a line whether it is marked. */
function markedBetween(marked: readonly number[], from: number, to: number): (at: number) => boolean {
  let low = 0
  let high = marked.length / 2
  while (low < high) {
    const middle = (low + high) >> 1
    if (marked[2 * middle + 1]! <= from) low = middle + 1
    else high = middle
  }
  const here: number[] = []
  for (let at = 2 * low; at < marked.length && marked[at]! < to; at += 2) here.push(marked[at]!, marked[at + 1]!)
  if (here.length === 0) return () => false
  return (at) => at < to && here.some((begin, n) => n % 2 === 0 && at >= begin && at < here[n + 1]!)
}
