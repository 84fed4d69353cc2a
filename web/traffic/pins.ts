// Messages that a person marked, each with a note or none, and the one that others are compared with. Kept for the tab, as
// the record is.
import { useMemo } from 'react'
import { create } from 'zustand'
import { connectionsNow, useConnections } from '../session/connections.ts'

/** Notes by seq; '' is a mark without one. */
export type Pins = { readonly [seq: string]: string }

interface Store {
  pins: { [connection: string]: Pins }
  /** What other messages are compared with. */
  base?: { connection: string; seq: number; title: string; text: string }
}

const KEY = 'loupe.pins'
const NONE: Pins = {}

const useStore = create<Store>(() => ({ pins: read() }))

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

/** `note` undefined takes the mark away. */
export function setPin(connection: string, seq: number, note: string | undefined): void {
  const before = useStore.getState().pins[connection] ?? connectionsNow().get(connection)?.record?.notes ?? NONE
  const { [seq]: _before, ...rest } = before
  write({ ...useStore.getState().pins, [connection]: note === undefined ? rest : { ...rest, [seq]: note } })
}

export function clearPins(connection: string): void {
  write({ ...useStore.getState().pins, [connection]: {} })
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
