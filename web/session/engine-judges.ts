// Which records are judged. Judging is code of its own, fetched when there is something to judge and the first lists are on
// their way.
import type { Traffic } from '#mcp/traffic.ts'
import type { CheckMarks, CheckState } from './check-state.ts'
import type { CatchUp, Judging } from './engine-judge.ts'

/** Milliseconds after a connect at which judging begins. */
const AFTER = 300

/** `unjudged`: messages, the last of the record, that the rules have not come to. */
export interface Judged {
  standings: CheckState[]
  unjudged: number
}

export interface Judges {
  /** Begins to judge what is shown under this id, soon. */
  watch(id: string): void
  /** Undefined when there is no such record. */
  of(id: string): Promise<Judging> | undefined
  /** The record was emptied: what was found in it goes with it. Or that was undone: it is there again. */
  tell(id: string, what: 'clear' | 'putBack'): void
  /** How the rules stand once all that is written was judged, as far as that is waited for; none do without their code. */
  judged(id: string, wait: CatchUp): Promise<Judged>
  drop(id: string): void
}

export function createJudges(
  shownAs: (id: string) => { traffic: Traffic } | undefined,
  tell: (id: string, found: CheckMarks) => void,
): Judges {
  const all = new Map<string, Promise<Judging>>()
  function of(id: string): Promise<Judging> | undefined {
    const shown = shownAs(id)
    if (shown === undefined || all.has(id)) return all.get(id)
    const judging = import('./engine-judge.ts').then(({ judgeLive }) =>
      judgeLive(shown.traffic, (found) => shownAs(id) === shown && tell(id, found)),
    )
    all.set(id, judging)
    // Code that could not be fetched is fetched when it is asked for again.
    judging.catch(() => all.get(id) === judging && all.delete(id))
    return judging
  }
  function hand(id: string, what: 'clear' | 'putBack' | 'stop'): void {
    all.get(id)?.then(
      (judging) => judging[what](),
      () => undefined,
    )
  }
  return {
    of,
    async judged(id, wait) {
      const judging = await of(id)?.catch(() => void all.delete(id))
      if (judging === undefined) return { standings: [], unjudged: shownAs(id)?.traffic.total ?? 0 }
      const unjudged = await judging.caughtUp(wait)
      return { standings: judging.checks(), unjudged }
    },
    // Without the code of rules all else goes on.
    watch: (id) => void setTimeout(() => of(id), AFTER),
    tell: hand,
    drop(id) {
      hand(id, 'stop')
      all.delete(id)
    },
  }
}
