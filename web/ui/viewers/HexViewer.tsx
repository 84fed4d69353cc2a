// Bytes with their offsets and their ASCII; only the lines in sight are in the page.
import { useState } from 'react'
import { useNarrow } from '../use-narrow.ts'
import { count } from '../format.ts'
import style from './viewers.module.css'

const LINE = 18
const MOST_LINES = 20
/** Browsers cap the height of an element near 17 million pixels. */
const MOST_PIXELS = 15_000_000

export function HexViewer({ bytes }: { bytes: Uint8Array }) {
  const width = useNarrow() ? 8 : 16
  const lines = Math.max(1, Math.ceil(bytes.length / width))
  const [top, setTop] = useState(0)
  const height = Math.min(lines, MOST_LINES) * LINE
  const whole = Math.min(lines * LINE, MOST_PIXELS)
  const scale = (lines * LINE) / whole
  const first = Math.max(0, Math.floor((top * scale) / LINE) - 4)
  const last = Math.min(lines, first + MOST_LINES + 10)
  const digits = Math.max(4, (bytes.length - 1).toString(16).length)
  const out: string[] = []
  for (let line = first; line < last; line += 1) out.push(hexLine(bytes, line * width, width, digits))
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
        <pre style={{ transform: `translateY(${scale === 1 ? first * LINE : Math.max(0, top - 4 * LINE)}px)` }}>{out.join('\n')}</pre>
      </div>
    </div>
  )
}

/** Lines that copying gives: what is longer is saved. */
const MOST_COPIED = 65_536

export function hexText(bytes: Uint8Array): string {
  const digits = Math.max(4, (bytes.length - 1).toString(16).length)
  const lines: string[] = []
  for (let at = 0; at < Math.min(bytes.length, MOST_COPIED * 16); at += 16) lines.push(hexLine(bytes, at, 16, digits))
  if (bytes.length > MOST_COPIED * 16) lines.push('…')
  return lines.join('\n')
}

/** `0010  48 65 6c 6c 6f                                    Hello` */
export function hexLine(bytes: Uint8Array, from: number, width: number, digits: number): string {
  let codes = ''
  let text = ''
  for (let i = from; i < from + width; i += 1) {
    const byte = bytes[i]
    codes += (byte === undefined ? '  ' : byte.toString(16).padStart(2, '0')) + (i - from === width / 2 - 1 ? '  ' : ' ')
    if (byte !== undefined) text += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '·'
  }
  return `${from.toString(16).padStart(digits, '0')}  ${codes} ${text}`
}
