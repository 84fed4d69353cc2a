// Stands in until the panel is drawn.
import { EmptyState } from '../ui/EmptyState.tsx'

export function ToolsPanel() {
  return <EmptyState title="Tools">This part is not drawn yet.</EmptyState>
}
