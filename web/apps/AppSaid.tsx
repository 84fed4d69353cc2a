// What an app told the conversation and the model, which are not here; and what it may do without being asked.
import { CONSENT_KINDS } from '#mcp/apps/app-host.ts'
import { Field } from '../ui/Field.tsx'
import { JsonView } from '../ui/JsonView.tsx'
import { useSetting } from '../ui/use-setting.ts'
import type { AppState } from './app-session.ts'
import { CONSENT_WORDS, consentKey, decide, NO_DECISIONS, type Decision, type Decisions } from './consents.ts'
import style from './Apps.module.css'

export function AppSaid({ state: { messages, modelContext }, server }: { state: AppState; server: string }) {
  const [decisions] = useSetting<Decisions>(consentKey(server), NO_DECISIONS)
  return (
    <>
      <h3>Model context</h3>
      {modelContext === undefined ? (
        <p className={style.quiet}>None yet. Each update would stand in place of the one before.</p>
      ) : (
        <JsonView value={modelContext} label="Model context" />
      )}
      <h3>Messages to the conversation</h3>
      {messages.length === 0 ? (
        <p className={style.quiet}>None yet.</p>
      ) : (
        <JsonView value={[...messages]} label="Messages to the conversation" />
      )}
      <h3>Apps of this server may</h3>
      <div className={style.fields}>
        {CONSENT_KINDS.map((kind) => (
          <Field key={kind} label={CONSENT_WORDS[kind].title}>
            {(field) => (
              <select
                {...field}
                value={decisions[kind] ?? 'ask'}
                onChange={(event) => decide(server, kind, event.target.value === 'ask' ? undefined : (event.target.value as Decision))}
              >
                <option value="ask">ask me</option>
                <option value="always">always</option>
                <option value="never">never</option>
              </select>
            )}
          </Field>
        ))}
      </div>
    </>
  )
}
