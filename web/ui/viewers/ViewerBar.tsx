// The one line above anything shown: what it is at the left, what can be done with it at the right.
import type { ReactNode } from 'react'
import style from './viewers.module.css'

export interface ViewerBarProps {
  /** "text", "image/png". */
  kind: ReactNode
  /** Further facts: a size, dimensions, annotations. */
  facts?: readonly (string | undefined)[]
  /** It stays in sight while what is below it is scrolled. */
  stays?: boolean
  children?: ReactNode
}

export function ViewerBar({ kind, facts = [], stays = false, children }: ViewerBarProps) {
  const said = facts.filter((fact) => fact !== undefined && fact !== '')
  return (
    <div className={stays ? `${style.bar} ${style.stays}` : style.bar}>
      <span className={style.facts}>
        <span className={style.kind}>{kind}</span>
        {said.map((fact) => (
          <span key={fact}> · {fact}</span>
        ))}
      </span>
      <span className={style.acts}>{children}</span>
    </div>
  )
}

/** What was odd about a thing, in a line of its own. */
export function Oddities({ notes }: { notes: readonly string[] }) {
  if (notes.length === 0) return null
  return (
    <ul className={style.oddities}>
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}
