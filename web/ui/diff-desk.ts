// Where texts are compared: short ones here and now, long ones in a worker, which ends when nothing is asked any more.
import type { Compared } from './diff-rows.ts'
import type { FromCompare, ToCompare } from './diff.worker.ts'

/** Characters of both texts that are compared in the page. */
export const SHORT_TEXTS = 60_000

let worker: Worker | undefined
let lastId = 0
const waiting = new Map<number, { resolve: (compared: Compared) => void; reject: (error: Error) => void }>()

/** Compares apart from the page. Rejects in words. */
export function compareAway(before: string, after: string, asResults: boolean): Promise<Compared> {
  return new Promise((resolve, reject) => {
    lastId += 1
    waiting.set(lastId, { resolve, reject })
    worker ??= start()
    worker.postMessage({ id: lastId, before, after, asResults } satisfies ToCompare)
  })
}

function start(): Worker {
  const made = new Worker(new URL('./diff.worker.ts', import.meta.url), { type: 'module', name: 'loupe-diff' })
  made.onmessage = ({ data }: MessageEvent<FromCompare>) => {
    const asked = waiting.get(data.id)
    waiting.delete(data.id)
    if ('compared' in data) asked?.resolve(data.compared)
    else asked?.reject(new Error(data.fault))
    if (waiting.size === 0) end()
  }
  made.onerror = () => {
    for (const { reject } of waiting.values()) reject(new Error('The comparison failed to run; the texts may be too long.'))
    waiting.clear()
    end()
  }
  return made
}

function end(): void {
  worker?.terminate()
  worker = undefined
}
