// What an app is fed with, by hand: the input whole or in pieces, and a result, a cancellation or nothing after it. Since an app
// is fed once, it begins anew each time.
import { useEffect, useState } from 'react'
import { parseJson, writeJson } from '#mcp/json.ts'
import { Button } from '../ui/Button.tsx'
import { Check, Field } from '../ui/Field.tsx'
import { JsonEditor } from '../ui/JsonEditor.tsx'
import { jsonFault } from '../ui/json-fault.ts'
import { wholeJson } from '../ui/viewers/whole-json.ts'
import type { Feed } from './app-session.ts'
import style from './Apps.module.css'

/** Pieces of an input that is told while it grows. */
const STEPS = 3

export function FeedEditor({ fed, onFeed, onEnd }: { fed: Feed; onFeed: (feed: Feed) => void; onEnd: () => void }) {
  const [input, setInput] = useState(() => writeJson(fed.arguments, 2))
  const [kind, setKind] = useState<'result' | 'cancelled' | 'nothing'>(
    fed.end === undefined ? 'nothing' : 'result' in fed.end ? 'result' : 'cancelled',
  )
  const [result, setResult] = useState('')
  const [reason, setReason] = useState(fed.end !== undefined && 'reason' in fed.end ? fed.end.reason : 'Cancelled by the person.')
  const [partial, setPartial] = useState((fed.steps ?? 0) > 0)
  const given = fed.end !== undefined && 'result' in fed.end ? fed.end.result : undefined
  useEffect(() => {
    let gone = false
    if (given === undefined) setResult('{\n  "content": []\n}')
    else void Promise.resolve(wholeJson(given)).then((text) => !gone && setResult(text))
    return () => {
      gone = true
    }
  }, [given])
  const fault = jsonFault(input) ?? (kind === 'result' ? jsonFault(result) : undefined)
  const feed = (): void => {
    const end = kind === 'nothing' ? {} : kind === 'cancelled' ? { end: { reason } } : { end: { result: parseJson(result) } }
    onFeed({ arguments: parseJson(input), ...end, ...(partial ? { steps: STEPS } : {}) })
  }
  return (
    <>
      <h3>Input</h3>
      <JsonEditor label="Input of the app" text={input} blank={false} onChange={setInput} />
      <Check
        label="Tell it in pieces first"
        checked={partial}
        onChange={setPartial}
        hint="ui/notifications/tool-input-partial, as from a model that still writes."
      />
      <Field label="Then">
        {(field) => (
          <select {...field} value={kind} onChange={(event) => setKind(event.target.value as typeof kind)}>
            <option value="result">a result</option>
            <option value="cancelled">a cancellation</option>
            <option value="nothing">nothing yet</option>
          </select>
        )}
      </Field>
      {kind === 'result' && <JsonEditor label="Result for the app" text={result} blank={false} onChange={setResult} />}
      {kind === 'cancelled' && (
        <Field label="Reason">{(field) => <input {...field} value={reason} onChange={(event) => setReason(event.target.value)} />}</Field>
      )}
      <div className={style.acts}>
        <Button look="primary" why={fault === undefined ? undefined : `Not JSON: ${fault.says}`} onClick={feed}>
          Feed it anew
        </Button>
        <Button onClick={onEnd}>Take it down</Button>
      </div>
    </>
  )
}
