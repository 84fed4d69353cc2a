// Stands in until the panel is drawn.
import { EmptyState } from '../ui/EmptyState.tsx'

export function ConsolePanel() {
  return <EmptyState title="Console">This part is not drawn yet.</EmptyState>
}
