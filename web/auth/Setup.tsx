// What a person sets for the authorization of a server: the mode and what it needs, the redirect URI, whose rules hold, where secrets
// are kept; and what is known of providers.
import type { FlowState } from '#mcp/auth/flow-state.ts'
import type { AuthSettings, Waiver } from '#mcp/auth/settings.ts'
import { changeAuth } from '../session/auth.ts'
import { useAuthSettings } from '../session/auth-settings.ts'
import { AuthFields, ModeField, StorageField } from '../ui/AuthFields.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { reveal } from '../ui/format.ts'
import { Note } from '../ui/Note.tsx'
import { ClientDocument } from './ClientDocument.tsx'
import { Recipes } from './Recipes.tsx'
import { useAct } from './use-act.ts'
import style from './Auth.module.css'

const REVISIONS = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26'] as const

const WAIVERS: Record<Waiver, string> = {
  'pkce-unknown': 'going on where the metadata does not say that PKCE is known',
  'issuer-mismatch': 'taking metadata whose issuer is another',
  'resource-mismatch': 'taking metadata of another resource',
  'iss-mismatch': 'taking an answer whose iss is wrong or missing',
}

export function Setup({ connection, name, flow }: { connection: string; name: string; flow: FlowState }) {
  const settings = useAuthSettings(name)
  const { fault, act } = useAct()
  const set = (next: AuthSettings) => act(changeAuth(connection, () => next))
  const { waive = [], ...held } = settings
  const fields = { settings, onChange: set, redirectUri: flow.redirectUri }
  return (
    <div className={style.sheet}>
      {fault !== undefined && <Note tone="bad" role="alert" title={reveal(fault)} />}
      <section aria-labelledby="auth-setup">
        <h3 id="auth-setup">For this server</h3>
        <div className={style.form}>
          <ModeField settings={settings} onChange={set} />
          <AuthFields {...fields} />
          {(settings.mode === undefined || settings.mode === 'auto' || settings.mode === 'oauth') && (
            <ClientDocument settings={settings} redirectUri={flow.redirectUri} />
          )}
          <StorageField settings={settings} onChange={set} />
          <Field label="Rules" hint={flow.revisionWhy}>
            {(field) => (
              <select
                {...field}
                value={settings.revision ?? 'auto'}
                onChange={(event) => set({ ...settings, revision: event.target.value as NonNullable<AuthSettings['revision']> })}
              >
                <option value="auto">Of the revision that is spoken</option>
                {REVISIONS.map((one) => (
                  <option key={one} value={one}>
                    Of {one}
                  </option>
                ))}
              </select>
            )}
          </Field>
          {waive.length > 0 && (
            <Note tone="warn" title="Rules set aside by you" actions={<Button onClick={() => set(held)}>Hold to all rules again</Button>}>
              {[...new Set(waive)].map((one) => WAIVERS[one]).join('; ')}.
            </Note>
          )}
          <p className={style.dim}>Endpoints and parameters are edited with their steps. A change holds from the next step on.</p>
        </div>
      </section>
      <Recipes settings={settings} redirectUri={flow.redirectUri} issuer={issuerOf(flow)} onUse={set} />
    </div>
  )
}

function issuerOf({ steps, token }: FlowState): string {
  const edit = steps.flatMap(({ edits }) => edits).find(({ path }) => path === 'issuer')
  return token?.issuer ?? edit?.value ?? ''
}
