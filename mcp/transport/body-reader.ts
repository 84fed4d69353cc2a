// The bytes of a body, piece by piece. Where its stream fills a buffer that it is lent (a fetched body does, in Chromium at
// least), there is one for all pieces: else each comes in one of its own, copied more than once on the way, and a flood
// of 17 MB waits for memory longer than for the server.

/** Bytes of the buffer that is lent: few at first, for a stream that says little, and twice as many each time that they were too few. */
const LEAST = 16_384
const MOST = 524_288

export interface BodyReader {
  /** The next bytes, good until the next call. At the end there may be none. Rejects as the stream breaks. */
  read(): Promise<{ done: boolean; value?: Uint8Array | undefined }>
  /** No more is wanted. */
  cancel(reason: string): Promise<void>
}

export function bodyReader(body: ReadableStream<Uint8Array<ArrayBuffer>>): BodyReader {
  const reader = lending(body)
  if (reader === undefined) return body.getReader()
  let buffer = new ArrayBuffer(LEAST)
  return {
    async read() {
      const { done, value } = await reader.read(new Uint8Array(buffer))
      if (value === undefined) return { done }
      buffer = value.length < value.buffer.byteLength ? value.buffer : larger(value.buffer)
      return { done, value }
    },
    cancel: (reason) => reader.cancel(reason),
  }
}

/** What was read into `full` is read by the next call at the latest, and it is lent no more. */
function larger(full: ArrayBuffer): ArrayBuffer {
  return full.byteLength < MOST ? new ArrayBuffer(full.byteLength * 2) : full
}

/** What a person's code wrote as a stream of any things lends no buffer. */
function lending(body: ReadableStream): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: 'byob' })
  } catch {
    return undefined
  }
}
