// What is loaded ahead of its use once a server is up: the proxy may be stopped at any time, and what a person then wants to see and to
// save is here by then.
import { untilCalm } from '../session/calm.ts'
import { isAsked, prepareRest } from '../session/engine.ts'
import { preloadAll } from '../ui/deferred.tsx'

/** Milliseconds without a key or a press after which a person looks rather than acts. */
const REST = 1500

/** Loads the rest of the page and of its engine, while no call is under way and nobody acts: what a press asks for goes first. */
export async function loadAhead(page: EventTarget = window): Promise<void> {
  let acted = performance.now()
  const note = (): void => {
    acted = performance.now()
  }
  const acts = ['pointerdown', 'keydown', 'input'] as const
  for (const act of acts) page.addEventListener(act, note, true)
  const calm = untilCalm(() => isAsked() || performance.now() - acted < REST)
  await calm()
  prepareRest()
  await preloadAll(calm)
  for (const act of acts) page.removeEventListener(act, note, true)
}
