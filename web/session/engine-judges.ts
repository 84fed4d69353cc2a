// Which records are judged. Judging is code of its own, fetched when there is something to judge and the first lists are on
// their way.
import type { Traffic } from '#mcp/traffic.ts'
import type { CheckMarks } from './check-state.ts'
import type { Judging } from './engine-judge.ts'

/** Milliseconds after a connect at which judging begins. */
const AFTER = 300

export interface Judges {
  /** Begins to judge what is shown under this id, soon. */
  watch(id: string): void
  /** Undefined when there is no such record. */
  of(id: string): Promise<Judging> | undefined
  drop(id: string): void
}

export function createJudges(
  shownAs: (id: string) => { traffic: Traffic } | undefined,
  /** A connection begins with a clean slate each time; a saved record is judged whole. */
  live: (id: string) => boolean,
  tell: (id: string, found: CheckMarks) => void,
): Judges {
  const all = new Map<string, Promise<Judging>>()
  function of(id: string): Promise<Judging> | undefined {
    const shown = shownAs(id)
    if (shown === undefined || all.has(id)) return all.get(id)
    const judging = import('./engine-judge.ts').then(({ judgeLive }) =>
      judgeLive(shown.traffic, (found) => shownAs(id) === shown && tell(id, found), live(id)),
    )
    all.set(id, judging)
    return judging
  }
  return {
    of,
    // Without the code of rules all else goes on.
    watch: (id) => void setTimeout(() => of(id)?.catch(() => all.delete(id)), AFTER),
    drop(id) {
      all.get(id)?.then(
        (judging) => judging.stop(),
        () => undefined,
      )
      all.delete(id)
    },
  }
}
