// An elicitation: a form by the server's schema, or a page that it wants visited. Accept, decline and cancel are three things.
import { useState, type ReactNode } from 'react'
import { parseJson, writeJson, type Json } from '#mcp/json.ts'
import { useConnections } from '../session/connections.ts'
import type { PendingAsk } from '../session/engine-messages.ts'
import { AddressView } from '../ui/AddressView.tsx'
import { Button } from '../ui/Button.tsx'
import { Check } from '../ui/Field.tsx'
import { reveal } from '../ui/format.ts'
import { jsonFault } from '../ui/json-fault.ts'
import { JsonEditor } from '../ui/JsonEditor.tsx'
import { Note } from '../ui/Note.tsx'
import { draftToArguments, type Assessment } from '../ui/SchemaForm/draft.ts'
import { focusField } from '../ui/SchemaForm/focus.ts'
import { judged, useJudged } from '../ui/SchemaForm/judged.ts'
import { LazySchemaForm } from '../ui/SchemaForm/LazySchemaForm.tsx'
import { blankDraft, changeDraft, elicitation, reply, useAskDrafts } from './ask-drafts.ts'
import { readElicitation, type ElicitationAsk } from './ask-read.ts'
import { AskFacts } from './AskFacts.tsx'
import { ProviderBar } from './ProviderBar.tsx'
import { replyAlways } from './rules.ts'
import style from './Asks.module.css'

/** The form's code comes with the dialog's, so that a field is there to write in. */
LazySchemaForm.preload()

export function ElicitationForm({ ask }: { ask: PendingAsk }) {
  // Read once: the form's schema must stay the same object while it is filled in.
  const revision = useConnections().get(ask.connection)?.facts?.revision
  const [read] = useState(() => readElicitation(ask.params, revision))
  const wrong = useAskDrafts((store) => store.drafts.get(ask.key)?.json)
  return (
    <div className={style.ask}>
      <AskFacts ask={ask} />
      <p className={style.text}>{reveal(read.message)}</p>
      {read.notes.map((note) => (
        <Note key={note} tone="warn">
          {note}
        </Note>
      ))}
      {wrong !== undefined ? (
        <Wrong ask={ask} json={wrong} />
      ) : read.mode === 'form' ? (
        <Form ask={ask} schema={read.schema} />
      ) : (
        <Page ask={ask} read={read} />
      )}
    </div>
  )
}

function Form({ ask, schema }: { ask: PendingAsk; schema: Extract<ElicitationAsk, { mode: 'form' }>['schema'] }) {
  const draft = useAskDrafts((store) => store.drafts.get(ask.key)) ?? blankDraft('')
  const [asked, setAsked] = useState(false)
  const [always, setAlways] = useState(false)
  const answer = always ? replyAlways : reply
  const built = draftToArguments(schema, draft.form)
  const { problems } = useJudged(schema, built)
  const prefix = `ask-${ask.key}`
  const approve = (anyway: boolean) => {
    if (anyway) decide(built, true)
    else void judged(schema, built).then((now) => decide(now, false))
  }
  const decide = ({ arguments: content, problems }: Assessment, anyway: boolean) => {
    // A doubt stops here too, once: the formats of an elicitation are few and the protocol names them.
    const first = problems.find(({ level }) => level === 'fatal' || !anyway)
    if (first === undefined) return answer(ask, { kind: 'result', result: { action: 'accept', content } }, 'approved')
    setAsked(true)
    requestAnimationFrame(() => focusField(prefix, first.at))
  }
  const stopped = asked && problems.length > 0 && !problems.some(({ level }) => level === 'fatal')
  return (
    <>
      <ProviderBar ask={ask} params={ask.params} />
      <LazySchemaForm
        schema={schema}
        draft={draft.form}
        onDraftChange={(form) => changeDraft(ask.key, { form })}
        idPrefix={prefix}
        onSubmit={() => approve(false)}
        showAll={asked}
      />
      <Acts ask={ask} content={built.arguments} always={always} onAlways={setAlways}>
        {stopped && <Button onClick={() => approve(true)}>Send anyway</Button>}
        <Button look="primary" onClick={() => approve(false)}>
          Approve
        </Button>
      </Acts>
    </>
  )
}

function Page({ ask, read }: { ask: PendingAsk; read: Extract<ElicitationAsk, { mode: 'url' }> }) {
  const complete = useAskDrafts((store) => store.complete.has(elicitation(ask.connection, read.elicitationId)))
  return (
    <>
      <AddressView url={read.url}>
        {complete && (
          <Note tone="info" role="status">
            The server says that what was to be done there is done.
          </Note>
        )}
      </AddressView>
      <p className={style.hint}>
        Loupe has not touched this address. “Approve” says that you agree to go there; what you do there stays between you and the page, and
        is no login of Loupe: its own token for the server stays as it is.
      </p>
      <Acts ask={ask}>
        <Button look="primary" onClick={() => reply(ask, { kind: 'result', result: { action: 'accept' } }, 'approved')}>
          Approve
        </Button>
      </Acts>
    </>
  )
}

/** Whatever a person wants a server to get, checked by nothing. */
function Wrong({ ask, json }: { ask: PendingAsk; json: string }) {
  const fault = jsonFault(json)
  return (
    <>
      <JsonEditor label="Result as JSON" blank={false} text={json} onChange={(next) => changeDraft(ask.key, { json: next })} />
      <p className={style.hint}>It goes back as it stands: another action, content that breaks the schema, members that nobody knows.</p>
      <div className={style.acts}>
        <Button look="quiet" aria-pressed onClick={() => changeDraft(ask.key, { json: undefined })}>
          Deliberately wrong
        </Button>
        <Button
          look="primary"
          disabled={fault !== undefined}
          onClick={() => reply(ask, { kind: 'result', result: parseJson(json) }, 'answered deliberately wrong')}
        >
          Send as it stands
        </Button>
      </div>
    </>
  )
}

interface ActsProps {
  ask: PendingAsk
  content?: Json
  /** Left out where no rule may answer: a page to visit. */
  always?: boolean
  onAlways?: (always: boolean) => void
  children: ReactNode
}

function Acts({ ask, content, always = false, onAlways, children }: ActsProps) {
  const answer = always ? replyAlways : reply
  return (
    <div className={style.acts}>
      {onAlways !== undefined && <Check label="Always like this" checked={always} onChange={onAlways} />}
      <Button
        look="quiet"
        aria-pressed={false}
        title="Write the whole result yourself; nothing is checked"
        onClick={() =>
          changeDraft(ask.key, { json: writeJson(content === undefined ? { action: 'accept' } : { action: 'accept', content }, 2) })
        }
      >
        Deliberately wrong
      </Button>
      <Button
        title="Answers “cancel”: dismissed without a choice"
        onClick={() => answer(ask, { kind: 'result', result: { action: 'cancel' } }, 'cancelled')}
      >
        Cancel
      </Button>
      <Button
        look="danger"
        title="Answers “decline”: an explicit no"
        onClick={() => answer(ask, { kind: 'result', result: { action: 'decline' } }, 'rejected')}
      >
        Reject
      </Button>
      {children}
    </div>
  )
}
