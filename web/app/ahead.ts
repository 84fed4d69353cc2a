// What is loaded ahead of its use once a server is up: the proxy may be stopped at any time, and what a person then wants to see and to
// save is here by then.
import { untilCalm } from '../session/calm.ts'
import { isAsked, prepareRest, tellActing } from '../session/engine.ts'
import { preloadAll } from '../ui/deferred.tsx'

/** Milliseconds without a key or a press after which a person looks rather than acts. */
const REST = 1500

/** Milliseconds between two words to the engine that somebody acts. */
const PACE = 100

/** When somebody acted last, in each page that is listened to. */
const acts = new WeakMap<EventTarget, { at: number }>()

/** From the first key on: a page is slow to draw what was asked for where the engine works on what nobody waits for. */
function listenTo(page: EventTarget): { at: number } {
  const last = acts.get(page) ?? { at: -Infinity }
  if (acts.has(page)) return last
  acts.set(page, last)
  let told = -Infinity
  const note = (): void => {
    last.at = performance.now()
    if (last.at - told < PACE) return
    told = last.at
    tellActing()
  }
  for (const act of ['pointerdown', 'keydown', 'input']) page.addEventListener(act, note, true)
  return last
}

/** Loads the rest of the page and of its engine, while no call is under way and nobody acts: what a press asks for goes first. */
export async function loadAhead(page: EventTarget = window): Promise<void> {
  const acted = listenTo(page)
  acted.at = performance.now()
  const calm = untilCalm(() => isAsked() || performance.now() - acted.at < REST)
  await calm()
  prepareRest()
  await preloadAll(calm)
}
