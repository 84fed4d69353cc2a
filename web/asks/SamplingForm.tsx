// A sampling request in its two steps: what is asked, whole and open to change; and the answer, seen before it goes back.
import { useState } from 'react'
import { writeJson, type Json } from '#mcp/json.ts'
import type { PendingAsk } from '../session/engine-messages.ts'
import { Button } from '../ui/Button.tsx'
import { Check } from '../ui/Field.tsx'
import { ContentBlocks } from '../ui/ContentView.tsx'
import { reveal } from '../ui/format.ts'
import { jsonFault } from '../ui/json-fault.ts'
import { JsonView } from '../ui/JsonView.tsx'
import { Note } from '../ui/Note.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { AnswerEditor } from './AnswerEditor.tsx'
import { blankDraft, changeDraft, isEdited, reply, samplingResult, useAskDrafts } from './ask-drafts.ts'
import { readSampling } from './ask-read.ts'
import { AskFacts } from './AskFacts.tsx'
import { JsonField } from './JsonField.tsx'
import { RequestEditor } from './RequestEditor.tsx'
import { replyAlways } from './rules.ts'
import { editedMembers, historyFaults } from './sampling-edit.ts'
import style from './Asks.module.css'

/** The specification's, of a person who says no. */
const REFUSED = -1
const REFUSAL = 'User rejected sampling request'

export function SamplingForm({ ask }: { ask: PendingAsk }) {
  const model = useAskDrafts((store) => store.model)
  const draft = useAskDrafts((store) => store.drafts.get(ask.key)) ?? blankDraft(model)
  const change = (with_: Parameters<typeof changeDraft>[1]) => changeDraft(ask.key, with_)
  const [view, setView] = useState('read')
  const edited = isEdited(ask, draft)
  const params = draft.request ?? ask.params
  const broken = draft.json !== undefined && jsonFault(draft.json) !== undefined
  const result = broken ? undefined : samplingResult(draft)
  const members = edited ? editedMembers(ask.params, params) : []
  return (
    <div className={style.ask}>
      <AskFacts ask={ask} />
      <section className={style.part} aria-label="What it asks">
        <div className={style.partHead}>
          <h3>Request</h3>
          {edited && <span className={style.edited}>edited by you: {members.join(', ')}</span>}
          {edited && (
            <Button look="quiet" onClick={() => change({ request: undefined })}>
              As it came
            </Button>
          )}
          <Tabs
            label="Request as"
            look="segmented"
            selected={view}
            onSelect={setView}
            tabs={[
              { id: 'read', title: 'Read' },
              { id: 'edit', title: 'Edit' },
              { id: 'json', title: 'JSON' },
            ]}
          />
        </div>
        {view === 'read' && <Request params={params} edited={members} />}
        {view === 'edit' && <RequestEditor original={ask.params} params={params} onChange={(request) => change({ request })} />}
        {view === 'json' && <JsonField label="Request as JSON" value={params} onChange={(request) => change({ request })} />}
        {view !== 'read' && (
          <p className={style.hint}>
            You decide what the model sees: what you change here changes what is answered to. The server is not told.
          </p>
        )}
      </section>
      <AnswerEditor ask={ask} params={params} draft={draft} result={result} onChange={change} />
      <Acts ask={ask} draft={draft} result={result} edited={edited} />
    </div>
  )
}

interface ActsProps {
  ask: PendingAsk
  draft: { rejection?: string; code?: string }
  result: Json | undefined
  edited: boolean
}

function Acts({ ask, draft, result, edited }: ActsProps) {
  const [always, setAlways] = useState(false)
  const answer = always ? replyAlways : reply
  const modern = ask.round !== undefined
  const { rejection = REFUSAL, code = String(REFUSED) } = draft
  return (
    <div className={style.acts}>
      {modern ? (
        <span className={style.hint}>“Reject” sends nothing: this revision has no answer for it, and the call is given up.</span>
      ) : (
        <span className={style.rejection}>
          <input
            aria-label="Code of a rejection"
            className="mono"
            inputMode="numeric"
            value={code}
            onChange={(event) => changeDraft(ask.key, { code: event.target.value })}
          />
          <input
            aria-label="Message of a rejection"
            value={rejection}
            onChange={(event) => changeDraft(ask.key, { rejection: event.target.value })}
          />
        </span>
      )}
      <Check label="Always like this" checked={always} onChange={setAlways} />
      <Button
        look="danger"
        onClick={() =>
          answer(
            ask,
            { kind: 'error', code: /^-?\d+$/.test(code.trim()) ? Number(code) : REFUSED, message: rejection },
            modern ? 'rejected, the call was given up' : 'rejected',
          )
        }
      >
        Reject
      </Button>
      <Button
        look="primary"
        disabled={result === undefined}
        onClick={() => result !== undefined && answer(ask, { kind: 'result', result }, edited ? 'approved, edited' : 'approved')}
      >
        Approve
      </Button>
    </div>
  )
}

function Request({ params, edited }: { params: Json; edited: readonly string[] }) {
  const ask = readSampling(params)
  const mark = (name: string) => edited.includes(name) && <span className={style.edited}>edited</span>
  return (
    <>
      {[...ask.notes, ...historyFaults(params)].map((note) => (
        <Note key={note} tone="warn">
          {note}
        </Note>
      ))}
      {ask.systemPrompt !== undefined && (
        <div className={style.message}>
          <span className={style.role}>system {mark('systemPrompt')}</span>
          <div className={style.text}>{reveal(ask.systemPrompt)}</div>
        </div>
      )}
      {mark('messages')}
      {ask.messages.map((message, at) => (
        // Messages have no identity but their place.
        <div key={at} className={style.message}>
          <span className={style.role}>{message.role === '' ? '(no role)' : reveal(message.role)}</span>
          <ContentBlocks blocks={message.content} />
        </div>
      ))}
      {ask.settings.length > 0 && (
        <dl className={style.settings}>
          {ask.settings.map(({ name, value }) => (
            <div key={name}>
              <dt>
                {reveal(name)} {mark(name)}
              </dt>
              <dd>
                <code>{reveal(typeof value === 'string' ? value : writeJson(value))}</code>
              </dd>
            </div>
          ))}
        </dl>
      )}
      {ask.tools.length > 0 && (
        <div className={style.message}>
          <span className={style.role}>
            tools {ask.tools.length} {mark('tools')}
          </span>
          <JsonView value={ask.tools} label="Tools" bare />
        </div>
      )}
    </>
  )
}
