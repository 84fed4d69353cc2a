// What this browser keeps under names of settings.
import { dropSetting, PREFIX } from '../ui/use-setting.ts'

/** Forgets a remembered value. */
export function forgetSetting(name: string): void {
  try {
    window.localStorage.removeItem(PREFIX + name)
  } catch {
    // Forbidden: nothing was kept there either.
  }
  dropSetting(name)
}

/** Names of all remembered values, and the characters each takes. */
export function rememberedSettings(): { name: string; length: number }[] {
  try {
    return Object.entries(window.localStorage)
      .filter(([key]) => key.startsWith(PREFIX))
      .map(([key, text]) => ({ name: key.slice(PREFIX.length), length: String(text).length }))
  } catch {
    return []
  }
}
