// A server said that a list changed, and the person wants to be asked before it is asked for again.
import { Button } from './Button.tsx'
import { Note } from './Note.tsx'

export function StaleNote({ what, onRefresh }: { what: string; onRefresh: () => void }) {
  return (
    <Note
      tone="info"
      role="status"
      title={`The server says that its ${what} changed`}
      actions={<Button onClick={onRefresh}>Ask for them again</Button>}
    />
  )
}
