// Cuts a stream of bytes into lines, on bytes: what is not UTF-8 stays as it came. Pieces of a long line are kept in a
// list and joined once, so that a line of 100 MB costs one copy.

export interface LineCutter {
  push(chunk: Uint8Array): void
  /** The stream ended: what is left is a line too. */
  end(): void
}

/** `line` gets each line without its break (LF or CR LF), as bytes good for the call only. Empty lines are left out. */
export function cutLines(line: (bytes: Uint8Array) => void): LineCutter {
  let pieces: Uint8Array[] = []
  const emit = (last: Uint8Array): void => {
    let bytes = last
    if (pieces.length > 0) {
      pieces.push(last)
      bytes = Buffer.concat(pieces)
      pieces = []
    }
    const end = bytes[bytes.length - 1] === 0x0d ? bytes.length - 1 : bytes.length
    if (end > 0) line(bytes.subarray(0, end))
  }
  return {
    push(chunk) {
      let from = 0
      for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, from)) {
        emit(chunk.subarray(from, at))
        from = at + 1
      }
      if (from < chunk.length) pieces.push(from === 0 ? chunk : chunk.subarray(from))
    },
    end: () => emit(new Uint8Array(0)),
  }
}
