// What a process that ended said last, in the place of what it would have answered.
import { reveal } from './format.ts'
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
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, so the keyboard must reach it
        <pre tabIndex={0} aria-label="Its last lines on stderr">
          {lines.map(reveal).join('\n')}
        </pre>
      )}
    </section>
  )
}
