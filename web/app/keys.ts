// The keys that belong to the frame: between panes, and to the search field.

/** Moves the focus to the next pane (−1: the one before), to where it was last in there. */
export function nextPane(step: 1 | -1): void | false {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => pane.offsetParent !== null || pane.getClientRects().length > 0,
  )
  if (panes.length === 0) return false
  const here = panes.findLastIndex((pane) => pane.contains(document.activeElement))
  const focused = document.activeElement
  if (here >= 0 && focused instanceof HTMLElement) last.set(panes[here]!, focused)
  const pane = panes[here < 0 ? (step > 0 ? 0 : panes.length - 1) : (here + step + panes.length) % panes.length]!
  const before = last.get(pane)
  const target =
    before?.isConnected === true
      ? before
      : (pane.querySelector<HTMLElement>('[aria-current], a[href], input, textarea, [tabindex="0"], button') ?? pane)
  target.focus()
}

const last = new WeakMap<HTMLElement, HTMLElement>()

/** Focuses the search field of the panel, else the dock's. */
export function focusSearch(): void | false {
  const field = [...document.querySelectorAll<HTMLElement>('[data-search]')].find((one) => one.getClientRects().length > 0)
  if (field === undefined) return false
  const input = field.matches('input, textarea') ? field : field.querySelector<HTMLElement>('input, textarea')
  if (input === null) return false
  input.focus()
  if (input instanceof HTMLInputElement) input.select()
}
