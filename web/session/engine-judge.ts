// Judges the record of a connection while it grows: in slices, with pauses, so that a flood is read first and judged after.
import { Breath } from '#mcp/breath.ts'
import type { Finding, Judge } from '#mcp/conformance/judge.ts'
import { createJudge } from '#mcp/conformance/judge.ts'
import type { Story } from '#mcp/conformance/story.ts'
import { rowOf, type Row } from '#mcp/conformance/row.ts'
import { RULES } from '#mcp/conformance/rules.ts'
import type { Traffic } from '#mcp/traffic.ts'
import { quietLeft } from './engine-quiet.ts'
import type { CheckMarks, CheckState } from './check-state.ts'

/** Milliseconds of work at a time, and of rest after it: short while nothing comes, long in a flood. */
const WORK = 6
const REST = 30
const SHORT_REST = 3
/** Milliseconds at a time when the record is nearly full: reading waits for judging then, and not the other way round. */
const WORK_PRESSED = 24
/**
 * What comes is read and shown first and judged after, since somebody waits for it: while anything comes, for so many rests,
 * and while so many rows come within one, which is a flood, for so many more.
 */
const FEW_RESTS = 3
const FLOOD = 600
const MOST_RESTS = 200
/** Events between two looks at the clock. */
const BETWEEN_LOOKS = 20
/** Milliseconds that who reads something large is waited for. */
const LONGEST_WAIT = 3000
/** Milliseconds that a file waits for what is written in it to be judged. */
const LONGEST_CATCH = 20_000
/** Milliseconds within which a finding is told. */
const TELL = 200

export interface Judging {
  checks(): CheckState[]
  /**
   * Waits until all that is written now was judged; in the end without it. `tell` hears of how many messages are still to be judged.
   * Resolves to how many of them were not.
   */
  caughtUp(wait: CatchUp): Promise<number>
  story(): Story
  /** The record was emptied. */
  clear(): void
  /** That was undone. */
  putBack(): void
  stop(): void
}

/** `now`: nothing is waited for. */
export interface CatchUp {
  tell: (behind: number) => void
  now?: boolean | undefined
  signal?: AbortSignal
}

/** What was found stays when its messages are dropped: which those are is said beside it. */
function withGone(row: Row, traffic: Traffic): CheckState {
  const named = [...row.good, ...row.findings.flatMap(({ seq, rows = [], last = seq }) => [seq, ...rows, last])]
  const gone = traffic.gone(row.id, [...new Set(named)])
  return gone.messages + gone.seqs.length === 0 ? row : { ...row, gone }
}

/** `tell` hears of rows that are marked, and of how much was found in all. */
export function judgeLive(traffic: Traffic, tell: (marks: CheckMarks) => void): Judging {
  const follower = traffic.follow()
  /** Messages that were gone when judging began, beside those that were before the record; and how many the judge was told of. */
  const gone = traffic.dropped - traffic.before
  let missing = 0
  /** Those that went with a record that was emptied. */
  let forgotten = 0
  /** How it was when the record was emptied, for who undoes that. */
  let before: { counts: typeof counts; marks: typeof marks; seen: number; forgotten: number; missing: number } | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let telling: ReturnType<typeof setTimeout> | undefined
  let stopped = false
  let marks: CheckMarks['marks'] = []
  const counts = { fail: 0, warn: 0, info: 0 }
  let judged = 0
  let busy = false
  let waited = 0
  /** Rows there were at the last look, and rests since judging was put off. */
  let seen = 0
  let rests = 0
  const breath = new Breath()
  let hurried = false

  const hear = ({ rule, outcome, seq }: Finding): void => {
    if (outcome === 'inconclusive') return
    counts[outcome] += 1
    const of = outcome === 'info' ? undefined : traffic.row(seq)?.of
    marks.push(of === undefined ? [seq, outcome] : [seq, outcome, of])
    traffic.blame(seq, rule, outcome !== 'info', outcome === 'fail')
  }
  const judge: Judge = createJudge(RULES, hear)

  function say(): void {
    telling = undefined
    const { behind } = follower
    const missed = unseen()
    tell({ counts: { ...counts }, rules: judge.found(), judged, behind, missed, broken: traffic.broken, marks })
    marks = []
    // Nothing may be found for a while: how far it is behind changes all the same.
    if (behind > 0 && !stopped) telling = setTimeout(say, TELL)
  }

  /** At once, and each word is to be a new one. */
  function sayAnew(): void {
    judged += 1
    clearTimeout(telling)
    say()
  }

  /** In turns with who reads: a timer would come too seldom. */
  function hurry(): void {
    hurried = true
    void breath.take().then(() => {
      hurried = false
      if (!stopped) work()
    })
  }

  /** Messages that were dropped before they could be judged, here or before the record begins. */
  const unseen = (): number => traffic.before + gone + follower.missed - forgotten

  /** Before each event: what was dropped meanwhile was to come before it. */
  function tellGap(): void {
    const now = unseen()
    if (now > missing) judge.gap(now - missing)
    missing = now
  }

  function work(): void {
    timer = undefined
    const rest = quietLeft()
    waited += rest
    if (rest > 0 && waited < LONGEST_WAIT && !stopped) {
      timer = setTimeout(work, rest)
      // What came meanwhile is to be checked, and who reads that nothing is wrong must know.
      telling ??= setTimeout(say, TELL)
      return
    }
    waited = 0
    const fresh = traffic.total + traffic.dropped - seen
    seen += fresh
    const { pressed } = follower
    if (fresh > 0 && !pressed && rests < (fresh > FLOOD ? MOST_RESTS : FEW_RESTS)) {
      rests += 1
      timer = setTimeout(work, REST)
      telling ??= setTimeout(say, TELL)
      return
    }
    if (fresh <= FLOOD) rests = 0
    const until = performance.now() + (pressed ? WORK_PRESSED : WORK)
    let looked = 0
    for (const event of follower.unread()) {
      tellGap()
      judge.take(event)
      looked += 1
      if (looked % BETWEEN_LOOKS === 0 && performance.now() > until) {
        if (pressed) hurry()
        else timer = setTimeout(work, busy ? REST : SHORT_REST)
        busy = false
        break
      }
    }
    judged += looked
    if (looked > 0 && !stopped) telling ??= setTimeout(say, TELL)
  }

  const unsubscribe = traffic.subscribe(() => {
    if (stopped) return
    busy = true
    if (!hurried) timer ??= setTimeout(work, REST)
  })
  timer = setTimeout(work, 0)

  return {
    checks: () => judge.standings().map((standing) => withGone(rowOf(standing, judge.story.revision), traffic)),
    story: () => judge.story,
    clear() {
      judge.clear()
      // What was still to be judged went with it, requests perhaps whose answers are to come.
      if (follower.last < traffic.newest) judge.gap(0)
      before = { counts: { ...counts }, marks, seen, forgotten, missing }
      Object.assign(counts, { fail: 0, warn: 0, info: 0 })
      marks = []
      seen = 0
      forgotten += unseen()
      missing = 0
      sayAnew()
    },
    putBack() {
      if (before === undefined) return
      judge.putBack()
      for (const outcome of ['fail', 'warn', 'info'] as const) counts[outcome] += before.counts[outcome]
      marks = [...before.marks, ...marks]
      seen += before.seen
      forgotten = before.forgotten
      missing += before.missing
      before = undefined
      sayAnew()
    },
    async caughtUp({ tell: tellBehind, now = false, signal }) {
      const [newest] = traffic.window({ filter: '', tail: true, from: 0, size: 1 }).rows
      const until = now ? 0 : performance.now() + LONGEST_CATCH
      let told = performance.now()
      while (follower.last < (newest?.seq ?? 0) && performance.now() < until) {
        await new Promise((done) => setTimeout(done, REST))
        signal?.throwIfAborted()
        if (performance.now() - told < TELL) continue
        told = performance.now()
        tellBehind(follower.behind)
      }
      return follower.behind
    },
    stop() {
      stopped = true
      clearTimeout(timer)
      clearTimeout(telling)
      unsubscribe()
    },
  }
}
