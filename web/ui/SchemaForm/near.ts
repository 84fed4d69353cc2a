// Among very many fields, those out of reach hold as little as they can. The browser itself says which are in reach: in
// sight or close to it, focused, or found by its search.

/** Chromium 124, Firefox 125 and Safari 18 say so; elsewhere every field is drawn whole at once. */
const isTold = typeof HTMLElement !== 'undefined' && 'ContentVisibilityAutoStateChangeEvent' in globalThis

export class NearWatch {
  readonly #waiting = new WeakMap<EventTarget, () => void>()

  static make(): NearWatch | undefined {
    return isTold ? new NearWatch() : undefined
  }

  /** For the element around the fields. */
  readonly around = (element: HTMLElement | null): (() => void) | undefined => {
    if (element === null) return
    const tell = (event: Event) => {
      if ((event as ContentVisibilityAutoStateChangeEvent).skipped || event.target === null) return
      this.#waiting.get(event.target)?.()
      this.#waiting.delete(event.target)
    }
    element.addEventListener('contentvisibilityautostatechange', tell, { capture: true })
    return () => element.removeEventListener('contentvisibilityautostatechange', tell, { capture: true })
  }

  /** Calls once when the field comes near for the first time. */
  wait(field: HTMLElement, then: () => void): void {
    this.#waiting.set(field, then)
  }
}
