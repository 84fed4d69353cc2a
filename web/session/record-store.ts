// Where records lie so that a reload of the page does not lose them: IndexedDB, or memory where that is forbidden.

/** A stretch of a record: lines of the record format without a header. */
export interface Part {
  /** The tab and the connection that it is of. */
  tab: string
  connection: string
  /** Grows within a connection. */
  n: number
  text: string
  /** Milliseconds since the epoch. */
  at: number
  /** Messages in it, and all that there were up to its end, those included that nobody kept. */
  rows?: number
  passed?: number
}

export interface RecordStore {
  put(part: Part): Promise<void>
  /** The parts of a connection without their texts, oldest first. */
  parts(tab: string, connection: string): Promise<PartSize[]>
  /** The text of one of them, which may be a million characters; undefined: it is no more. */
  text(part: Pick<Part, 'tab' | 'connection' | 'n'>): Promise<string | undefined>
  /** All parts without their texts: tab, connection, n, size in characters and time. */
  sizes(): Promise<PartSize[]>
  drop(parts: readonly Pick<Part, 'tab' | 'connection' | 'n'>[]): Promise<void>
}

export type PartSize = Omit<Part, 'text'> & { length: number }

const NAME = 'loupe-records'

export async function openRecordStore(): Promise<RecordStore> {
  try {
    return idbStore(await opened())
  } catch {
    return memoryStore()
  }
}

function opened(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => {
      request.result.createObjectStore('texts')
      request.result.createObjectStore('sizes', { keyPath: ['tab', 'connection', 'n'] })
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(new Error('Another tab holds an older version open'))
  })
}

function idbStore(db: IDBDatabase): RecordStore {
  const done = <T>(request: IDBRequest<T>): Promise<T> =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  /** All keys of a connection lie between these. */
  const range = (tab: string, connection: string) => IDBKeyRange.bound([tab, connection, 0], [tab, connection, Infinity])
  return {
    async put({ text, ...part }) {
      const { objectStore } = within(db, 'readwrite')
      objectStore('sizes').put({ ...part, length: text.length })
      await done(objectStore('texts').put(text, [part.tab, part.connection, part.n]))
    },
    parts: (tab, connection) => done<PartSize[]>(within(db, 'readonly').objectStore('sizes').getAll(range(tab, connection))),
    text: ({ tab, connection, n }) => done<string | undefined>(within(db, 'readonly').objectStore('texts').get([tab, connection, n])),
    sizes: () => done<PartSize[]>(within(db, 'readonly').objectStore('sizes').getAll()),
    async drop(parts) {
      const { objectStore } = within(db, 'readwrite')
      await Promise.all(
        parts.flatMap(({ tab, connection, n }) => [
          done(objectStore('sizes').delete([tab, connection, n])),
          done(objectStore('texts').delete([tab, connection, n])),
        ]),
      )
    },
  }
}

function within(db: IDBDatabase, mode: IDBTransactionMode): { objectStore(name: 'texts' | 'sizes'): IDBObjectStore } {
  const transaction = db.transaction(['texts', 'sizes'], mode)
  return { objectStore: (name) => transaction.objectStore(name) }
}

export function memoryStore(): RecordStore {
  const all = new Map<string, Part>()
  const key = ({ tab, connection, n }: Pick<Part, 'tab' | 'connection' | 'n'>) => JSON.stringify([tab, connection, n])
  const sizes = () => [...all.values()].sort((a, b) => a.n - b.n).map(({ text, ...part }): PartSize => ({ ...part, length: text.length }))
  return {
    put: async (part) => void all.set(key(part), part),
    parts: async (tab, connection) => sizes().filter((part) => part.tab === tab && part.connection === connection),
    text: async (part) => all.get(key(part))?.text,
    sizes: async () => sizes(),
    drop: async (parts) => parts.forEach((part) => all.delete(key(part))),
  }
}
