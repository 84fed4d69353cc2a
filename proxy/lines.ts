// Cuts a stream of bytes where lines end, on bytes: what is not UTF-8 stays as it came. Lines that came at once go on at
// once, as one block. Pieces of a long line are kept in a list and joined once, so that a line of 100 MB costs one copy.

export interface LineCutter {
  push(chunk: Uint8Array): void
  /** The stream ended: what is left is a line too. */
  end(): void
}

/** `block` gets one or more whole lines, as bytes good for the call only; `eachLine` reads them. */
export function cutLines(block: (lines: Uint8Array) => void): LineCutter {
  let pieces: Uint8Array[] = []
  const emit = (last: Uint8Array): void => {
    const lines = pieces.length === 0 ? last : Buffer.concat([...pieces, last])
    pieces = []
    if (lines.length > 0) block(lines)
  }
  return {
    push(chunk) {
      const end = chunk.lastIndexOf(0x0a)
      if (end >= 0) emit(chunk.subarray(0, end))
      if (end + 1 < chunk.length) pieces.push(chunk.subarray(end + 1))
    },
    end: () => emit(new Uint8Array(0)),
  }
}
