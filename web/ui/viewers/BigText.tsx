// Text of any size: rows from its source, cut to the width of the view where lines are wrapped.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { BigSource } from '#mcp/content/big.ts'
import { UNWRAPPED } from '#mcp/content/lines.ts'
import { reveal } from '../format.ts'
import { useOffers } from './finder.ts'
import { VirtualRows } from './VirtualRows.tsx'
import style from './viewers.module.css'

export interface BigTextProps {
  source: BigSource
  /** Lines, for the room that their numbers take. */
  lines: number
  wrap: boolean
  onFault: (message: string) => void
}

export function BigText({ source, lines, wrap, onFault }: BigTextProps) {
  const box = useRef<HTMLDivElement>(null)
  const probe = useRef<HTMLSpanElement>(null)
  const digits = Math.max(3, String(lines).length)
  const [fitting, setFitting] = useState<number>()
  const [goTo, setGoTo] = useState<{ row: number }>()
  const [hit, setHit] = useState<number>()
  const columns = wrap ? fitting : UNWRAPPED
  useEffect(() => {
    const element = box.current?.parentElement
    if (element == null) return
    const measure = () => {
      const wide = (probe.current?.getBoundingClientRect().width ?? 720) / 100
      // The numbers, their margins and the scroll bar take the rest.
      setFitting(Math.max(20, Math.floor((element.clientWidth - (digits + 1) * wide - 44) / wide)))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [digits])
  const now = useRef(columns)
  useLayoutEffect(() => {
    now.current = columns
  })
  const offers = useMemo(
    () => ({
      finder: {
        seek: (needle: string) => {
          setHit(undefined)
          return source.seek('text', needle)
        },
        show: (at: number) =>
          void source.hit('text', at, now.current ?? 80).then(({ row }) => {
            setHit(row)
            setGoTo({ row })
          }),
        clear: () => setHit(undefined),
      },
    }),
    [source],
  )
  useOffers(offers)
  const read = useCallback((from: number, count: number) => source.lines(columns ?? 80, from, count), [source, columns])
  return (
    <>
      <span ref={probe} className={style.probe} aria-hidden="true">
        {'0'.repeat(100)}
      </span>
      <VirtualRows
        box={box}
        read={read}
        role="group"
        label={`${lines.toLocaleString('en')} lines`}
        goTo={goTo}
        onFault={onFault}
        className={wrap ? style.bigWrapped : style.bigText}
      >
        {({ text, line }, index) => (
          <div key={index} className={`${style.bigRow} ${index === hit ? style.hit : ''}`}>
            <span className={style.number} style={{ width: `${digits}ch` }} aria-hidden="true">
              {line === 0 ? '' : line}
            </span>
            <span className={style.bigLine}>{reveal(text)}</span>
          </div>
        )}
      </VirtualRows>
    </>
  )
}
