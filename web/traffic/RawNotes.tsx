// Beside the composer: what of the message will not leave as it is written, and what it does that the revision forbids.
import { rawWarnings } from '#mcp/raw-warnings.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { useProxy } from '../session/proxy-state.ts'
import { Button } from '../ui/Button.tsx'
import { reveal } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { idsIn } from './fresh-id.ts'
import { atHome, idsToRenew, type RawDraft } from './raw-draft.ts'
import style from './Raw.module.css'

export interface RawNotesProps {
  connection: ConnectionState
  draft: RawDraft
  /** Headers that a browser lets no page send. */
  kept: string[]
  /** It leaves through the proxy, which the connection itself does not. */
  detour: boolean
  onProxy: () => void
  /** The ids are to stay as they are written. */
  onKeepId: () => void
}

export function RawNotes({ connection, draft, kept, detour, onProxy, onKeepId }: RawNotesProps) {
  const { target, facts, status } = connection
  const proxy = useProxy(({ state }) => state.kind === 'open')
  // The automatic choice takes the proxy by itself for headers that a person wrote.
  const direct = target.kind === 'http' && (target.via === 'direct' || (target.via === 'auto' && (!proxy || atHome(target.url))))
  const warnings = facts === undefined || draft.http !== 'POST' ? [] : rawWarnings(draft.text, facts)
  const taken = idsToRenew(draft)
  const own = draft.usedIds === undefined || draft.http !== 'POST' || taken.length > 0 ? [] : idsIn(draft.text)
  return (
    <div className={style.notes}>
      {taken.length > 0 ? (
        <Note
          tone="info"
          role="status"
          title={
            taken.length === 1
              ? `Its id ${listed(taken)} was used: it leaves with a new one`
              : `Its ids ${listed(taken)} were used: it leaves with new ones`
          }
          actions={<Button onClick={onKeepId}>Keep {listed(taken)}</Button>}
        >
          The next {taken.length === 1 ? 'id of this connection takes its' : 'ids of this connection take their'} place as it is sent. An id
          that you write yourself leaves as you write it.
        </Note>
      ) : (
        own.length > 0 && (
          <Note
            tone="info"
            role="status"
            title={`Its ${own.length === 1 ? `id ${listed(own)} is` : `ids ${listed(own)} are`} yours: it leaves as it is written`}
          />
        )
      )}
      {detour && (
        <Note tone="info" role="status" title="It leaves through the proxy">
          The connection goes straight from the page, but only the proxy sends headers as they are written here.
        </Note>
      )}
      {direct && kept.length > 0 && (
        <Note
          tone="warn"
          role="status"
          title={`${kept.join(', ')} will not go out as written`}
          actions={
            proxy && (
              <Button disabled={status !== 'connected'} onClick={onProxy}>
                Send through the proxy
              </Button>
            )
          }
        >
          A browser sets or drops {kept.length === 1 ? 'this header' : 'these headers'} itself.{' '}
          {proxy
            ? 'The proxy sends headers to the letter.'
            : 'Loupe’s proxy would send them: run “node dist/loupe.js” and open its address.'}
        </Note>
      )}
      {warnings.length > 0 && (
        <Note tone="warn" role="status" title={`Not as ${facts?.revision} has it`}>
          {warnings.map((warning) => (
            <div key={warning}>{warning}</div>
          ))}
        </Note>
      )}
    </div>
  )
}

/** Some of the ids of a batch, which may be many. */
function listed(ids: readonly string[]): string {
  return `${ids.slice(0, 4).map(reveal).join(', ')}${ids.length > 4 ? ` and ${ids.length - 4} more` : ''}`
}
