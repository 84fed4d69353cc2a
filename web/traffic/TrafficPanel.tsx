// Stands in until the panel is drawn.
import { EmptyState } from '../ui/EmptyState.tsx'

export function TrafficPanel() {
  return <EmptyState title="Traffic">This part is not drawn yet.</EmptyState>
}
