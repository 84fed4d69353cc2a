// The keys of the strip of activity: what a stretch of time becomes by one of them, as sliders have it.

/** Milliseconds since the epoch, from and to. */
export type Stretch = [from: number, to: number]

/** Shares of the whole: a step, and how long a stretch is at first. */
const STEP = 1 / 40
const FIRST = 1 / 10

/**
 * The stretch that a key makes of the one that is shown, or of the end of the whole where all is; undefined: the key says nothing here. An arrow
 * goes a step, a page goes as far as the stretch is long, Home and End to either end. With Shift one of its ends stays where it is.
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
  const moved: Stretch = !shift ? [a + by, b + by] : key === 'Home' ? [from, b] : [a, b + by]
  return moved[1] > moved[0] && moved[1] > from && moved[0] < to ? moved : [a, b]
}
