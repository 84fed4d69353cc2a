// Bytes with their offsets and their ASCII; only the lines in sight are in the page.
import { useState, type ReactNode } from 'react'
import { useNarrow } from '../use-narrow.ts'
import { count } from '../format.ts'
import { hexPieces } from './hex-lines.ts'
import style from './viewers.module.css'

const LINE = 18
const MOST_LINES = 20
/** Browsers cap the height of an element near 17 million pixels. */
const MOST_PIXELS = 15_000_000

export interface HexViewerProps {
  bytes: Uint8Array
  /** What is marked: pairs of beginning and end, in order. */
  marked?: readonly number[]
}

const NONE: readonly number[] = []

export function HexViewer({ bytes, marked = NONE }: HexViewerProps) {
  const width = useNarrow() ? 8 : 16
  const lines = Math.max(1, Math.ceil(bytes.length / width))
  const [top, setTop] = useState(0)
  const height = Math.min(lines, MOST_LINES) * LINE
  const whole = Math.min(lines * LINE, MOST_PIXELS)
  const scale = (lines * LINE) / whole
  const first = Math.max(0, Math.floor((top * scale) / LINE) - 4)
  const last = Math.min(lines, first + MOST_LINES + 10)
  const digits = Math.max(4, (bytes.length - 1).toString(16).length)
  const out: ReactNode[] = []
  for (let line = first; line < last; line += 1) {
    const from = line * width
    for (const { text, mark } of hexPieces(bytes, from, width, digits, marked)) out.push(mark ? <mark key={out.length}>{text}</mark> : text)
    out.push('\n')
  }
  return (
    <div
      className={style.hex}
      style={{ height: height + 16 }}
      // It scrolls by itself, so the keyboard must reach it.
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      role="group"
      aria-label={`${count(bytes.length, 'byte')} in hexadecimal`}
      onScroll={(event) => setTop(event.currentTarget.scrollTop)}
    >
      <div style={{ height: whole, position: 'relative' }}>
        <pre style={{ transform: `translateY(${scale === 1 ? first * LINE : Math.max(0, top - 4 * LINE)}px)` }}>{out}</pre>
      </div>
    </div>
  )
}
