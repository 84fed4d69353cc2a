// Whose messages the panel shows, where several connections are open.
import style from './ScopeButtons.module.css'

export interface ScopeButtonsProps {
  all: boolean
  onChoose: (all: boolean) => void
}

export function ScopeButtons({ all, onChoose }: ScopeButtonsProps) {
  return (
    <div className={style.choice} role="group" aria-label="Connections shown">
      <button type="button" aria-pressed={!all} onClick={() => onChoose(false)}>
        This connection
      </button>
      <button type="button" aria-pressed={all} title="All that is open here, in one table by time" onClick={() => onChoose(true)}>
        All connections
      </button>
    </div>
  )
}
