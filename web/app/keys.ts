// The keys that belong to the frame: between panes, and to the search field.

/** Moves the focus to the next pane (−1: the one before), to where it was last in there. */
export function nextPane(step: 1 | -1): void | false {
  const shown = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter((pane) => pane.getClientRects().length > 0)
  // A pane that is divided is no place of its own: its parts are.
  const panes = shown.filter((pane) => !shown.some((other) => other !== pane && pane.contains(other)))
  if (panes.length === 0) return false
  const focused = document.activeElement
  const here = panes.findIndex((pane) => pane.contains(focused))
  if (here >= 0 && focused instanceof HTMLElement) last.set(panes[here]!, focused)
  // From between two panes (the bar that divides them) it goes to the one on that side.
  const before = panes.filter(
    (pane) => focused !== null && (focused.compareDocumentPosition(pane) & Node.DOCUMENT_POSITION_PRECEDING) !== 0,
  )
  const from = here >= 0 ? here : focused === document.body ? -1 : before.length - (step > 0 ? 1 : 0)
  const at = from < 0 ? (step > 0 ? 0 : panes.length - 1) : (from + step + panes.length) % panes.length
  enter(panes[at]!)
}

const TARGETS = ':is(a[href], input, textarea, select, [tabindex="0"], button):not([tabindex="-1"])'

/** To where it was last in there, else to the first control that takes the focus, else to the pane itself. */
function enter(pane: HTMLElement): void {
  const before = last.get(pane)
  const targets = [
    ...(before?.isConnected === true ? [before] : []),
    ...pane.querySelectorAll<HTMLElement>('[aria-current]'),
    ...pane.querySelectorAll<HTMLElement>(TARGETS),
  ]
  for (const target of targets) {
    target.focus()
    if (document.activeElement === target) return
  }
  if (!pane.hasAttribute('tabindex')) pane.tabIndex = -1
  pane.focus()
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

/** Milliseconds within which an item must be drawn to get the focus, and within which its form must follow. */
const PATIENCE = 3000
const FORM_PATIENCE = 500

/** Once `item` is drawn: into the first field of its form, else to its main act. It gives up when the person goes on meanwhile. */
export function enterWork(item: string): void {
  const gone = new AbortController()
  for (const act of ['keydown', 'pointerdown']) window.addEventListener(act, () => gone.abort(), { capture: true, signal: gone.signal })
  let until = performance.now() + PATIENCE
  let found = false
  const look = (): void => {
    if (gone.signal.aborted) return
    const work = [...document.querySelectorAll<HTMLElement>('[data-work]')].find(({ dataset }) => dataset.work === item)
    if (work !== undefined && !found) {
      found = true
      until = performance.now() + FORM_PATIENCE
    }
    const late = performance.now() > until
    const form = work?.querySelector('[data-form]')
    const field = (form ?? work)?.querySelector<HTMLElement>(':is(input, textarea, select):not(:disabled, [aria-label^="State of"])')
    const act = work?.querySelector<HTMLElement>('[data-call]:not(:disabled)') ?? work?.querySelector<HTMLElement>('button:not(:disabled)')
    const target = field ?? (form != null || late ? act : undefined)
    if (target == null && !late) return void requestAnimationFrame(look)
    target?.focus()
    gone.abort()
  }
  look()
}
