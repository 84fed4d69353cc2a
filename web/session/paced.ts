// Work that is wanted again and again, as often as a pace allows: not put off by what keeps coming, as with a timer that each
// wish sets anew, and never begun before the last of it is done.

/** Takes the newest work; undefined: none is wanted any more. */
export type Paced = (work: (() => Promise<void>) | undefined) => void

/** `pace`: milliseconds from the end of one piece of work, or from the first wish, to the next one. Work must not reject. */
export function paced(pace: number): Paced {
  let wanted: (() => Promise<void>) | undefined
  let timer: ReturnType<typeof setTimeout> | undefined
  let busy = false
  const begin = (): void => {
    timer = undefined
    const work = wanted
    wanted = undefined
    if (work === undefined) return
    busy = true
    void work().then(() => {
      busy = false
      if (wanted !== undefined) timer = setTimeout(begin, pace)
    })
  }
  return (work) => {
    wanted = work
    if (work === undefined) {
      clearTimeout(timer)
      timer = undefined
    } else if (!busy) timer ??= setTimeout(begin, pace)
  }
}
