// Asks before a record is emptied in which a person marked messages: what they wrote is nowhere else.
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { count } from '../ui/format.ts'

export interface ClearDialogProps {
  /** Of the messages that are marked; '' is a mark without one. */
  notes: readonly string[]
  onExport: () => void
  onClear: () => void
  onClose: () => void
}

export function ClearDialog({ notes, onExport, onClear, onClose }: ClearDialogProps) {
  const written = notes.filter((note) => note !== '').length
  return (
    <Dialog
      title="Clear the record"
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep it</Button>
          <Button data-focus="" onClick={onExport}>
            Export record…
          </Button>
          <Button look="danger" onClick={onClear}>
            Clear
          </Button>
        </>
      }
    >
      <p>
        {count(notes.length, 'pinned message')}
        {written > 0 && `, ${written === notes.length ? 'with' : `${written} of them with`} ${written === 1 ? 'a note' : 'notes'},`} would
        go with it. <em>Undo</em> can bring all of it back, for half a minute at most.
      </p>
    </Dialog>
  )
}
