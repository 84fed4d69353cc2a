// What goes along with a call: `_meta` of this call and of all requests to the server, and who we say that we are.
import { metaWarnings } from '#mcp/meta-names.ts'
import type { Revision } from '#mcp/dialect/revisions.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { reopenServer } from '../session/opening.ts'
import { clientInfoKey, metaKey, readMeta, type ClientInfo } from '../session/server-extras.ts'
import { completeSettings, DEFAULT_SETTINGS, SETTINGS, type Settings } from '../session/settings.ts'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { JsonEditor } from '../ui/JsonEditor.tsx'
import { lossesIn } from '../ui/SchemaForm/json-loss.ts'
import { useSetting } from '../ui/use-setting.ts'
import { Said } from '../ui/Said.tsx'
import style from './Tools.module.css'

export interface RequestExtrasProps {
  connection: ConnectionState
  meta: string
  onMeta: (text: string) => void
}

const MEMBERS = ['name', 'version', 'title'] as const

export function RequestExtras({ connection, meta, onMeta }: RequestExtrasProps) {
  const [ofServer, setOfServer] = useSetting(metaKey(connection.name), '')
  const [given, setGiven] = useSetting<ClientInfo | null>(clientInfoKey(connection.name), null)
  const [stored] = useSetting<Partial<Settings>>(SETTINGS, DEFAULT_SETTINGS)
  const usual = completeSettings(stored).clientInfo
  const info = given ?? usual
  return (
    <section className={style.extras} aria-label="Sent along">
      <MetaEditor label="_meta of this call" revision={connection.facts?.revision} text={meta} onChange={onMeta} />
      <MetaEditor
        label={`_meta of every request to ${connection.name}`}
        revision={connection.facts?.revision}
        text={ofServer}
        onChange={setOfServer}
      />
      <fieldset className={style.client}>
        <legend>Client info for {connection.name}</legend>
        {MEMBERS.map((member) => (
          <Field key={member} label={`Client ${member}`}>
            {(field) => (
              <input
                {...field}
                value={info[member] ?? ''}
                onChange={({ target: { value } }) => {
                  const { [member]: _, ...rest } = info
                  setGiven((member === 'title' && value === '' ? rest : { ...rest, [member]: value }) as ClientInfo)
                }}
              />
            )}
          </Field>
        ))}
        <div className={style.line}>
          <Button onClick={() => void reopenServer(connection.id)}>Reconnect to use it</Button>
          {given !== null && (
            <Button look="quiet" onClick={() => setGiven(null)}>
              Back to the settings’ own
            </Button>
          )}
          <span className={style.hint}>It is said once, when the connection begins (the newer era: with each request).</span>
        </div>
      </fieldset>
    </section>
  )
}

interface MetaEditorProps {
  label: string
  revision: Revision | undefined
  text: string
  onChange: (text: string) => void
}

function MetaEditor({ label, revision, text, onChange }: MetaEditorProps) {
  const { meta, fault } = readMeta(text)
  const losses = meta === undefined ? [] : lossesIn(text).map(({ says }) => says)
  const warnings = [...losses, ...(meta === undefined || revision === undefined ? [] : metaWarnings(meta, revision))]
  return (
    <div className={style.meta}>
      <b>{label}</b>
      <JsonEditor label={label} text={text} placeholder="{ … }" onChange={onChange} />
      {fault !== undefined && <div className={style.problem}>{fault}</div>}
      {warnings.map((warning) => (
        <Said appears as="div" key={warning} className={style.warning}>
          {warning}
        </Said>
      ))}
    </div>
  )
}
