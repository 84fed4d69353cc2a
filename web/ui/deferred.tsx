// A component whose code is loaded when it is first needed. Unlike React.lazy it does not suspend: React holds back
// what follows a fallback for 300 ms, which a tool that answers at once cannot afford.
import { useEffect, useState, type ComponentType } from 'react'

export type Deferred<Props> = ComponentType<Props> & {
  /** Loads the code ahead of its use. */
  preload: () => void
  /** Whether the code is there, so that it is drawn at once. */
  ready: () => boolean
}

const all = new Set<() => Promise<void>>()

/**
 * Loads all that was not needed yet, one after the other, and what those bring with them: for a page whose server may go away and take the
 * files along. `calm`: what is waited for before each. Never rejects: what cannot be loaded now is tried again when it is needed.
 */
export async function preloadAll(calm: () => Promise<void>): Promise<void> {
  for (const start of all) {
    await calm()
    await start().catch(() => undefined)
  }
}

/** `load` imports and gives the component. Until it is there nothing is drawn; when it fails, the nearest Boundary says so. */
export function deferred<Props extends object>(load: () => Promise<ComponentType<Props>>): Deferred<Props> {
  let View: ComponentType<Props> | undefined
  let loading: Promise<void> | undefined
  const start = (): Promise<void> => {
    loading ??= load().then(
      (loaded) => {
        View = loaded
      },
      (error: unknown) => {
        // The next one to need it tries again.
        loading = undefined
        throw error
      },
    )
    return loading
  }
  all.add(start)
  function Later(props: Props) {
    const [drawn, setDrawn] = useState(() => View !== undefined)
    const [fault, setFault] = useState<Error>()
    useEffect(() => {
      // Not "is it there": it may have come between this one's drawing and this effect.
      if (drawn) return
      let gone = false
      start().then(
        () => !gone && setDrawn(true),
        (error: unknown) => !gone && setFault(new Error(`Its code could not be loaded: is Loupe still running? (${String(error)})`)),
      )
      return () => {
        gone = true
      }
    }, [drawn])
    if (fault !== undefined) throw fault
    return View === undefined || !drawn ? null : <View {...props} />
  }
  return Object.assign(Later, { preload: () => void start().catch(() => undefined), ready: () => View !== undefined })
}
