// A place within a value that somebody is to be led to.
import { scrollerOf } from './finder.ts'

export interface SoughtPlace {
  /** JSON Pointer. */
  pointer: string
  /** A person asked for it just now; else it is where the view begins, unless they moved it already. */
  asked: boolean
}

/** Whether a view goes to a place: never away from what a person turned to by themselves. */
export function mayGo({ asked }: SoughtPlace, view: Element | null): boolean {
  return view !== null && (asked || (view.scrollTop === 0 && scrollerOf(view).scrollTop === 0))
}
