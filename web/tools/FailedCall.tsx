// What went wrong with a call, where its data would be, and what a person may do about it: call again, longer, later, or with
// a capability switched on. Nothing is called again by itself.
import type { Limits } from '#mcp/session-types.ts'
import { hasPeerData, limitPassed } from '#mcp/errors.ts'
import { linkTo } from '../route/route.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { useLastWords } from '../session/last-words.ts'
import { remedyFor } from '../session/missing-capability.ts'
import { AskedWait } from '../ui/AskedWait.tsx'
import { Button } from '../ui/Button.tsx'
import { JsonView } from '../ui/JsonView.tsx'
import { LastLines } from '../ui/LastLines.tsx'
import { LateNote } from '../ui/LateNote.tsx'
import { LongerButton } from '../ui/LongerButton.tsx'
import { Note } from '../ui/Note.tsx'
import { StrayNote } from '../ui/StrayNote.tsx'
import { useFocusAfter } from '../ui/use-focus-after.ts'
import type { ToolCall } from './calls.ts'
import { failureWords } from './failure-words.ts'
import { PagesFirst } from './PagesFirst.tsx'
import style from './Tools.module.css'

export interface FailedCallProps {
  call: ToolCall
  connection: ConnectionState
  onAgain: ((limits?: Partial<Limits>) => void) | undefined
}

export function FailedCall({ call, connection, onAgain }: FailedCallProps) {
  const { failure, lost, late, stray, seq } = call
  const acts = useFocusAfter<HTMLSpanElement>()
  const words = useLastWords(connection.id, seq, failure)
  const remedy = remedyFor(connection, failure)
  if (failure === undefined) return null
  const { title, todo } = lost === true ? { title: 'This call was running when the page was reloaded' } : failureWords(failure)
  return (
    <>
      <Note
        tone={failure.kind === 'cancelled' ? 'info' : lost === true ? 'warn' : 'bad'}
        // What a person did is no alarm.
        role={failure.kind === 'cancelled' ? undefined : 'alert'}
        title={title}
        actions={
          onAgain !== undefined && (
            <span ref={acts} className={style.failedActs}>
              <LongerButton error={failure} clock={call.clock?.reading} label="Call again" onAgain={onAgain} />
              {remedy?.enable !== undefined && (
                <Button
                  onClick={() => {
                    remedy.enable?.()
                    onAgain()
                  }}
                >
                  Enable and retry
                </Button>
              )}
            </span>
          )
        }
      >
        {limitPassed(failure) === undefined && ![title, `${title}.`].includes(failure.message) && (
          <div className={style.message}>{failure.message}</div>
        )}
        {failure.retryAt !== undefined ? (
          <AskedWait until={failure.retryAt} act="Call again" />
        ) : (
          (remedy?.says ?? todo) !== undefined && <div className={style.ours}>{remedy?.says ?? todo}</div>
        )}
      </Note>
      <PagesFirst code={failure.code} data={failure.data} />
      {words !== undefined ? (
        <LastLines lines={words.lines} href={linkTo({ panel: 'traffic', item: String(words.seq) })} />
      ) : (
        hasPeerData(failure) && <JsonView value={failure.data!} label="Error data" />
      )}
      {stray !== undefined && <StrayNote stray={stray} linkToRow={(row) => linkTo({ panel: 'traffic', item: String(row) })} />}
      {late !== undefined && <LateNote late={late} linkToRow={(row) => linkTo({ panel: 'traffic', item: String(row) })} />}
    </>
  )
}
