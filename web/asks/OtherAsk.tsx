// A request that Loupe has no form for: shown as it came, answered as JSON.
import { parseJson } from '#mcp/json.ts'
import type { PendingAsk } from '../session/engine-messages.ts'
import { Button } from '../ui/Button.tsx'
import { jsonFault } from '../ui/json-fault.ts'
import { JsonEditor } from '../ui/JsonEditor.tsx'
import { JsonView } from '../ui/JsonView.tsx'
import { blankDraft, changeDraft, reply, useAskDrafts } from './ask-drafts.ts'
import { AskFacts } from './AskFacts.tsx'
import style from './Asks.module.css'

export function OtherAsk({ ask }: { ask: PendingAsk }) {
  const { json = '{}' } = useAskDrafts((store) => store.drafts.get(ask.key)) ?? blankDraft('')
  const fault = jsonFault(json)
  return (
    <div className={style.ask}>
      <AskFacts ask={ask} />
      <JsonView value={ask.params} label="Parameters" bare />
      <JsonEditor label="Result as JSON" blank={false} text={json} onChange={(text) => changeDraft(ask.key, { json: text })} />
      <div className={style.acts}>
        <Button look="danger" onClick={() => reply(ask, { kind: 'error', code: -32601, message: 'Method not found' }, 'rejected')}>
          Reject
        </Button>
        <Button
          look="primary"
          disabled={fault !== undefined}
          onClick={() => reply(ask, { kind: 'result', result: parseJson(json) }, 'approved')}
        >
          Approve
        </Button>
      </div>
    </div>
  )
}
