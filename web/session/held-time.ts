// How long a person kept requests waiting, by what their clocks say.
import type { ClockReading } from '#mcp/session-types.ts'

export class HeldTime {
  #since: number | undefined
  /** Milliseconds, once the clock runs again. */
  ms = 0

  take({ held, at }: ClockReading): void {
    if (held) this.#since ??= at
    else if (this.#since !== undefined) {
      this.ms += at - this.#since
      this.#since = undefined
    }
  }
}
