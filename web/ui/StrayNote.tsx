// Says that an answer came while a call waited, which answers nothing; it may be what the call waits for.
import type { StrayAnswer } from '#mcp/session-types.ts'
import { Note } from './Note.tsx'

export interface StrayNoteProps {
  stray: StrayAnswer
  linkToRow: (seq: number) => string
}

export function StrayNote({ stray: { seq, says }, linkToRow }: StrayNoteProps) {
  return (
    <Note tone="warn" role="status" title={says}>
      It may be what this call waits for. <a href={linkToRow(seq)}>Message #{seq}</a>
    </Note>
  )
}
