// Stands in until the panel is drawn.
import { EmptyState } from '../ui/EmptyState.tsx'

export function ResourcesPanel() {
  return <EmptyState title="Resources">This part is not drawn yet.</EmptyState>
}
