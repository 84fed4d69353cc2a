// Cuts a stream of bytes where lines end, on bytes: what is not UTF-8 stays as it came. Lines that came at once go on at
// once, as one block. Pieces of a long line are kept in a list and joined once, so that a line of 100 MB costs one copy; what
// never ends is not kept for ever.

export interface LineCutter {
  push(chunk: Uint8Array): void
  /** The stream ended: what is left is a line too. */
  end(): void
}

/** Bytes of one line. Beyond, no engine could read it as one text anyway. */
export const LINE_LIMIT = 256 * 1024 * 1024
/** Bytes of a longer one that are told. */
const START = 64 * 1024

/**
 * `block` gets one or more whole lines, as bytes good for the call only; `eachLine` reads them. `overlong` gets the start of a line
 * beyond `limit`, and its length when it has ended; by default the start goes on as a line.
 */
export function cutLines(
  block: (lines: Uint8Array) => void,
  overlong: (start: Uint8Array, bytes: number) => void = (start) => block(start),
  limit = LINE_LIMIT,
): LineCutter {
  let pieces: Uint8Array[] = []
  let length = 0
  /** The start of a line that is too long; the rest of it is counted. */
  let start: Uint8Array | undefined
  const emit = (last: Uint8Array): void => {
    const lines = pieces.length === 0 ? last : Buffer.concat([...pieces, last])
    pieces = []
    length = 0
    if (lines.length > 0) block(lines)
  }
  const endOverlong = (): void => {
    if (start !== undefined) overlong(start, length)
    start = undefined
    length = 0
  }
  const keep = (piece: Uint8Array): void => {
    length += piece.length
    if (start !== undefined) return
    pieces.push(piece)
    if (length <= limit) return
    start = Buffer.from(firstBytes(pieces))
    pieces = []
  }
  return {
    push(chunk) {
      let rest = chunk
      if (start !== undefined) {
        const first = rest.indexOf(0x0a)
        if (first < 0) return keep(rest)
        keep(rest.subarray(0, first))
        endOverlong()
        rest = rest.subarray(first + 1)
      }
      const end = rest.lastIndexOf(0x0a)
      if (end >= 0) emit(rest.subarray(0, end))
      if (end + 1 < rest.length) keep(rest.subarray(end + 1))
    },
    end() {
      if (start === undefined) emit(new Uint8Array(0))
      else endOverlong()
    },
  }
}

function firstBytes(pieces: Uint8Array[]): Uint8Array {
  const wanted: Uint8Array[] = []
  let left = START
  for (const piece of pieces) {
    if (left <= 0) break
    wanted.push(piece.subarray(0, left))
    left -= piece.length
  }
  return Buffer.concat(wanted)
}
