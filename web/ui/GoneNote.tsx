// The line above a list that names what is no longer in it, until it was seen.
import { Button } from './Button.tsx'
import { reveal } from './format.ts'
import { Note } from './Note.tsx'

const MOST = 8

export interface GoneNoteProps {
  names: readonly string[]
  onSeen: () => void
}

export function GoneNote({ names, onSeen }: GoneNoteProps) {
  if (names.length === 0) return null
  const rest = names.length - MOST
  return (
    <Note
      tone="warn"
      role="status"
      title="Gone since you last looked"
      actions={
        <Button aria-label="Seen: take this line away" onClick={onSeen}>
          Seen
        </Button>
      }
    >
      {names.slice(0, MOST).map(reveal).join(', ')}
      {rest > 0 && ` and ${rest} more`}
    </Note>
  )
}
