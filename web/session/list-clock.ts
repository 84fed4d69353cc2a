// How long a list that is being asked for may take yet, for whoever draws the list.
import { create } from 'zustand'
import type { Json } from '#mcp/json.ts'
import type { Answer, ClockReading } from '#mcp/session-types.ts'
import type { Wish } from '#mcp/wish.ts'
import { request } from './engine.ts'

export interface GivenClock {
  reading: ClockReading
  /** Gives it its whole limit again. */
  more: () => void
}

const useClocks = create<{ clocks: ReadonlyMap<string, GivenClock> }>(() => ({ clocks: new Map() }))

export function useListClock(connection: string, method: string): GivenClock | undefined {
  return useClocks(({ clocks }) => clocks.get(`${connection} ${method}`))
}

/** Asks for one page, with its clock in sight meanwhile. @throws EngineFailure */
export async function requestWithClock(connection: string, method: string, params?: Json, wish?: Wish): Promise<Answer> {
  const key = `${connection} ${method}`
  const put = (clock: GivenClock | undefined) =>
    useClocks.setState(({ clocks }) => {
      const next = new Map(clocks)
      if (clock === undefined) next.delete(key)
      else next.set(key, clock)
      return { clocks: next }
    })
  try {
    return await request(connection, method, params, { wish, onClock: (reading, more) => put({ reading, more }) })
  } finally {
    if (useClocks.getState().clocks.has(key)) put(undefined)
  }
}
