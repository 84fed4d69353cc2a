// Stretches of time on the strip of activity: as the URL spells them, what keys make of one, as sliders have it, and what is zoomed to.

/** Milliseconds since the epoch, from and to. */
export type Stretch = [from: number, to: number]

/** As the URL has it. */
export function spellStretch(stretch: Stretch): string {
  return stretch.map(Math.round).join('-')
}

/** A stretch to the millisecond; where it reaches to an end of the whole, with what stands there. */
export function inMilliseconds([a, b]: Stretch, [from, to]: Stretch): Stretch {
  return [a <= from ? Math.floor(from) : Math.round(a), b >= to ? Math.ceil(to) : Math.round(b)]
}

export function readStretch(text: string): Stretch | undefined {
  const [, from, to] = /^(\d+)-(\d+)$/.exec(text) ?? []
  return from === undefined || to === undefined ? undefined : [Number(from), Number(to)]
}

/**
 * What the strip was narrowed to, one within the other, the last of which it shows: as far as what the table shows lies within. A link that names
 * a stretch alone shows it on the whole.
 */
export function readZooms(text: string, shown: Stretch | undefined): Stretch[] {
  if (shown === undefined) return []
  const zooms = text.split('.').map(readStretch)
  return zooms.filter((one) => one !== undefined).filter(([from, to]) => from < to && from <= shown[0] && shown[1] <= to)
}

/** Milliseconds beneath which there is nothing more to see by looking closer. */
const SHORTEST = 20

/** Whether what is shown can be looked at closer: it is a part of what the strip is of. */
export function zoomable(shown: Stretch | undefined, [from, to]: Stretch): shown is Stretch {
  return shown !== undefined && shown[1] - shown[0] >= SHORTEST && shown[1] - shown[0] < to - from
}

/** Shares of the whole: a step, and how long a stretch is at first. */
const STEP = 1 / 40
const FIRST = 1 / 10

/**
 * The stretch that a key makes of the one that is shown, or of the end of the whole where all is; undefined: the key says nothing here. An arrow
 * goes a step, a page goes as far as the stretch is long, Home and End to either end, and nothing goes beyond that. With Shift one of its ends
 * stays where it is.
 */
export function stretchBy(key: string, shift: boolean, shown: Stretch | undefined, [from, to]: Stretch): Stretch | undefined {
  const span = to - from
  const [a, b] = shown ?? [to - span * FIRST, to]
  const by = {
    ArrowLeft: -span * STEP,
    ArrowDown: -span * STEP,
    ArrowRight: span * STEP,
    ArrowUp: span * STEP,
    PageDown: a - b,
    PageUp: b - a,
    Home: from - a,
    End: to - b,
  }[key]
  if (by === undefined) return undefined
  const end = Math.min(by, to - b)
  const both = Math.max(end, from - a)
  const moved: Stretch = !shift ? [a + both, b + both] : key === 'Home' ? [from, b] : [a, b + end]
  return moved[1] > moved[0] ? moved : [a, b]
}
