// The language of the filter, on one page.
import { Dialog } from '../ui/Dialog.tsx'
import style from './TrafficBar.module.css'

const TERMS: [string, string][] = [
  ['word', 'in method, name, status, id or body, without regard to case'],
  ['"two words"', 'the same, with blanks or signs in it'],
  ['method:tools/call', 'method, also of an answer’s request; a part is enough'],
  ['status:error', 'whatever went wrong; any other word is looked for in the status'],
  ['name:echo', 'tool, URI, prompt, log line'],
  ['dir:out  dir:in', 'what was sent, what came; dir:side is beside the messages'],
  ['by:you  by:loupe', 'who wanted it: you, Loupe by itself, an app (by:app), a rule of yours (by:rule); with the answers to it'],
  [
    'kind:answer',
    'request, notification, result, failure, garbled, http, noise, stderr, app …; an answer is a result or a failure, process is stderr, start and exit',
  ],
  ['kind:log', 'what a server logs: its log messages (notifications/message) and stderr'],
  ['level:error', 'log messages of that level or a graver one'],
  ['kind:finding', 'what breaks a MUST or a SHOULD or does not fit the schema, as “messages with findings” counts it'],
  ['kind:note', 'what Loupe noted beside the messages'],
  ['connection:name', 'in “All connections”, what is of the one that is called so; where none is, of those whose name holds it'],
  ['id:17', 'the JSON-RPC id'],
  ['#42', 'the message of this number, as findings and links name it'],
  ['rule:JR-28', 'what breaks a rule of the checks; rule:JR all whose ids begin so'],
  ['>100ms  <2s', 'how long it took, of requests and their answers'],
  ['>10kb  <1mb', 'how large the message is'],
  ['-ping', 'leave out what is that by method, name, status or kind; -"ping" also what mentions it'],
]

export function FilterHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Filtering traffic" open onClose={onClose}>
      <p>All terms must hold. Any of them may begin with a minus. Text with a colon goes in quotes.</p>
      <dl className={style.help}>
        {TERMS.map(([term, says]) => (
          <div key={term}>
            <dt>
              <code>{term}</code>
            </dt>
            <dd>{says}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
