// The form for a new connection, or for one that is edited: either kind of server, its name, and what is asked for.
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { looksLikeConfig } from '#mcp/config/looks-like.ts'
import { isAbsent, useProxy } from '../session/proxy-state.ts'
import { suggestName } from '#mcp/transport/suggest-name.ts'
import { Button } from '../ui/Button.tsx'
import { deferred } from '../ui/deferred.tsx'
import { Check, Field } from '../ui/Field.tsx'
import { Note } from '../ui/Note.tsx'
import { Tabs } from '../ui/Tabs.tsx'
import { faultsOf, meantDraft, targetOf, urlInLine, type Draft } from './draft.ts'
import { StdioFields, type TargetFieldsProps } from './StdioFields.tsx'
import style from './ConnectForm.module.css'

const ERAS: { [era: string]: string } = {
  auto: 'The server is asked server/discover first; its answer tells which era it speaks. The overview says which, and why.',
  modern: '2026-07-28: each request stands for itself.',
  legacy: 'The newest revision that begins with initialize; servers may answer with an older one.',
}
const REVISIONS: Draft['era'][] = ['2026-07-28', '2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05']

/** The tab of a newcomer is the other one. */
const HttpFields = deferred<TargetFieldsProps>(async () => (await import('./HttpFields.tsx')).HttpFields)

const MaskedFault = deferred<{ draft: Draft }>(async () => (await import('./MaskedFault.tsx')).MaskedFault)

/** Milliseconds after which nothing more urgent is fetched. */
const QUIET = 600

export interface ConnectFormProps {
  draft: Draft
  onChange: (change: Partial<Draft>) => void
  /** Called when nothing stands in the way. `meant`: the draft, read as it was meant. */
  onConnect: (meant: Draft) => void
  /** A configuration was pasted where a command or a URL was expected. */
  onConfig: (text: string) => void
  secrets: boolean
  onSecrets: (keep: boolean) => void
}

export function ConnectForm({ draft, onChange, onConnect, onConfig, secrets, onSecrets }: ConnectFormProps) {
  const proxy = useProxy((store) => store.state)
  const absent = isAbsent(proxy)
  const [tried, setTried] = useState(false)
  const meant = meantDraft(draft)
  const faults = faultsOf(meant)
  // A mask was pasted, and is told before anybody connects with it.
  const told = tried ? Object.values(faults)[0] : faults.masked
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    const timer = setTimeout(HttpFields.preload, QUIET)
    return () => clearTimeout(timer)
  }, [])
  /** A piece of an mcp.json is read by the panel; a URL pasted as a command goes to the other tab. */
  const onPaste = (text: string): boolean => {
    const url = draft.kind === 'stdio' && draft.line === '' ? urlInLine(text) : undefined
    // Where that field cannot be drawn at once the line takes the URL as text, which connects as well.
    if (url !== undefined && HttpFields.ready()) {
      // The field that held the caret goes: the next key, perhaps Enter, must find it in the other one.
      flushSync(() => onChange({ kind: 'http', url }))
      const field = form.current?.querySelector<HTMLInputElement>('[data-search]')
      field?.focus()
      field?.setSelectionRange(url.length, url.length)
      return true
    }
    if (!looksLikeConfig(text)) return false
    onConfig(text)
    return true
  }
  const Fields = draft.kind === 'stdio' ? StdioFields : HttpFields
  return (
    <form
      ref={form}
      data-arrive=""
      onFocus={HttpFields.preload}
      className={style.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (Object.keys(faults).length === 0) onConnect(meant)
        else requestAnimationFrame(() => document.querySelector<HTMLElement>('form [aria-invalid=true]:is(input, textarea)')?.focus())
      }}
    >
      <div className={style.tabs}>
        <Tabs
          label="Kind of server"
          selected={draft.kind}
          onSelect={(kind) => onChange({ kind: kind === 'http' ? 'http' : 'stdio' })}
          tabs={[
            { id: 'stdio', title: 'Local command (stdio)' },
            { id: 'http', title: 'URL' },
          ]}
        />
      </div>
      <div className={style.fields}>
        {draft.withheld.length > 0 && (
          <Note tone="info">
            Not kept in this browser, so type again what the server needs: <b>{draft.withheld.join(', ')}</b>.
          </Note>
        )}
        {absent ? (
          <Note tone="warn" role="status" title="There is no proxy behind this page">
            Run <code>node dist/loupe.js</code> in the folder of Loupe and open the address that it prints. Without it no local command can
            be started, and a URL is reached only where its server allows this page (CORS).
          </Note>
        ) : (
          draft.kind === 'stdio' &&
          proxy.kind === 'lost' && (
            <Note tone="warn" title="Local commands need Loupe, which does not answer this page">
              {proxy.why}
            </Note>
          )
        )}
        <Fields draft={draft} onChange={onChange} faults={tried ? faults : {}} onPaste={onPaste} />
        <div className={style.pair}>
          <Field label="Name" note="optional">
            {(field) => (
              <input
                {...field}
                value={draft.name}
                placeholder={suggestName(targetOf(meant)) || 'a name for this connection'}
                autoComplete="off"
                onChange={(event) => onChange({ name: event.target.value })}
              />
            )}
          </Field>
          <Field label="Era" hint={ERAS[draft.era] ?? 'This revision is asked for.'}>
            {(field) => (
              <select {...field} value={draft.era} onChange={(event) => onChange({ era: event.target.value as Draft['era'] })}>
                <option value="auto">Auto: ask the server</option>
                <option value="modern">Modern: without a handshake</option>
                <option value="legacy">Legacy: with a handshake</option>
                {REVISIONS.map((revision) => (
                  <option key={revision} value={revision}>
                    {revision} only
                  </option>
                ))}
              </select>
            )}
          </Field>
        </div>
        <Check
          label="Remember secrets in this browser"
          hint="Tokens, header values and environment values. Unticked, the server is remembered without them."
          checked={secrets}
          onChange={onSecrets}
        />
      </div>
      <div className={style.act}>
        <Button
          look="primary"
          type="submit"
          disabled={absent && meant.kind === 'stdio'}
          title={absent && meant.kind === 'stdio' ? 'Only the proxy can start a command' : undefined}
        >
          Connect
        </Button>
        {told !== undefined && (
          <span className={style.fault} role="alert">
            {told === faults.masked ? <MaskedFault draft={meant} /> : told}
          </span>
        )}
      </div>
    </form>
  )
}
