// Pauses in long work. What is read is often there already, and then a loop of awaits never leaves the queue of microtasks: timers,
// messages and everyone else would wait until it ends.

export class Breath {
  #since = performance.now()
  readonly #work: number

  /** `work`: milliseconds of it between two pauses. */
  constructor(work = 8) {
    this.#work = work
  }

  /** It was worked long enough since the last pause: due is one. */
  get due(): boolean {
    return performance.now() - this.#since > this.#work
  }

  /** Lets the tasks that wait run. A timer would rest for some milliseconds, a message does not. */
  async take(): Promise<void> {
    const { port1, port2 } = new MessageChannel()
    await new Promise<void>((resolve) => {
      port1.onmessage = () => resolve()
      port2.postMessage(null)
    })
    port1.close()
    this.#since = performance.now()
  }
}
