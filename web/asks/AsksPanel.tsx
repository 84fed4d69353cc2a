// Stands in until the panel is drawn.
import { EmptyState } from '../ui/EmptyState.tsx'

export function AsksPanel() {
  return <EmptyState title="Asks">This part is not drawn yet.</EmptyState>
}
