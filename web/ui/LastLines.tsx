// What a process that ended said last, in the place of what it would have answered.
import { Tail } from './Tail.tsx'
import style from './LastLines.module.css'

export interface LastLinesProps {
  lines: readonly string[]
  /** Address of the row of its end. */
  href: string
}

export function LastLines({ lines, href }: LastLinesProps) {
  return (
    <section className={style.last} aria-label="Last lines of the process">
      <h3>
        Its last lines on stderr <a href={href}>see its end in Traffic</a>
      </h3>
      {lines.length === 0 ? (
        <p className={style.none}>It wrote nothing there.</p>
      ) : (
        <Tail lines={lines} aria-label="Its last lines on stderr" />
      )}
    </section>
  )
}
