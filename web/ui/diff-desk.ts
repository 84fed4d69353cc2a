// Where long texts are compared: in a worker, which keeps them and gives out what is drawn. It ends when nothing is compared
// any more.
import type { FromCompare, ToCompare } from './diff.worker.ts'
import type { DiffWindow } from './diff-window.ts'

/** Characters of both texts that are compared in the page. */
export const SHORT_TEXTS = 60_000

/** Two texts that are compared apart from the page. */
export interface Comparison {
  /** As `DiffDrawing.window`. Rejects in words. */
  window(open: readonly number[], most: number): Promise<DiffWindow>
  /** Nothing more is asked of it. */
  close(): void
}

let worker: Worker | undefined
let lastId = 0
let lastAsk = 0
const open = new Set<number>()
const waiting = new Map<number, { resolve: (drawn: DiffWindow) => void; reject: (error: Error) => void }>()

export function compareAway(before: string, after: string, asResults: boolean): Comparison {
  const id = (lastId += 1)
  open.add(id)
  worker ??= start()
  const post = (message: ToCompare) => worker?.postMessage(message)
  post({ kind: 'compare', id, before, after, asResults })
  return {
    window: (unfolded, most) =>
      new Promise((resolve, reject) => {
        const ask = (lastAsk += 1)
        if (!open.has(id)) return reject(new Error('The comparison was ended.'))
        waiting.set(ask, { resolve, reject })
        post({ kind: 'window', id, ask, open: unfolded, most })
      }),
    close() {
      open.delete(id)
      if (open.size === 0) end('The comparison was ended.')
      else post({ kind: 'close', id })
    },
  }
}

function start(): Worker {
  const made = new Worker(new URL('./diff.worker.ts', import.meta.url), { type: 'module', name: 'loupe-diff' })
  made.onmessage = ({ data }: MessageEvent<FromCompare>) => {
    const asked = waiting.get(data.ask)
    waiting.delete(data.ask)
    if ('drawn' in data) asked?.resolve(data.drawn)
    else asked?.reject(new Error(data.fault))
  }
  made.onerror = () => {
    open.clear()
    end('The comparison failed to run; the texts may be too long.')
  }
  return made
}

function end(why: string): void {
  for (const { reject } of waiting.values()) reject(new Error(why))
  waiting.clear()
  worker?.terminate()
  worker = undefined
}
