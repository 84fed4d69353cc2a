// The bytes of one message, as far as they were kept: the record is text, and of what was no UTF-8 it may know no more than where it stood.
import { bytesOf } from '#mcp/transport/replaced.ts'
import type { MessageDetail } from '#mcp/traffic-row.ts'
import { call } from '../session/engine.ts'
import { count } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { HexViewer } from '../ui/viewers/HexViewer.tsx'
import { useLater } from './use-later.ts'
import style from './MessageView.module.css'

interface MessageBytesProps {
  connection: string
  detail: MessageDetail
  /** They come from the engine: to encode a long text here would hold up the page. */
  large: boolean
}

export function MessageBytes({ connection, detail, large }: MessageBytesProps) {
  const found = useLater(async () => (large ? await call('messageBytes', [connection, detail.row.seq]) : bytesOf(detail)))
  if (found === undefined) return null
  const { bytes, odd, kept } = found
  // What goes out is written as UTF-8, and what Loupe says itself is its own.
  const marked = detail.row.direction === 'in' ? odd : []
  return (
    <>
      {marked.length > 0 && (
        <div className={style.why}>
          {kept ? (
            <Note tone="bad" title={`${count(marked.length / 2, 'place')} of this message ${marked.length === 2 ? 'is' : 'are'} not UTF-8`}>
              The bytes are those that came; what is not UTF-8 is marked.
            </Note>
          ) : (
            <Note tone="warn" title="What is marked may have crossed as other bytes">
              The text holds U+FFFD, which is EF BF BD. Either it was sent so, or bytes that are not UTF-8 came in its place: those were not
              kept.
            </Note>
          )}
        </div>
      )}
      <HexViewer bytes={bytes} marked={marked} />
    </>
  )
}
