// Finding within a view: each view offers a finder to the frame around it, which has the field and the count. What is
// in the page as text is searched there, and marked without changing it.
import { createContext, useContext, useEffect } from 'react'

export interface Finder {
  seek(needle: string): Promise<{ hits: number; more: boolean }>
  /** Brings a hit into sight and marks it. */
  show(at: number): void
  /** Takes away all marks. */
  clear(): void
}

/** What a view tells the frame that it stands in. */
export interface ViewOffers {
  finder?: Finder
  /** For trees. */
  unfold?: (all: boolean) => void
}

export const Offers = createContext<((offers: ViewOffers) => void) | undefined>(undefined)

/** Offers a finder (and more) to the frame, as long as the view is there. `offers` must be stable. */
export function useOffers(offers: ViewOffers): void {
  const tell = useContext(Offers)
  useEffect(() => {
    tell?.(offers)
    return () => tell?.({})
  }, [tell, offers])
}

/** Hits that are marked at once. */
const MOST_MARKED = 2_000
const ALL = 'loupe-found'
const HERE = 'loupe-here'

/** Finds in the text that an element shows. `root`: asked for when something is sought; null where it is gone. `before`: has all of it shown. */
export function domFinder(root: () => HTMLElement | null, before?: () => Promise<void>): Finder {
  let hits: { start: number; end: number }[] = []
  let nodes: { node: Text; from: number }[] = []
  const rangeOf = ({ start, end }: { start: number; end: number }): Range => {
    const range = new Range()
    const at = (offset: number, last: boolean) => {
      let low = 0
      let high = nodes.length - 1
      while (low < high) {
        const middle = (low + high + 1) >> 1
        if (last ? nodes[middle]!.from < offset : nodes[middle]!.from <= offset) low = middle
        else high = middle - 1
      }
      return { node: nodes[low]!.node, offset: Math.min(offset - nodes[low]!.from, nodes[low]!.node.length) }
    }
    const from = at(start, false)
    const to = at(end, true)
    range.setStart(from.node, from.offset)
    range.setEnd(to.node, to.offset)
    return range
  }
  return {
    async seek(needle) {
      await before?.()
      hits = []
      nodes = []
      const within = root()
      if (needle === '' || within === null) return { hits: 0, more: false }
      let text = ''
      const walker = document.createTreeWalker(within, NodeFilter.SHOW_TEXT)
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        nodes.push({ node: node as Text, from: text.length })
        text += (node as Text).data
      }
      const pattern = new RegExp(needle.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi')
      for (let hit = pattern.exec(text); hit !== null && hits.length < 10_000; hit = pattern.exec(text))
        hits.push({ start: hit.index, end: hit.index + hit[0].length })
      if ('highlights' in CSS) CSS.highlights.set(ALL, new Highlight(...hits.slice(0, MOST_MARKED).map(rangeOf)))
      return { hits: hits.length, more: hits.length === 10_000 }
    },
    show(at) {
      const hit = hits[at]
      if (hit === undefined || nodes.some(({ node }) => !node.isConnected)) return
      const range = rangeOf(hit)
      if ('highlights' in CSS) CSS.highlights.set(HERE, new Highlight(range))
      const owner = range.startContainer.parentElement
      owner?.scrollIntoView({ block: 'nearest' })
      // A long piece of text is in sight before the hit is.
      requestAnimationFrame(() => {
        const box = scrollerOf(owner)
        const rect = range.getBoundingClientRect()
        const seen = box.getBoundingClientRect()
        // The bar that the person finds with stands over the first lines.
        if (rect.top < seen.top + 120 || rect.bottom > seen.bottom - 20) box.scrollTop += rect.top - seen.top - box.clientHeight / 3
        if (rect.left < seen.left || rect.right > seen.right) box.scrollLeft += rect.left - seen.left - box.clientWidth / 3
      })
    },
    clear() {
      hits = []
      nodes = []
      if ('highlights' in CSS) {
        CSS.highlights.delete(ALL)
        CSS.highlights.delete(HERE)
      }
    },
  }
}

/** A finder for an element that is drawn later: `within` is its ref. */
export function laterFinder(): { within: (element: HTMLElement | null) => void; finder: Finder } {
  let root: HTMLElement | null = null
  return { within: (element) => void (root = element), finder: domFinder(() => root) }
}

/** What scrolls around an element. */
export function scrollerOf(element: Element | null): Element {
  for (let one = element; one !== null; one = one.parentElement)
    if (one.scrollHeight > one.clientHeight + 4 && /auto|scroll/.test(getComputedStyle(one).overflowY)) return one
  return document.scrollingElement ?? document.documentElement
}
