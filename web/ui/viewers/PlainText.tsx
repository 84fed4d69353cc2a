// A text of moderate length, whole in the page, in pieces of which the browser lays out those in sight alone; coloured
// where its language is known.
import { useEffect, useMemo, useRef, useState } from 'react'
import { reveal } from '../format.ts'
import { paint, PAINTS } from './paint.ts'
import style from './viewers.module.css'

interface Piece {
  from: number
  text: string
}

export function PlainText({ text, wrap, language }: { text: string; wrap: boolean; language?: string }) {
  // What is coloured must stand as it was sent: marks for hidden characters would move it.
  const shown = useMemo(() => reveal(text), [text])
  const pieces = useMemo(() => piecesOf(shown), [shown])
  const [runs, setRuns] = useState<Uint32Array>()
  useEffect(() => {
    if (language === undefined) return
    let gone = false
    setRuns(undefined)
    void paint(language, shown).then((painted) => !gone && setRuns(painted))
    return () => {
      gone = true
    }
  }, [language, shown])
  return (
    <div className={style.scroller}>
      {pieces.map((piece) => (
        <PieceView key={piece.from} piece={piece} wrap={wrap} runs={runs} />
      ))}
    </div>
  )
}

function PieceView({ piece, wrap, runs }: { piece: Piece; wrap: boolean; runs: Uint32Array | undefined }) {
  const element = useRef<HTMLPreElement>(null)
  useEffect(() => {
    const node = element.current?.firstChild
    if (runs === undefined || runs.length === 0 || !(node instanceof Text) || !('highlights' in CSS)) return
    let marked: [name: string, range: StaticRange][] = []
    const observer = new IntersectionObserver(([entry]) => {
      if (entry?.isIntersecting !== true) return
      observer.disconnect()
      const end = piece.from + piece.text.length
      for (let at = firstRun(runs, piece.from); at < runs.length && runs[at]! < end; at += 3) {
        const start = Math.max(0, runs[at]! - piece.from)
        const stop = Math.min(node.length, runs[at + 1]! - piece.from)
        if (stop <= start) continue
        const name = `paint-${PAINTS[runs[at + 2]!]}`
        const range = new StaticRange({ startContainer: node, startOffset: start, endContainer: node, endOffset: stop })
        let group = CSS.highlights.get(name)
        if (group === undefined) CSS.highlights.set(name, (group = new Highlight()))
        group.add(range)
        marked.push([name, range])
      }
    })
    observer.observe(element.current!)
    return () => {
      observer.disconnect()
      for (const [name, range] of marked) CSS.highlights.get(name)?.delete(range)
      marked = []
    }
  }, [runs, piece])
  return (
    <pre ref={element} className={`${style.text} ${wrap ? style.wrapped : ''}`}>
      {piece.text}
    </pre>
  )
}

/** The first run that ends behind `from`. */
function firstRun(runs: Uint32Array, from: number): number {
  let low = 0
  let high = runs.length / 3
  while (low < high) {
    const middle = (low + high) >> 1
    if (runs[middle * 3 + 1]! <= from) low = middle + 1
    else high = middle
  }
  return low * 3
}

/** Pieces of some thousand characters, cut at line ends where there are any. */
function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = []
  for (let at = 0; at < text.length;) {
    let end = Math.min(at + 8_000, text.length)
    const line = text.indexOf('\n', end)
    if (line >= 0 && line - end < 12_000) end = line + 1
    const piece = text.slice(at, end)
    // The line break at the end of a block would be a line of its own.
    pieces.push({ from: at, text: end < text.length ? piece.replace(/\n$/, '') : piece })
    at = end
  }
  return pieces
}
