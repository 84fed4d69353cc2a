// How a person left the panel of a connection: which checks are shown, which of them are open, and how far down it was read.
// Who comes back from a row of the record finds it so.
import { useLayoutEffect, useRef, useState, type RefObject } from 'react'

interface Left {
  chosen: { [name: string]: string }
  /** Checks that are opened or closed other than they would be by themselves. */
  turned: Map<string, boolean>
  scrolled: number
}

const panels = new Map<string, Left>()

export function leftOf(connection: string): Left {
  let left = panels.get(connection)
  if (left === undefined) panels.set(connection, (left = { chosen: {}, turned: new Map(), scrolled: 0 }))
  return left
}

/** A choice of the panel by its name, as a state that outlives it. */
export function useLeft<T extends string>(connection: string, name: string, first: T): [T, (value: T) => void] {
  const [, again] = useState(0)
  const { chosen } = leftOf(connection)
  const set = (value: T): void => {
    chosen[name] = value
    again((times) => times + 1)
  }
  return [(chosen[name] as T | undefined) ?? first, set]
}

/** The element that is scrolled, brought back to where it was once there is something to read. */
export function useScrolled(connection: string, ready: boolean): [RefObject<HTMLDivElement | null>, () => void] {
  const body = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (ready && body.current !== null) body.current.scrollTop = leftOf(connection).scrolled
  }, [connection, ready])
  const note = (): void => {
    if (ready && body.current !== null) leftOf(connection).scrolled = body.current.scrollTop
  }
  return [body, note]
}
