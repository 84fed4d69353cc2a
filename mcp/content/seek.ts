// Looks for a text within another, or in rows, without holding up the thread: it stops to breathe, and stops for good
// when nobody waits any more.

/** Characters looked through before others get their turn. */
const SLICE = 4_000_000
/** Hits kept; there is no walking through more. */
export const MOST_HITS = 10_000

export interface Hits<Place> {
  places: Place[]
  /** There are more than are kept. */
  more: boolean
}

/** Offsets at which `needle` begins, without regard to case. `gone` is asked at each pause. */
export async function seekText(text: string, needle: string, gone: () => boolean, most = MOST_HITS): Promise<Hits<number>> {
  const places: number[] = []
  if (needle === '') return { places, more: false }
  const pattern = patternFor(needle)
  for (let from = 0; from < text.length; from += SLICE) {
    if (from > 0) await breathe()
    if (gone()) break
    const slice = text.slice(from, from + SLICE + needle.length - 1)
    pattern.lastIndex = 0
    for (let hit = pattern.exec(slice); hit !== null; hit = pattern.exec(slice)) {
      if (places.length === most) return { places, more: true }
      places.push(from + hit.index)
    }
  }
  return { places, more: false }
}

/** Walks through what `places` yields, pausing now and then; undefined means "not here". */
export async function seekThrough<Place>(places: Iterable<Place | undefined>, gone: () => boolean, most = MOST_HITS): Promise<Hits<Place>> {
  const found: Place[] = []
  let until = performance.now() + 30
  let seen = 0
  for (const place of places) {
    if (place !== undefined) {
      if (found.length === most) return { places: found, more: true }
      found.push(place)
    }
    seen += 1
    if ((seen & 1023) === 0 && performance.now() > until) {
      await breathe()
      if (gone()) break
      until = performance.now() + 30
    }
  }
  return { places: found, more: false }
}

/** A pattern that finds the needle as it is written, in any case. */
export function patternFor(needle: string): RegExp {
  return new RegExp(needle.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi')
}

function breathe(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}
