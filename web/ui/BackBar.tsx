// The way back from an item to its list on a small screen, where one stands in the place of the other: it stays in sight
// however far the item and its result are scrolled.
import type { ReactNode } from 'react'
import { Button } from './Button.tsx'
import pane from './Pane.module.css'

/** First in the box that scrolls. `children`: what else stays in sight. */
export function BackBar({ onBack, children }: { onBack: () => void; children?: ReactNode }) {
  return (
    <div className={`${pane.bar} ${pane.stuck}`}>
      <Button look="quiet" aria-label="Back to the list" onClick={onBack}>
        ‹ Back
      </Button>
      {children}
    </div>
  )
}
