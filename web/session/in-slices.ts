// A file written in slices, so that all else that is asked meanwhile is answered: in the engine, and in a page that has a record and none.
import { Breath } from '#mcp/breath.ts'
import type { Excerpt } from '#mcp/traffic/excerpt.ts'

/** Milliseconds of long work until it is told how far that is. */
export const PATIENCE = 300

/** Characters of a file that are handed over at once. */
const PART = 1 << 20

/** Rests within long work on a record. `tell` hears how far that is, from 0 to 1, once it has taken a moment, and then in a while. */
export class Pace {
  readonly #breath = new Breath()
  readonly #excerpt: Excerpt
  readonly #signal: AbortSignal
  readonly #tell: (share: number) => void
  #told = performance.now()

  constructor(excerpt: Excerpt, signal: AbortSignal, tell: (share: number) => void) {
    this.#excerpt = excerpt
    this.#signal = signal
    this.#tell = tell
  }

  get due(): boolean {
    return this.#breath.due
  }

  /** @throws Error when the record was emptied meanwhile. What the signal gives as its reason, when it was aborted. */
  async rest(): Promise<void> {
    if (performance.now() - this.#told > PATIENCE) {
      this.#told = performance.now()
      this.#tell(this.#excerpt.share)
    }
    await this.#excerpt.meanwhile(() => this.#breath.take())
    this.#signal.throwIfAborted()
  }
}

/** The file that the parts make up; between two of them there may be a rest. `type`: its media type. @throws As `Pace.rest` does. */
export async function inSlices(parts: Iterable<string>, type: string, pace: Pace): Promise<Blob> {
  // Each part is handed over at once: a blob of them all would be made of their texts in one go.
  const blobs: Blob[] = []
  let part: string[] = []
  let length = 0
  for (const text of parts) {
    part.push(text)
    length += text.length
    if (length > PART) {
      blobs.push(new Blob(part))
      part = []
      length = 0
    }
    if (pace.due) await pace.rest()
  }
  return new Blob([...blobs, ...part], { type })
}
