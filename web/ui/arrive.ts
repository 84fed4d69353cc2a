// Where the focus goes once a person has gone somewhere: to the main thing of what stands there, never to nowhere. It hides that panels,
// lists and forms are drawn a little later than one arrives.

/** Milliseconds within which the main thing must be drawn; and within which a form must follow its item, or a list its panel. */
const PATIENCE = 3000
const SOON = 500
/** Milliseconds that a list or a table is waited for where there is a search field already, and nothing says that it is being looked for. */
const BESIDE = 150

/** The main things of a panel, the best first: what it marks itself (a control, or a form for its first field), its list, its table. */
const MAIN = ['[data-arrive]', '[role=listbox]', '[role=grid]']
const SEARCH = '[data-search]'
const FIELD = ':is(input, textarea, select):not(:disabled, [aria-label^="State of"])'

/** Focuses a control; the text of a field is chosen, so that what is typed takes its place. JSON is written on, not over. */
export function focusWhole(control: HTMLElement): void {
  control.focus()
  const field = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement
  if (field && control.closest('[data-json]') === null) control.select()
}

/** Who clicks where nothing takes the focus wants it nowhere, and so does a page that nobody has touched yet. */
let loose = true
if (typeof window !== 'undefined') {
  window.addEventListener('focusin', () => (loose = false))
  window.addEventListener('click', () => (loose = document.activeElement === document.body), { capture: true })
}

const drawn = (element: Element): boolean => element.getClientRects().length > 0
const home = (): HTMLElement | undefined => [...document.querySelectorAll<HTMLElement>('[data-home]')].find(drawn)
/** Whether the focus is on nothing that a person could use. */
export const isLost = (): boolean => document.activeElement === document.body || document.activeElement?.hasAttribute('data-home') === true

/**
 * Takes the focus to the main thing of the panel, or into the form of `item` once that is drawn. 'lost': only where the focus was lost on the
 * way, since what held it is gone. 'going': a person asked to go there, wherever the focus is.
 */
export function arrive(how: 'lost' | 'going', item?: string): void {
  if (how === 'lost' && (loose || !isLost())) return
  const first = home()
  // A modal dialog keeps it, and gives it back.
  if (first === undefined || document.querySelector('dialog:modal') !== null) return
  first.focus({ preventScroll: true })
  const finger = window.matchMedia('(pointer: coarse)').matches
  const began = performance.now()
  patiently(() => {
    // The person, or the work that was looked for, has it already.
    if (!isLost()) return true
    const here = home()
    const passed = performance.now() - began
    const busy = here !== undefined && here.querySelector('[aria-busy=true]') !== null
    const main = here === undefined ? undefined : mainOf(here, !finger && isEnough(passed, busy, BESIDE), finger)
    if (main !== undefined) focusMain(main)
    else if (here !== undefined && isEnough(passed, busy, SOON)) {
      const heading = [...here.querySelectorAll<HTMLElement>('h2, h3')].find(drawn)
      if (heading === undefined && passed < PATIENCE) return false
      focusMain(heading ?? here)
    } else return false
    return true
  })
  // By finger a field would bring the keyboard up unasked.
  if (item !== undefined && !finger) enterWork(item)
}

/**
 * Whether it was waited long enough for what is better than what is there. `passed` and `soon`: milliseconds. A panel that says that it is busy
 * draws its list or its table yet, however slow the machine: whoever came to read would else type into its search field.
 */
export function isEnough(passed: number, busy: boolean, soon: number): boolean {
  return passed > (busy ? PATIENCE : soon)
}

function mainOf(here: HTMLElement, search: boolean, finger: boolean): HTMLElement | undefined {
  for (const selector of search ? [...MAIN, SEARCH] : MAIN) {
    const found = [...here.querySelectorAll<HTMLElement>(selector)].find((one) => drawn(one) && !one.matches(':disabled'))
    const around = found?.matches('form, [data-search]:not(input, textarea)') === true
    if (found !== undefined && !(around && finger)) return around ? (found.querySelector<HTMLElement>(FIELD) ?? found) : found
  }
  return undefined
}

function focusMain(main: HTMLElement): void {
  if (main.matches('input, textarea')) return focusWhole(main)
  if (main.tabIndex < 0 && !main.hasAttribute('tabindex')) main.tabIndex = -1
  main.focus({ preventScroll: true })
}

/** Once `item` is drawn: into the first field of its form, else to its main act. It gives up when the person goes on meanwhile. */
export function enterWork(item: string): void {
  let until = performance.now() + PATIENCE
  let found = false
  patiently(() => {
    const work = [...document.querySelectorAll<HTMLElement>('[data-work]')].find(({ dataset }) => dataset.work === item)
    if (work !== undefined && !found) {
      found = true
      until = performance.now() + SOON
    }
    const late = performance.now() > until
    const form = work?.querySelector('[data-form]')
    const field = (form ?? work)?.querySelector<HTMLElement>(FIELD)
    const act = work?.querySelector<HTMLElement>('[data-call]:not(:disabled)') ?? work?.querySelector<HTMLElement>('button:not(:disabled)')
    const target = field ?? (form != null || late ? act : undefined)
    if (target == null) return late
    focusWhole(target)
    return true
  })
}

/** Looks, now and with every picture, until `look` has found what it wants, or the person goes on. */
function patiently(look: () => boolean): void {
  const gone = new AbortController()
  const act = (event: Event): void => {
    if (!(event instanceof KeyboardEvent && event.repeat)) gone.abort()
  }
  for (const type of ['keydown', 'pointerdown']) window.addEventListener(type, act, { capture: true, signal: gone.signal })
  const again = (): void => {
    if (gone.signal.aborted) return
    if (look()) gone.abort()
    else requestAnimationFrame(again)
  }
  again()
}
