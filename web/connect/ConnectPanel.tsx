// Stands in until the panel is drawn.
import { EmptyState } from '../ui/EmptyState.tsx'

export function ConnectPanel() {
  return <EmptyState title="Connect">This part is not drawn yet.</EmptyState>
}
