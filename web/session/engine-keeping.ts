// When records begin to be kept. What keeps them is code and storage of its own: fetched at once it would compete with the
// server that starts, so a new connection is kept from a while after its connect on, with all that came before.
import type { Traffic } from '#mcp/traffic.ts'
import type { Target } from '#mcp/transport/target.ts'
import type { Keeper } from './engine-keeper.ts'
import type { Tab } from './engine-messages.ts'
import type { RecordStore } from './record-store.ts'

/** Milliseconds after which a new record is kept. */
const AFTER = 300
/** Milliseconds of silence of the storage that a connect bears: one that hangs must not hold it up for good. */
const LONGEST = 3000
/** Milliseconds of bringing back after which it is told how far it is: mostly it is done before anybody could read that. */
const PATIENCE = 300

export interface Keeping {
  /**
   * In a tab that came back it resolves when the record is there again, else at once. Never rejects: what cannot be kept is no reason
   * not to connect. `moved`: `share` says something else now.
   */
  attach(id: string, traffic: Traffic, target: Target, moved?: () => void): Promise<void>
  /** Resolves when nothing is brought back into this record any more: until then nobody else is to write into it. */
  settled(id: string): Promise<void>
  /** Something is brought back into this record just now. */
  returns(id: string): boolean
  /** How much is there of a record that is brought back just now and takes its time, from 0 to 1. */
  share(id: string): number | undefined
  /** Writes what is still to be written, for a page that is about to go. */
  flush(): Promise<void>
  /** Forgets what was kept; `end`: keeps nothing from now on. */
  forget(id: string, end: boolean): Promise<void>
  /** All of the record is to be kept anew. */
  keepAnew(id: string): Promise<void>
  /** Characters kept of all tabs. */
  size(): Promise<number>
  forgetAll(): Promise<void>
}

/** `store` undefined, or no tab: nothing is kept. */
export function createKeeping(store: (() => Promise<RecordStore>) | undefined, tab: () => Tab | undefined): Keeping {
  let keeping: Promise<Keeper> | undefined
  /** Those that are brought back. */
  const returning = new Map<string, { done: Promise<void>; share?: number }>()
  const due = new Map<string, { timer: ReturnType<typeof setTimeout>; begin: () => Promise<void> }>()

  async function keeper(): Promise<Keeper | undefined> {
    const id = tab()?.id
    if (store === undefined || id === undefined) return undefined
    keeping ??= import('./engine-keeper.ts').then(async ({ createKeeper }) => createKeeper(await store(), id))
    return keeping
  }

  function cancel(id: string): void {
    clearTimeout(due.get(id)?.timer)
    due.delete(id)
  }

  return {
    async attach(id, traffic, target, moved = () => undefined) {
      const begin = async (tell?: (share: number) => void): Promise<void> => {
        cancel(id)
        await (await keeper())?.attach(id, traffic, target, tell)
      }
      if (tab()?.returning !== true) {
        due.set(id, { timer: setTimeout(() => void begin().catch(() => undefined), AFTER), begin })
        return
      }
      const one: { done: Promise<void>; share?: number } = { done: Promise.resolve() }
      returning.set(id, one)
      const since = performance.now()
      one.done = new Promise<void>((resolve) => {
        let silence = setTimeout(resolve, LONGEST)
        const tell = (share: number): void => {
          clearTimeout(silence)
          silence = setTimeout(resolve, LONGEST)
          if (performance.now() - since < PATIENCE) return
          one.share = share
          moved()
        }
        begin(tell)
          .catch(() => undefined)
          .then(() => {
            clearTimeout(silence)
            resolve()
          })
      }).then(() => {
        if (returning.get(id) === one) returning.delete(id)
        if (one.share !== undefined) moved()
      })
      await one.done
    },
    settled: async (id) => returning.get(id)?.done,
    returns: (id) => returning.has(id),
    share: (id) => returning.get(id)?.share,
    async flush() {
      await Promise.all([...due.values()].map(({ begin }) => begin()))
      await (await keeping)?.flush()
    },
    async forget(id, end) {
      if (end) cancel(id)
      await (await keeping)?.forget(id, end)
    },
    keepAnew: async (id) => (await keeping)?.keepAnew(id),
    size: async () => (await keeper())?.size() ?? 0,
    forgetAll: async () => (await keeper())?.forgetAll(),
  }
}
