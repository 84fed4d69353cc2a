// Which threads are folded. Without a filter all are but those that a person opened, which stand in the URL; where a filter looks for something, they are
// open to what it found, but for those that a person closed, until another is typed.
import { useState } from 'react'
import { looksFor, type Filter } from '#mcp/traffic/filter.ts'
import { useQueryMember } from '../route/route.ts'
import type { RowScroll } from '../ui/use-row-scroll.ts'
import type { Fold } from './columns.tsx'
import type { Scope } from './scope.ts'

export interface Folding {
  /** Undefined: every message stands for itself. */
  fold: Fold | undefined
  /** What to ask the record for. */
  threads: { threads?: number[] }
  /** Folds all, or unfolds all. */
  turn: () => void
  /** Opens the thread of this head for good. */
  open: (head: number) => void
}

export function useFold(scope: Scope, scroll: Pick<RowScroll, 'setFollow'>, text: string, filter: Filter): Folding {
  const [spelled, setSpelled] = useQueryMember('threads')
  const [shutIn, setShutIn] = useState<{ text: string; heads: ReadonlySet<number> }>()
  const searched = looksFor(filter)
  const open = new Set(spelled.split('.').flatMap((one) => scope.read(one) || []))
  const shut = shutIn?.text === text ? shutIn.heads : new Set<number>()
  const keep = (heads: ReadonlySet<number>) => setSpelled(['0', ...[...heads].map(scope.spell)].join('.'))
  const turn = () => setSpelled(spelled === '' ? '0' : '')
  if (spelled === '') return { fold: undefined, threads: {}, turn, open: () => {} }
  const toggled = searched ? shut : open
  const fold: Fold = {
    searched,
    isOpen: (head) => toggled.has(head) !== searched,
    toggle(head) {
      // Who opens a call looks at its beginning: the end of a thousand rows is elsewhere.
      scroll.setFollow(false)
      const next = new Set(toggled)
      if (!next.delete(head)) next.add(head)
      if (searched) setShutIn({ text, heads: next })
      else keep(next)
    },
  }
  return { fold, threads: { threads: [...toggled] }, turn, open: (head) => open.has(head) || keep(new Set(open).add(head)) }
}
