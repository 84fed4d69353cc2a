// A sampling request whole, and the answer that a person writes in the model's place.
import { useState } from 'react'
import { isObject, parseJson, writeJson, type Json } from '#mcp/json.ts'
import type { PendingAsk } from '../session/engine-messages.ts'
import { Button } from '../ui/Button.tsx'
import { ContentBlocks } from '../ui/ContentView.tsx'
import { reveal } from '../ui/format.ts'
import { jsonFault } from '../ui/json-fault.ts'
import { JsonEditor } from '../ui/JsonEditor.tsx'
import { JsonView } from '../ui/JsonView.tsx'
import { Note } from '../ui/Note.tsx'
import { blankDraft, changeDraft, isEdited, reply, samplingResult, useAskDrafts } from './ask-drafts.ts'
import { readSampling } from './ask-read.ts'
import { AskFacts } from './AskFacts.tsx'
import style from './Asks.module.css'

const STOPS = ['endTurn', 'stopSequence', 'maxTokens', 'toolUse']

export function SamplingForm({ ask }: { ask: PendingAsk }) {
  const model = useAskDrafts((store) => store.model)
  const draft = useAskDrafts((store) => store.drafts.get(ask.key)) ?? blankDraft(model)
  const change = (with_: Parameters<typeof changeDraft>[1]) => changeDraft(ask.key, with_)
  const [editing, setEditing] = useState(false)
  const [preview, setPreview] = useState(false)
  const edited = isEdited(ask, draft)
  const requestFault = draft.request === undefined ? undefined : jsonFault(draft.request)
  const params = draft.request === undefined || requestFault !== undefined ? ask.params : parseJson(draft.request)
  const answerFault = draft.json === undefined ? undefined : jsonFault(draft.json)
  const result = answerFault === undefined ? samplingResult(draft) : undefined
  return (
    <div className={style.ask}>
      <AskFacts ask={ask} />
      <section className={style.part} aria-label="What it asks">
        <div className={style.partHead}>
          <h3>Request</h3>
          {edited && <span className={style.edited}>edited by you</span>}
          <Button look="quiet" aria-pressed={editing} onClick={() => setEditing(!editing)}>
            {editing ? 'Show' : 'Edit'}
          </Button>
          {edited && (
            <Button look="quiet" onClick={() => change({ request: undefined })}>
              As it came
            </Button>
          )}
        </div>
        {editing ? (
          <>
            <JsonEditor
              label="Request as JSON"
              blank={false}
              text={draft.request ?? writeJson(ask.params, 2)}
              onChange={(request) => change({ request })}
            />
            <p className={style.hint}>
              You decide what the model would see: what you change here changes what you answer to. The server is not told.
            </p>
          </>
        ) : (
          <Request params={params} original={edited ? ask.params : undefined} />
        )}
      </section>
      <section className={style.part} aria-label="Your answer">
        <div className={style.partHead}>
          <h3>Answer</h3>
          <Button
            look="quiet"
            aria-pressed={draft.json !== undefined}
            onClick={() => change({ json: draft.json === undefined ? writeJson(samplingResult(draft), 2) : undefined })}
          >
            {draft.json === undefined ? 'As JSON' : 'As fields'}
          </Button>
          <Button look="quiet" aria-expanded={preview} onClick={() => setPreview(!preview)}>
            {preview ? 'Hide preview' : 'Preview'}
          </Button>
        </div>
        {draft.json === undefined ? (
          <div className={style.answer}>
            <textarea
              aria-label="Answer"
              rows={4}
              value={draft.text}
              placeholder="What the model would say"
              onChange={(event) => change({ text: event.target.value })}
            />
            <div className={style.cells}>
              <label>
                Model
                <input value={draft.model} onChange={(event) => change({ model: event.target.value })} />
              </label>
              <label>
                Role
                <select value={draft.role} onChange={(event) => change({ role: event.target.value })}>
                  <option>assistant</option>
                  <option>user</option>
                </select>
              </label>
              <label>
                Stop reason
                <select value={draft.stopReason} onChange={(event) => change({ stopReason: event.target.value })}>
                  {STOPS.map((stop) => (
                    <option key={stop}>{stop}</option>
                  ))}
                  <option value="">not sent</option>
                </select>
              </label>
            </div>
          </div>
        ) : (
          <JsonEditor label="Result as JSON" blank={false} text={draft.json} onChange={(json) => change({ json })} />
        )}
        {preview && result !== undefined && <JsonView value={result} label="The result as it will be sent" bare />}
      </section>
      <div className={style.acts}>
        <span className={style.hint}>Esc sets it aside, with what you wrote.</span>
        <Button
          look="danger"
          onClick={() => reply(ask, { kind: 'error', code: -1, message: 'User rejected sampling request' }, 'rejected')}
        >
          Reject
        </Button>
        <Button
          look="primary"
          disabled={result === undefined}
          onClick={() => result !== undefined && reply(ask, { kind: 'result', result }, edited ? 'approved, edited' : 'approved')}
        >
          Approve
        </Button>
      </div>
    </div>
  )
}

function Request({ params, original }: { params: Json; original: Json | undefined }) {
  const ask = readSampling(params)
  const differs = (name: string) =>
    isObject(original) && isObject(params) && writeJson(original[name] ?? null) !== writeJson(params[name] ?? null)
  const mark = (name: string) => differs(name) && <span className={style.edited}>edited</span>
  return (
    <>
      {ask.notes.map((note) => (
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
          <span className={style.role}>tools {ask.tools.length}</span>
          <JsonView value={ask.tools} label="Tools" bare />
        </div>
      )}
    </>
  )
}
