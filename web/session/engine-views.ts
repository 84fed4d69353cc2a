// Live windows onto records: at most one push a frame for each view and two without acknowledgement, so that neither
// a flood nor a sleeping page piles anything up.
import type { Traffic } from '#mcp/traffic.ts'
import type { RowQuery, RowWindow } from '#mcp/traffic-row.ts'
import { ALL } from './all.ts'
import type { Pushed } from './engine-messages.ts'
import { askQuiet } from './engine-quiet.ts'

const FRAME = 16
/** Milliseconds between two pushes of a view whose rows go on changing: the page draws them less often than that (`row-pace.ts`). */
const STEADY = 50
/** Pushes in a row, none of them at rest before the next was due, after which they are that steady. */
const STREAK = 3
/** Milliseconds that the rows of a request wait for its answer. */
const PATIENCE = 90
const MOST_UNACKNOWLEDGED = 2
/** Milliseconds in which all else waits for the next step of a search. */
const SEARCHING = 100
/**
 * Milliseconds at most that it rests after its first hits: the page draws them, and with a processor of two taken by the search that took twice as
 * long. One for so many messages of the record: a short search is soon done.
 */
const DRAWING = 48
const MESSAGES_PER_MS = 10_000

interface View {
  connection: string
  query: RowQuery
  /** Tells the list that these rows are of from all others, and the question for it. */
  list: number
  asked: string
  changed: boolean
  /** Its filter has not read all yet. */
  scanning: boolean
  /** It was pushed with rows. */
  found: boolean
  flying: number
  /** When it was pushed last, and how often in a row. */
  pushedAt: number
  streak: number
}

export interface Views {
  show(view: number, connection: string, query: RowQuery): void
  hide(view: number): void
  acknowledge(view: number): void
  /** Gives what would be pushed soon: the page is about to be told of something that its rows belong to. */
  hurry(): Pushed[]
  /** A request leaves: what it changes is pushed with its answer, if that is not long in coming. Else the page would draw twice. */
  patient(): void
  /**
   * The record of this connection changed, came or went, and with it all of them as one; of `ALL`, every one. `about`: only
   * what lists by a filter of these words changed.
   */
  touch(connection: string, about?: RegExp): void
  /** Somebody looks at this. */
  shows(connection: string): boolean
}

/** `sourceOf`: what a view looks into; undefined: nothing. Null: it is not there yet, and `touch` tells when it is. */
export function createViews(
  sourceOf: (connection: string, filter: string) => Pick<Traffic, 'window'> | undefined | null,
  push: (pushed: Pushed) => void,
): Views {
  const views = new Map<number, View>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let lists = 0
  let patientUntil = 0

  function schedule(within = Math.max(FRAME, patientUntil - performance.now())): void {
    timer ??= setTimeout(() => flush(push), within)
  }

  /** `hurried`: of views that are steady, too, nobody waits. */
  function flush(take: (pushed: Pushed) => void, hurried = false): void {
    timer = undefined
    let again = false
    let drawn = 0
    let rest = Infinity
    const now = performance.now()
    for (const [number, view] of views) {
      if (!view.changed) continue
      const since = now - view.pushedAt
      const left = hurried || view.scanning || view.streak < STREAK ? 0 : STEADY - since
      if (left > 0) {
        rest = Math.min(rest, left)
        continue
      }
      const full = view.flying >= MOST_UNACKNOWLEDGED
      if (full && !view.scanning) continue
      // The filter reads on while the page draws what it found.
      const source = sourceOf(view.connection, view.query.filter)
      if (source === null) continue
      const window = source?.window(full ? { ...view.query, size: 0 } : view.query) ?? empty()
      view.scanning = window.scanning
      again ||= window.scanning
      if (full) continue
      if (!view.found && window.rows.length > 0) {
        view.found = true
        drawn = Math.min(DRAWING, window.total / MESSAGES_PER_MS)
      }
      view.changed = window.scanning
      view.flying += 1
      view.streak = since < 2 * STEADY ? view.streak + 1 : 0
      view.pushedAt = now
      take({ view: number, window: { ...window, filter: view.query.filter, list: view.list } })
    }
    // A person waits for what the filter finds: nothing is gained by letting the worker stand still, or judge in between.
    if (again) {
      askQuiet(SEARCHING)
      schedule(drawn)
    } else if (rest < Infinity) schedule(rest)
  }

  return {
    show(number, connection, query) {
      const known = views.get(number)
      const asked = JSON.stringify([connection, { ...query, tail: false, from: 0, size: 0, around: undefined }])
      views.set(number, {
        connection,
        query,
        list: known?.asked === asked ? known.list : ++lists,
        asked,
        changed: true,
        scanning: false,
        found: false,
        flying: known?.flying ?? 0,
        pushedAt: -Infinity,
        streak: 0,
      })
      if (query.filter !== '') askQuiet(SEARCHING)
      clearTimeout(timer)
      timer = undefined
      schedule(0)
    },
    hide: (number) => void views.delete(number),
    shows: (connection) => [...views.values()].some((view) => view.connection === connection),
    acknowledge(number) {
      const view = views.get(number)
      if (view === undefined) return
      view.flying = Math.max(0, view.flying - 1)
      if (view.changed) schedule()
    },
    hurry() {
      const pushed: Pushed[] = []
      if (timer === undefined) return pushed
      clearTimeout(timer)
      flush((one) => pushed.push(one), true)
      return pushed
    },
    patient() {
      patientUntil = performance.now() + PATIENCE
    },
    touch(connection, about) {
      for (const view of views.values()) {
        if (about?.test(view.query.filter) === false) continue
        if (connection !== ALL && view.connection !== ALL && view.connection !== connection) continue
        view.changed = true
        if (view.flying < MOST_UNACKNOWLEDGED) schedule()
      }
    },
  }
}

function empty(): RowWindow {
  return { count: 0, total: 0, dropped: 0, from: 0, rows: [], scanning: false }
}
