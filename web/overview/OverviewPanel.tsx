// Stands in until the panel is drawn.
import { EmptyState } from '../ui/EmptyState.tsx'

export function OverviewPanel() {
  return <EmptyState title="Overview">This part is not drawn yet.</EmptyState>
}
