// The keys that belong to the frame: between panes, and to the search field.
import { isCharacter } from '../session/shortcuts.ts'
import { focusWhole } from '../ui/arrive.ts'

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

/** Milliseconds within which a field that is on its way must be drawn. */
const PATIENCE = 3000

/** Focuses the search field of the panel, else the dock's. Of a panel whose code is under way it keeps what is typed until the field is there. */
export function focusSearch(): void | false {
  const input = searchField()
  if (input !== undefined) return focusWhole(input)
  const panel = document.querySelector('[data-panel]')
  if (panel === null || panel.childElementCount > 0) return false
  typeAhead(searchField)
}

function searchField(): HTMLElement | undefined {
  const field = [...document.querySelectorAll<HTMLElement>('[data-search]')].find((one) => one.getClientRects().length > 0)
  return field?.matches('input, textarea') === true ? field : (field?.querySelector<HTMLElement>('input, textarea') ?? undefined)
}

/** Keeps what is typed until the field that it is meant for is drawn: elsewhere each character would be a key of the page. */
export function typeAhead(find: () => HTMLElement | undefined): void {
  const over = new AbortController()
  const until = performance.now() + PATIENCE
  let typed = ''
  const keep = (event: KeyboardEvent): void => {
    if (!isCharacter(event)) return
    typed += event.key
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  window.addEventListener('keydown', keep, { capture: true, signal: over.signal })
  window.addEventListener('pointerdown', () => over.abort(), { capture: true, signal: over.signal })
  const look = (): void => {
    if (over.signal.aborted) return
    const input = find()
    if (input === undefined && performance.now() < until) return void requestAnimationFrame(look)
    over.abort()
    if (input === undefined) return
    focusWhole(input)
    // The one way to type into a field by which it, and all who listen to it, take it for typed.
    if (typed !== '') document.execCommand('insertText', false, typed)
  }
  look()
}
