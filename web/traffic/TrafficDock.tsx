// Stands in until the dock is drawn.
import { Button } from '../ui/Button.tsx'
import pane from '../ui/Pane.module.css'

export interface TrafficDockProps {
  /** Folds the dock down to its bar. */
  onCollapse: () => void
}

export function TrafficDock({ onCollapse }: TrafficDockProps) {
  return (
    <section className={pane.pane} aria-label="Traffic">
      <div className={pane.bar}>
        <h2>Traffic</h2>
        <span className={pane.end}>
          <Button look="quiet" aria-label="Fold the traffic away" onClick={onCollapse}>
            ▾
          </Button>
        </span>
      </div>
      <div className={pane.body} />
    </section>
  )
}
