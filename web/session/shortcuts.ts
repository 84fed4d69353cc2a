// The keys of the page: parts register what they do, one listener runs them, and the list of keys is read from here.
import { useLayoutEffect, useRef } from 'react'
import { create } from 'zustand'

export interface Shortcut {
  /** 'mod+k' (⌘ or Ctrl), 'shift+f6', '?', '/', 'r'. */
  keys: string
  title: string
  /** While a person types, only keys with mod, function keys and Esc run. Returns false when there was nothing to do: the key then goes its usual way. */
  run: () => void | false
}

const useStore = create<{ shortcuts: readonly Shortcut[] }>(() => ({ shortcuts: [] }))

export function useShortcuts(): readonly Shortcut[] {
  return useStore((state) => state.shortcuts)
}

/** Holds a key while the component is there. The last one that asks for a key has it. */
export function useShortcut(keys: string, title: string, run: Shortcut['run'], enabled = true): void {
  const latest = useRef(run)
  // With the drawing itself: a key that comes right after it must meet what is seen.
  useLayoutEffect(() => {
    latest.current = run
  })
  useLayoutEffect(() => {
    if (!enabled) return
    const shortcut: Shortcut = { keys, title, run: () => latest.current() }
    useStore.setState(({ shortcuts }) => ({ shortcuts: [...shortcuts, shortcut] }))
    return () => useStore.setState(({ shortcuts }) => ({ shortcuts: shortcuts.filter((one) => one !== shortcut) }))
  }, [keys, title, enabled])
}

/**
 * Esc ends what runs. It is listed while nothing runs too, and means that only where the work is: in the form or its result
 * (`data-work`), or nowhere, as after a press of a button that then went dead or a click beside all fields (`data-home` is the
 * pane behind them). A dialog, a menu or a field keeps its own Esc. `cancel` returns false when nothing runs.
 */
export function useCancelKey(title: string, cancel: Shortcut['run']): void {
  useShortcut('escape', title, () => {
    const at = document.activeElement
    const here = at === null || at === document.body || at.hasAttribute('data-home') || at.closest('[data-work]') !== null
    return here && document.querySelector(':popover-open') === null ? cancel() : false
  })
}

export interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
  shiftKey: boolean
}

/** Whether a press is what `keys` names. Shift counts only where the character does not already say it. */
export function matches(keys: string, press: KeyPress): boolean {
  const parts = keys.toLowerCase().split('+')
  const key = parts.pop()!
  const mod = press.ctrlKey || press.metaKey
  if (press.key.toLowerCase() !== key || mod !== parts.includes('mod') || press.altKey !== parts.includes('alt')) return false
  return key.length === 1 && !/[a-z]/.test(key) ? true : press.shiftKey === parts.includes('shift')
}

/** Does what a key does, for a button that offers the same. */
export function pressShortcut(keys: string): void {
  useStore
    .getState()
    .shortcuts.findLast((one) => one.keys === keys)
    ?.run()
}

/** Whether a key is a single character, which dictation and sticking keys press by mistake (WCAG 2.1.4). */
export function isCharacter({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean {
  return key.length === 1 && !ctrlKey && !metaKey && !altKey
}

/** The same of keys as they are registered: '/', not 'mod+k' or 'escape'. */
export function isSingle(keys: string): boolean {
  return keys.length === 1
}

/** Runs the page's keys. `characters`: whether those of a single character do anything. Returns the function that ends it. */
export function listenToKeys(characters: () => boolean): () => void {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return
    const { shortcuts } = useStore.getState()
    const always = event.ctrlKey || event.metaKey || /^F\d|^Escape$/.test(event.key)
    if (!always && (isTyping(event.target) || (isCharacter(event) && !characters()))) return
    // A modal dialog has the keyboard to itself.
    if (document.querySelector('dialog:modal') !== null) return
    // Who has nothing to do leaves the key to the one before.
    if (shortcuts.findLast((one) => matches(one.keys, event) && one.run() !== false) !== undefined) event.preventDefault()
  }
  window.addEventListener('keydown', onKeyDown)
  return () => window.removeEventListener('keydown', onKeyDown)
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false
  return (
    target.isContentEditable ||
    /^(TEXTAREA|SELECT)$/.test(target.tagName) ||
    (target instanceof HTMLInputElement && !/^(checkbox|radio|button)$/.test(target.type))
  )
}

/** Asked once: the browser takes its time to say so. */
const mac = typeof navigator !== 'undefined' && /Mac|iP(hone|ad)/.test(navigator.platform)

/** Keys as people write them here: '⌘K' on a Mac, 'Ctrl K' elsewhere. */
export function spellKeys(keys: string): string {
  const names: { [part: string]: string } = mac
    ? { mod: '⌘', shift: '⇧', alt: '⌥', enter: '⏎', escape: 'Esc' }
    : { mod: 'Ctrl', shift: 'Shift', alt: 'Alt', enter: '⏎', escape: 'Esc' }
  return keys
    .split('+')
    .map((part) => names[part] ?? (part.length === 1 || /^f\d/.test(part) ? part.toUpperCase() : part[0]!.toUpperCase() + part.slice(1)))
    .join(mac ? '' : ' ')
}
