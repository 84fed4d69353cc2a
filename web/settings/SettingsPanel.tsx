// Stands in until the panel is drawn.
import { EmptyState } from '../ui/EmptyState.tsx'

export function SettingsPanel() {
  return <EmptyState title="Settings">This part is not drawn yet.</EmptyState>
}
