// The bytes of one message.
import { call } from '../session/engine.ts'
import { HexViewer } from '../ui/viewers/HexViewer.tsx'
import { useLater } from './use-later.ts'

/** Those of a long one come from the engine: to encode it here would hold up the page. */
export function MessageBytes({ connection, seq, text }: { connection: string; seq: number; text: string | undefined }) {
  const bytes = useLater(async () =>
    text === undefined ? (await call('messageBytes', [connection, seq])).bytes : new TextEncoder().encode(text),
  )
  return bytes === undefined ? null : <HexViewer bytes={bytes} />
}
