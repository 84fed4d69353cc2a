// Keeps records over a reload of the page: writes what is new every second or two, without secrets, drops the oldest beyond
// a limit, and gives it all back when the same tab opens the same connection, with the number of messages that are gone.
import { Breath } from '#mcp/breath.ts'
import type { Json } from '#mcp/json.ts'
import type { Follower } from '#mcp/traffic/follower.ts'
import { readEvent } from '#mcp/traffic/read-event.ts'
import type { WireEvent } from '#mcp/wire-event.ts'
import { Redactor } from '#mcp/traffic/redact.ts'
import type { Traffic } from '#mcp/traffic.ts'
import type { Target } from '#mcp/transport/target.ts'
import { quietLeft } from './engine-quiet.ts'
import type { PartSize, RecordStore } from './record-store.ts'

/** Milliseconds from the first change until it is written. */
const PAUSE = 1500
/** Rows within one pause that are a flood: it is read first and kept after, but waits no more than so many pauses. */
const FLOOD = 2000
const MOST_PAUSES = 8
/** Pauses that it waits while a person acts: who acts all the time is not to lose all of it with a reload. */
const MOST_QUIET = 2
/** Events in one part, and characters: the oldest part goes whole. */
const PART = 2000
const PART_LENGTH = 1024 * 1024
/** Characters kept of one connection, which take some seconds to read back; and of one message, which would push out all else. */
const LIMITS = { most: 96 * 1024 * 1024, longest: 32 * 1024 * 1024 }
/** Milliseconds that a part waits for quiet to end, at most. */
const LONGEST_WAIT = 2000
/** Milliseconds of bringing back between two pauses, in which all else that waits is done. */
const SLICE = 30
/** Parts that are asked for ahead of the one that is brought back: the storage takes its time for each. */
const AHEAD = 6
/** Of all connections together. */
const MOST_IN_ALL = 384 * 1024 * 1024
/** Days after which what no tab came back for is dropped. */
const OLDEST = 7

export interface Keeper {
  /**
   * Brings back what was kept, if the record is still empty, and keeps what comes from now on. What is brought back comes in slices;
   * `tell` hears after each what share of it is there, from 0 to 1. Who writes into the record meanwhile ends that: what is
   * still to come counts as gone.
   */
  attach(connection: string, traffic: Traffic, target: Target, tell?: (share: number) => void): Promise<void>
  /** Forgets what was kept of a connection; `end`: keeps nothing of it from now on. */
  forget(connection: string, end: boolean): Promise<void>
  /** Keeps all of the record anew: something is in it again that was forgotten, before what was kept since. */
  keepAnew(connection: string): Promise<void>
  /** Characters kept of all tabs. */
  size(): Promise<number>
  forgetAll(): Promise<void>
  /** Writes at once what is still to be written. */
  flush(): Promise<void>
}

interface Kept {
  traffic: Traffic
  redactor: Redactor
  /** Reads what is to be written. */
  follower: Follower
  n: number
  stop: () => void
  timer: ReturnType<typeof setTimeout> | undefined
  /** Rows there were when the pause began, and pauses since what waits came. */
  total: number
  pauses: number
  parts: { n: number; length: number }[]
  /** A part that is being made: its lines, how many characters they have, and where it began. */
  begun: { lines: string[]; length: number; before: number; missed: number } | undefined
  /** It is brought back just now: nothing of it is new. */
  returning: boolean
}

export async function createKeeper(
  store: RecordStore,
  tab: string,
  now: () => number = Date.now,
  { most, longest } = LIMITS,
): Promise<Keeper> {
  const all = new Map<string, Kept>()
  await tidy(store, now())

  /**
   * `patient`: it pauses for what else the worker is asked, in the midst of a part too, and rests while somebody waits for it. Who has no
   * patience meanwhile goes on with the part that was begun.
   */
  async function write(connection: string, kept: Kept, patient = false): Promise<void> {
    clearTimeout(kept.timer)
    kept.timer = undefined
    if (kept.returning) return
    for (;;) {
      if (patient) await quietOver()
      const breath = new Breath()
      if (all.get(connection) !== kept) return
      if (!fill(kept, patient ? breath : undefined)) {
        await breath.take()
        continue
      }
      const { lines, before, missed } = kept.begun!
      kept.begun = undefined
      if (lines.length === 0) return
      const after = passed(kept)
      const rows = after - before - (kept.follower.missed - missed)
      const part = { tab, connection, n: ++kept.n, text: lines.join('\n'), at: now(), rows, passed: after }
      kept.parts.push({ n: part.n, length: part.text.length })
      await store.put(part)
      await trim(connection, kept)
    }
  }

  /** Goes on with a part. Answers whether it is complete: it is full, or there is nothing more to be read; if not, `breath` is to be taken. */
  function fill(kept: Kept, breath: Breath | undefined): boolean {
    const { follower, redactor } = kept
    const part = (kept.begun ??= { lines: [], length: 0, before: passed(kept), missed: follower.missed })
    for (const whole of follower.unread()) {
      const event = shortened(whole, longest)
      redactor.learn(event)
      const line = JSON.stringify(redactor.event(event))
      part.lines.push(line)
      part.length += line.length
      if (part.lines.length >= PART || part.length > PART_LENGTH) return true
      if (breath?.due === true) return false
    }
    return true
  }

  async function trim(connection: string, kept: Kept): Promise<void> {
    let length = kept.parts.reduce((sum, part) => sum + part.length, 0)
    const gone: { tab: string; connection: string; n: number }[] = []
    while (length > most && kept.parts.length > 1) {
      const oldest = kept.parts.shift()!
      length -= oldest.length
      gone.push({ tab, connection, n: oldest.n })
    }
    if (gone.length > 0) await store.drop(gone)
  }

  /** Rejects when the storage fails: what is there by then stays. */
  async function bringBack(kept: Kept, parts: readonly PartSize[], tell: (share: number) => void): Promise<void> {
    const { traffic, follower } = kept
    const held = parts.reduce((sum, { rows = 0 }) => sum + rows, 0)
    const length = parts.reduce((sum, part) => sum + part.length, 0)
    traffic.lose(lostOf(parts, held))
    /** All messages that there were so far, as long as nobody else writes; those that came back; and characters of parts that are read. */
    let known = everything(traffic)
    let came = 0
    let done = 0
    const breath = new Breath(SLICE)
    const undisturbed = (): boolean => kept.returning && everything(traffic) === known
    const asked: (Promise<string | undefined> | undefined)[] = []
    const textOf = async (at: number): Promise<string | undefined> => {
      for (const part of parts.slice(asked.length, at + AHEAD)) {
        const text = store.text(part)
        // Told where it is waited for; those that no one waits for any more tell no one.
        text.catch(() => undefined)
        asked.push(text)
      }
      const text = await asked[at]
      asked[at] = undefined
      return text
    }
    /** Whether to go on. */
    const take = async (part: PartSize, at: number): Promise<boolean> => {
      const text = await textOf(at)
      if (!undisturbed()) return false
      let read = -1
      for (const line of text?.split('\n') ?? []) {
        replay(traffic, line)
        read += line.length + 1
        came += everything(traffic) - known
        known = everything(traffic)
        if (!breath.due) continue
        follower.skip()
        tell((done + read) / length)
        await breath.take()
        if (!undisturbed()) return false
      }
      follower.skip()
      done += part.length
      return true
    }
    tell(0)
    for (const [at, part] of parts.entries()) if (!(await take(part, at))) break
    if (!kept.returning) return
    const alone = undisturbed()
    traffic.lose(Math.max(0, held - came))
    if (alone && traffic.total > 0)
      traffic.append(0, {
        kind: 'start',
        text: 'The page was loaded again. What was under way then is lost, and perhaps the last messages before.',
      })
  }

  const schedule = (connection: string, kept: Kept): void => {
    if (kept.timer !== undefined) return
    kept.total = kept.traffic.total
    kept.timer = setTimeout(() => {
      kept.timer = undefined
      // Nor while somebody reads a large result: what is written would be read anew, and the rows that are asked for would wait.
      const pauses = kept.traffic.total - kept.total > FLOOD ? MOST_PAUSES : quietLeft() > 0 ? MOST_QUIET : 0
      if ((kept.pauses += 1) < pauses) return schedule(connection, kept)
      kept.pauses = 0
      // What cannot be written (no room, storage cleared meanwhile) is lost with a reload, and nothing else is.
      write(connection, kept, true).catch(() => undefined)
    }, PAUSE)
  }

  const drop = async (connection: string): Promise<void> =>
    store.drop((await store.sizes()).filter((part) => part.tab === tab && part.connection === connection))

  function begin(connection: string, kept: Kept): void {
    kept.stop = kept.traffic.subscribe(() => schedule(connection, kept))
    schedule(connection, kept)
  }

  async function forget(connection: string, end: boolean): Promise<void> {
    const kept = all.get(connection)
    if (end) {
      kept?.stop()
      all.delete(connection)
    }
    if (kept !== undefined) {
      clearTimeout(kept.timer)
      kept.timer = undefined
      kept.parts = []
      kept.begun = undefined
      kept.returning = false
    }
    await drop(connection)
  }

  async function keepAnew(connection: string): Promise<void> {
    const old = all.get(connection)
    if (old === undefined) return
    old.stop()
    clearTimeout(old.timer)
    const kept: Kept = { ...old, follower: old.traffic.follow(), parts: [], begun: undefined, timer: undefined, pauses: 0, returning: true }
    // What is written just now is the last of the old one.
    all.set(connection, kept)
    await drop(connection).finally(() => (kept.returning = false))
    if (all.get(connection) !== kept) return
    begin(connection, kept)
    await write(connection, kept)
  }

  return {
    async attach(connection, traffic, target, tell = () => undefined) {
      if (all.has(connection)) return
      const redactor = new Redactor()
      redactor.learnTarget(target)
      const follower = traffic.follow()
      const idle = { stop: () => undefined, timer: undefined, total: 0, pauses: 0, begun: undefined }
      const kept: Kept = { traffic, redactor, follower, n: 0, ...idle, parts: [], returning: true }
      all.set(connection, kept)
      const parts = await store.parts(tab, connection).finally(() => (kept.returning &&= traffic.total === 0))
      // What was forgotten meanwhile is not to come back.
      if (all.get(connection) !== kept) return
      kept.parts = parts.map(({ n, length }) => ({ n, length }))
      kept.n = parts.at(-1)?.n ?? 0
      if (kept.returning) await bringBack(kept, parts, tell).finally(() => (kept.returning = false))
      else traffic.lose(parts.at(-1)?.passed ?? 0) // They came too late to be shown now.
      if (all.get(connection) !== kept) return
      begin(connection, kept)
    },
    forget,
    keepAnew,
    size: async () => (await store.sizes()).reduce((sum, { length }) => sum + length, 0),
    async forgetAll() {
      await store.drop(await store.sizes())
      for (const kept of all.values()) kept.parts = []
    },
    flush: async () => {
      await Promise.all([...all].map(([connection, kept]) => write(connection, kept)))
    },
  }
}

/** Messages that there are and that there were. */
const everything = ({ total, dropped }: Traffic): number => total + dropped

/** Messages that there were up to the last one that was read. */
const passed = ({ traffic, follower }: Kept): number => everything(traffic) - follower.behind

/** Messages that there were, and that no part holds. */
function lostOf(parts: readonly PartSize[], held: number): number {
  return Math.max(0, (parts.at(-1)?.passed ?? held) - held)
}

/** What is too long to be kept leaves a word in its place. */
function shortened(event: WireEvent, longest: number): WireEvent {
  const text = event.kind === 'sent' ? event.body : 'text' in event ? event.text : undefined
  if (text === undefined || text.length <= longest) return event
  const { seq, at, exchange } = event
  const length = text.length.toLocaleString('en')
  const why = `A message of ${length} characters was too long to be kept over a reload of the page.`
  return { kind: 'note', fault: 'not-kept', text: why, seq, at, exchange }
}

function replay(traffic: Traffic, line: string): void {
  try {
    // Written here, it holds no number that needs a reader of its own, and there may be hundreds of thousands.
    const event = readEvent(JSON.parse(line) as Json)
    if (typeof event !== 'string') traffic.replay(event)
  } catch {
    // A part that was cut: the rest is good.
  }
}

/** Drops what is old, and the oldest of what is too much. */
async function tidy(store: RecordStore, now: number): Promise<void> {
  const sizes = (await store.sizes()).sort((a, b) => b.at - a.at)
  let length = 0
  const gone = sizes.filter((part: PartSize) => (length += part.length) > MOST_IN_ALL || part.at < now - OLDEST * 86_400_000)
  if (gone.length > 0) await store.drop(gone)
}

async function quietOver(): Promise<void> {
  let waited = 0
  for (let rest = quietLeft(); rest > 0 && waited < LONGEST_WAIT; rest = quietLeft()) {
    waited += rest
    await new Promise((resolve) => setTimeout(resolve, rest))
  }
}
