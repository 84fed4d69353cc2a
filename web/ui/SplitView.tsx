// Two panes with a bar between them that a pointer or the arrow keys move; the size is remembered.
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react'
import { useSetting } from './use-setting.ts'
import style from './SplitView.module.css'

export interface SplitViewProps {
  /** Name under which the size is remembered, and the accessible name of the bar. */
  name: string
  label: string
  direction: 'row' | 'column'
  /** Which pane has the fixed size; the other takes the rest. */
  fixed: 'first' | 'second'
  /** Pixels. */
  initial: number
  min?: number
  max?: number
  first: ReactNode
  second: ReactNode
  /** Show only the one pane. */
  only?: 'first' | 'second'
}

const STEP = 16

export function SplitView({ name, label, direction, fixed, initial, min = 120, max = 2000, first, second, only }: SplitViewProps) {
  const [size, setSize] = useSetting(`split.${name}`, initial)
  const box = useRef<HTMLDivElement>(null)
  const clamp = (value: number) => {
    const whole = direction === 'row' ? box.current?.clientWidth : box.current?.clientHeight
    return Math.round(Math.max(min, Math.min(value, max, (whole ?? max) - min)))
  }
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault()
    const bar = event.currentTarget
    bar.setPointerCapture(event.pointerId)
    const start = direction === 'row' ? event.clientX : event.clientY
    const sign = fixed === 'first' ? 1 : -1
    const move = (e: globalThis.PointerEvent) => setSize(clamp(size + sign * ((direction === 'row' ? e.clientX : e.clientY) - start)))
    const up = () => {
      bar.removeEventListener('pointermove', move)
      bar.removeEventListener('pointerup', up)
      bar.removeEventListener('pointercancel', up)
    }
    bar.addEventListener('pointermove', move)
    bar.addEventListener('pointerup', up)
    bar.addEventListener('pointercancel', up)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const grow = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (grow === undefined) return
    event.preventDefault()
    setSize(clamp(size + (fixed === 'first' ? grow : -grow) * STEP))
  }
  const fixedStyle = only === undefined ? (direction === 'row' ? { width: size } : { height: size }) : undefined
  return (
    <div ref={box} className={`${style.split} ${direction === 'row' ? style.row : style.column}`}>
      <div
        className={only === undefined && fixed === 'first' ? style.fixed : style.rest}
        style={fixed === 'first' ? fixedStyle : undefined}
        hidden={only === 'second'}
        data-pane=""
      >
        {first}
      </div>
      {only === undefined && (
        <div
          role="separator"
          aria-label={label}
          aria-orientation={direction === 'row' ? 'vertical' : 'horizontal'}
          aria-valuenow={size}
          aria-valuemin={min}
          aria-valuemax={max}
          tabIndex={0}
          className={style.bar}
          onPointerDown={onPointerDown}
          onKeyDown={onKeyDown}
          onDoubleClick={() => setSize(initial)}
        />
      )}
      <div
        className={only === undefined && fixed === 'second' ? style.fixed : style.rest}
        style={fixed === 'second' ? fixedStyle : undefined}
        hidden={only === 'first'}
        data-pane=""
      >
        {second}
      </div>
    </div>
  )
}
