// Says that an answer came after its request was given up, and how late; what it holds is shown beneath.
import type { LateAnswer } from '#mcp/session-types.ts'
import { duration } from './format.ts'
import { Note } from './Note.tsx'

export interface LateNoteProps {
  late: LateAnswer
  linkToRow: (seq: number) => string
}

export function LateNote({ late: { seq, after, answer, error }, linkToRow }: LateNoteProps) {
  return (
    <Note tone="warn" role="status" title={`An answer came after all, ${duration(after)} too late`}>
      {error === undefined
        ? answer !== undefined && 'It is shown below, and counts as no answer.'
        : `It is an error (${error.code}): ${error.message}`}{' '}
      <a href={linkToRow(seq)}>Message #{seq}</a>
    </Note>
  )
}
