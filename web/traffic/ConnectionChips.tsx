// The connections of a table of several, each with its tint; a press leaves one out or brings it back, by the filter.
import { withConnections } from './filter-words.ts'
import type { Tag } from './scope.ts'
import { TagName } from './TagName.tsx'
import style from './TrafficBar.module.css'

export interface ConnectionChipsProps {
  tags: ReadonlyMap<string, Tag>
  /** Ids of those that the filter leaves. */
  shown: readonly string[]
  filter: string
  onFilter: (filter: string) => void
}

export function ConnectionChips({ tags, shown, filter, onFilter }: ConnectionChipsProps) {
  const toggle = (id: string) => {
    const out = [...tags].filter(([one]) => shown.includes(one) === (one === id))
    onFilter(
      withConnections(
        filter,
        out.map(([, { label }]) => label),
      ),
    )
  }
  return (
    <div className={style.connections} role="group" aria-label="Connections in the table">
      {[...tags].map(([id, tag]) => (
        <button key={id} type="button" className={style.chip} aria-pressed={shown.includes(id)} onClick={() => toggle(id)}>
          <TagName tag={tag} />
        </button>
      ))}
    </div>
  )
}
