// Lines whose last one tells most: the end is what is shown, and new lines are followed unless a person scrolled away.
import { useLayoutEffect, useRef, type HTMLAttributes } from 'react'
import { reveal } from './format.ts'

export interface TailProps extends HTMLAttributes<HTMLPreElement> {
  lines: readonly string[]
}

/** Pixels from the end that still count as being there. */
const NEAR = 8

export function Tail({ lines, ...rest }: TailProps) {
  const box = useRef<HTMLPreElement>(null)
  const away = useRef(false)
  const text = lines.map(reveal).join('\n')
  // After every drawing: lines may have come, or the box may have got another height.
  useLayoutEffect(() => {
    if (box.current !== null && !away.current) box.current.scrollTop = box.current.scrollHeight
  })
  return (
    <pre
      ref={box}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
      tabIndex={0}
      {...rest}
      onScroll={({ currentTarget: { scrollTop, clientHeight, scrollHeight } }) => {
        away.current = scrollHeight - scrollTop - clientHeight > NEAR
      }}
    >
      {text}
    </pre>
  )
}
