// Messages that a person marked, each with a note or none, and the one that others are compared with. Kept for the tab, as
// the record is.
import { useMemo } from 'react'
import { create } from 'zustand'
import { connectionsNow, useConnections } from '../session/connections.ts'

/** Notes by seq; '' is a mark without one. */
export type Pins = { readonly [seq: string]: string }

interface Store {
  pins: { [connection: string]: Pins }
  /** What was unpinned all at once, until something is pinned anew. */
  dropped: { [connection: string]: Pins }
  /** What other messages are compared with. */
  base?: { connection: string; seq: number; title: string; text: string }
}

const KEY = 'loupe.pins'
const NONE: Pins = {}

const useStore = create<Store>(() => ({ pins: read(), dropped: {} }))

/** Of a record from a file, at first those that it was saved with. */
export function usePins(connection: string): Pins {
  const saved = useConnections().get(connection)?.record?.notes
  return useStore(({ pins }) => pins[connection]) ?? saved ?? NONE
}

/** Of several connections: by the number that `ticket` gives a message. */
export function usePinsAcross(connections: readonly string[], ticket: (connection: string, seq: number) => number): Pins {
  const known = useConnections()
  const set = useStore(({ pins }) => pins)
  return useMemo(() => {
    const all: { [ticket: string]: string } = {}
    for (const connection of connections)
      for (const [seq, note] of Object.entries(set[connection] ?? known.get(connection)?.record?.notes ?? NONE))
        all[ticket(connection, Number(seq))] = note
    return all
  }, [connections, known, set, ticket])
}

/** Notes whose marks were taken away, while the page lives: a key pressed by mistake is not to cost what was written. */
const lost = new Map<string, string>()

/** `note` undefined takes the mark away. A mark that is set anew has the note again that it had. */
export function setPin(connection: string, seq: number, note: string | undefined): void {
  const place = `${connection} ${seq}`
  const before = useStore.getState().pins[connection] ?? connectionsNow().get(connection)?.record?.notes ?? NONE
  const { [seq]: _before, ...rest } = before
  if (note === undefined && before[seq]) lost.set(place, before[seq])
  const text = note === '' && before[seq] === undefined ? (lost.get(place) ?? '') : note
  if (text !== undefined) useStore.setState({ dropped: {} })
  write({ ...useStore.getState().pins, [connection]: text === undefined ? rest : { ...rest, [seq]: text } })
}

/** Of records that were emptied, until the next time: their messages may come back. */
const cleared = new Map<string, Pins>()

/** Their messages are gone. */
export function clearPins(connection: string): void {
  const { pins } = useStore.getState()
  useStore.setState({ dropped: {} })
  cleared.set(connection, pins[connection] ?? NONE)
  write({ ...pins, [connection]: {} })
}

/** Their messages are back. */
export function putBackCleared(connection: string): void {
  const { pins } = useStore.getState()
  write({ ...pins, [connection]: { ...cleared.get(connection), ...pins[connection] } })
  cleared.delete(connection)
}

export function unpinAll(connections: readonly string[]): void {
  const { pins } = useStore.getState()
  const dropped = Object.fromEntries(connections.map((one) => [one, pins[one] ?? connectionsNow().get(one)?.record?.notes ?? NONE]))
  write({ ...pins, ...Object.fromEntries(connections.map((one) => [one, {}])) })
  useStore.setState({ dropped })
}

/** How many messages of these connections were unpinned, and can be pinned again as they were. */
export function useDroppedPins(connections: readonly string[]): number {
  const dropped = useStore((state) => state.dropped)
  return connections.reduce((sum, one) => sum + Object.keys(dropped[one] ?? NONE).length, 0)
}

export function putBackPins(connections: readonly string[]): void {
  const { pins, dropped } = useStore.getState()
  write({ ...pins, ...Object.fromEntries(connections.flatMap((one) => (dropped[one] === undefined ? [] : [[one, dropped[one]]]))) })
  useStore.setState({ dropped: {} })
}

export const useBase = (): Store['base'] => useStore(({ base }) => base)

export function compareWith(base: Store['base']): void {
  useStore.setState({ base })
}

function write(pins: Store['pins']): void {
  useStore.setState({ pins })
  try {
    window.sessionStorage.setItem(KEY, JSON.stringify(pins))
  } catch {
    // Full or forbidden: they live as long as the page.
  }
}

function read(): Store['pins'] {
  try {
    const stored: unknown = JSON.parse(window.sessionStorage.getItem(KEY) ?? '{}')
    return typeof stored === 'object' && stored !== null ? (stored as Store['pins']) : {}
  } catch {
    return {}
  }
}
