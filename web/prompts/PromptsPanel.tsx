// Stands in until the panel is drawn.
import { EmptyState } from '../ui/EmptyState.tsx'

export function PromptsPanel() {
  return <EmptyState title="Prompts">This part is not drawn yet.</EmptyState>
}
