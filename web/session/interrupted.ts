// What was under way is noted in the tab's storage: a reload ends it, and the page that comes after can say so.

const KEY = 'loupe.under-way'
/** Characters; what is longer is noted without its text. */
const LONGEST = 200_000

/** Noted at most, the newest: all are written anew for each, and a server may ask a thousand things at once. */
const MOST = 50

export type Scope = 'call' | 'run' | 'ask'

export interface Interrupted {
  key: string
  /** Milliseconds since the epoch. */
  at: number
  /** As it was noted; undefined when it was too long. */
  text?: string
}

interface Note extends Interrupted {
  scope: Scope
}

/** Something begins that a reload would end. */
export function noteBegin(scope: Scope, key: string, text?: string): void {
  const kept = text === undefined || text.length > LONGEST ? {} : { text }
  const others = read().filter((note) => note.scope !== scope || note.key !== key)
  write([...others.slice(1 - MOST), { scope, key, at: Date.now(), ...kept }])
}

export function noteEnd(scope: Scope, key: string): void {
  const notes = read()
  const rest = notes.filter((note) => note.scope !== scope || note.key !== key)
  if (rest.length < notes.length) write(rest)
}

/** What the last page of this tab left unfinished, once. To be called before anything of that scope begins. */
export function takeInterrupted(scope: Scope): Interrupted[] {
  const notes = read()
  const mine = notes.filter((note) => note.scope === scope)
  if (mine.length > 0) write(notes.filter((note) => note.scope !== scope))
  return mine
}

function read(): Note[] {
  try {
    const notes: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(notes) ? (notes as Note[]) : []
  } catch {
    return [] // Forbidden or unreadable: a reload then goes unmentioned.
  }
}

function write(notes: Note[]): void {
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(notes))
  } catch {
    // Full or forbidden, as above.
  }
}
