// A server that works, but prints text where only messages belong: said with a count, since other clients may give up on it.
import { count, reveal } from './format.ts'
import { Note } from './Note.tsx'

export interface NoiseNoteProps {
  /** Lines so far. */
  lines: number
  first: string
  /** Address of the lines in the record. */
  href: string
}

export function NoiseNote({ lines, first, href }: NoiseNoteProps) {
  return (
    <Note tone="warn" role="status" title={`${count(lines, 'line')} on stdout ${lines === 1 ? 'is no message' : 'are no messages'}`}>
      Only MCP messages belong there, and other clients may give up on this server: let it log to stderr. The first:{' '}
      <code>{reveal(first.slice(0, 200)) || '(an empty line)'}</code> <a href={href}>See them in Traffic</a>
    </Note>
  )
}
