// How times, sizes and durations are written, everywhere the same.

/** `12:01:07.113` in local time. `at`: milliseconds since the epoch. */
export function clock(at: number): string {
  const date = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

/** `18 ms`, `1.24 s`, `2 min 05 s`. */
export function duration(ms: number): string {
  if (ms < 1) return `${ms.toFixed(1)} ms`
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 10_000) return `${(ms / 1000).toFixed(2)} s`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  const seconds = Math.floor(ms / 1000)
  return `${Math.floor(seconds / 60)} min ${String(seconds % 60).padStart(2, '0')} s`
}

/** A time that still runs, so that it neither jumps nor flickers: `0.1 s`, `12.4 s`, `2 min 05 s`. */
export function running(ms: number): string {
  return ms < 60_000 ? `${(Math.floor(Math.max(0, ms) / 100) / 10).toFixed(1)} s` : duration(ms)
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `28 Nov 2026` in local time. */
export function day(at: number): string {
  const date = new Date(at)
  return `${date.getDate()} ${MONTHS[date.getMonth()]} ${date.getFullYear()}`
}

/** What is left of a time, in whole seconds: `45 s`, `2 min 05 s`, `3 h 07 min`. */
export function timeLeft(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const [minutes, hours] = [Math.floor(seconds / 60), Math.floor(seconds / 3600)]
  const two = (n: number) => String(n).padStart(2, '0')
  return hours > 0 ? `${hours} h ${two(minutes % 60)} min` : `${minutes} min ${two(seconds % 60)} s`
}

/** `412 B`, `8.4 KB`, `1.2 MB`; 1 KB = 1024 bytes. */
export function size(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const units = ['KB', 'MB', 'GB']
  let value = bytes / 1024
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit += 1
  }
  return `${value < 10 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`
}

/** `1,234,567`. The browser's own way to write numbers loads tables for tens of milliseconds when it is first used. */
export function grouped(n: number): string {
  const text = String(n)
  return n < 1000 ? text : text.replace(/\B(?=(?:\d{3})+$)/g, ',')
}

/** `1 tool`, `12 tools`. */
export function count(n: number, one: string, many = `${one}s`): string {
  return `${grouped(n)} ${n === 1 ? one : many}`
}

/**
 * Marks characters that hide or turn text (zero-width, fillers, bidi controls, tags), control characters and halves of pairs
 * as ⟦U+202E⟧, so that a reader sees them. The joiner inside an emoji is part of it, and stays.
 */
export function reveal(text: string): string {
  return text.replace(
    /(?<!\p{Extended_Pictographic}(?:\p{Emoji_Modifier}|\ufe0f)?)\u200d|\u200d(?!\p{Extended_Pictographic})|(?![\t\n\r])\p{Cc}|\r(?!\n|$)|[\p{Cs}\u00ad\u061c\u115f\u1160\u180e\u2028\u2029\u3164\uffa0\ufff9-\ufffb\u200b\u200c\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]|\p{Variation_Selector}(?<=[\u{e0100}-\u{e01ef}])/gu,
    (c) => `⟦U+${c.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟧`,
  )
}

/** Whether a URL that a server named may be opened by a click. */
export function isWebUrl(url: string): boolean {
  try {
    return ['http:', 'https:'].includes(new URL(url).protocol)
  } catch {
    return false
  }
}
