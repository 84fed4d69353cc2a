// A value that is remembered in this browser, shared by all components that name it. Storage may be full or
// forbidden: then it lives as long as the page.
import { useCallback, useSyncExternalStore } from 'react'

/** Before the names of all that is kept. */
export const PREFIX = 'loupe.'
const values = new Map<string, unknown>()
const listeners = new Map<string, Set<() => void>>()

/** Reads a remembered value; `fallback` when there is none or it cannot be read. */
export function readSetting<T>(name: string, fallback: T): T {
  if (!values.has(name)) {
    try {
      const text = window.localStorage.getItem(PREFIX + name)
      if (text !== null) values.set(name, JSON.parse(text))
    } catch {
      // A broken or forbidden entry is as good as none.
    }
  }
  return values.has(name) ? (values.get(name) as T) : fallback
}

export function writeSetting<T>(name: string, value: T): void {
  values.set(name, value)
  try {
    window.localStorage.setItem(PREFIX + name, JSON.stringify(value))
  } catch {
    // Full or forbidden: the value still holds for this page.
  }
  for (const listener of listeners.get(name) ?? []) listener()
}

/** Hears of changes to a remembered value. Returns the function that stops it. */
export function onSetting(name: string, listener: () => void): () => void {
  const set = listeners.get(name) ?? new Set()
  listeners.set(name, set.add(listener))
  return () => void set.delete(listener)
}

/** Forgets a remembered value in this page: what is kept of it in the browser is the caller's to remove. */
export function dropSetting(name: string): void {
  values.delete(name)
  for (const listener of listeners.get(name) ?? []) listener()
}

/** Like `useState`, remembered under `name`. `fallback` must be stable. */
export function useSetting<T>(name: string, fallback: T): [T, (value: T | ((before: T) => T)) => void] {
  const subscribe = useCallback((listener: () => void) => onSetting(name, listener), [name])
  const value = useSyncExternalStore(subscribe, () => readSetting(name, fallback))
  const set = useCallback(
    (next: T | ((before: T) => T)) => {
      writeSetting(name, typeof next === 'function' ? (next as (before: T) => T)(readSetting(name, fallback)) : next)
    },
    [name, fallback],
  )
  return [value, set]
}
