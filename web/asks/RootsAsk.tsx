// A server asks for roots, and the person wanted to answer herself: those that are set, open to change for this once.
import type { PendingAsk } from '../session/engine-messages.ts'
import { rootsFor } from '../session/opening.ts'
import { Button } from '../ui/Button.tsx'
import { blankDraft, changeDraft, reply, useAskDrafts } from './ask-drafts.ts'
import { AskFacts } from './AskFacts.tsx'
import style from './Asks.module.css'

export function RootsAsk({ ask }: { ask: PendingAsk }) {
  const draft = useAskDrafts((store) => store.drafts.get(ask.key)) ?? blankDraft('')
  const set = rootsFor(ask.connectionName)
  const text = draft.json ?? set.map(({ uri, name }) => (name === undefined ? uri : `${uri} ${name}`)).join('\n')
  const roots = text.split('\n').flatMap((line): { [name: string]: string }[] => {
    const [, uri, name] = /^(\S+)\s*(.*)$/.exec(line.trim()) ?? []
    return uri === undefined ? [] : [name === '' ? { uri } : { uri, name: name! }]
  })
  const odd = roots.filter(({ uri = '' }) => !uri.startsWith('file://'))
  return (
    <div className={style.ask}>
      <AskFacts ask={ask} />
      <p className={style.text}>
        The server asks which folders it should keep to. Roots are words alone: nobody checks them, and they open nothing.
      </p>
      <div className={style.answer}>
        <textarea
          className="mono"
          aria-label="Roots, one a line"
          rows={4}
          placeholder="file:///home/me/project its name"
          value={text}
          onChange={(event) => changeDraft(ask.key, { json: event.target.value })}
        />
      </div>
      {odd.length > 0 && (
        <p className={style.warn}>Not file:// addresses, which the specification wants: {odd.map(({ uri }) => uri).join(', ')}</p>
      )}
      <div className={style.acts}>
        <Button
          title="Answers with the error -32603, as a client does that fails"
          onClick={() => reply(ask, { kind: 'error', code: -32603, message: 'The roots could not be read' }, 'failed on purpose')}
        >
          Fail
        </Button>
        <Button look="danger" onClick={() => reply(ask, { kind: 'error', code: -32601, message: 'Roots not supported' }, 'rejected')}>
          Reject
        </Button>
        <Button
          look="primary"
          onClick={() => reply(ask, { kind: 'result', result: { roots } }, draft.json !== undefined ? 'approved, edited' : 'approved')}
        >
          Approve
        </Button>
      </div>
    </div>
  )
}
