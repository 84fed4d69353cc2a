// A remote server: its URL, the headers sent with every request, and which way to it.
import { Button } from '../ui/Button.tsx'
import { Check, Field } from '../ui/Field.tsx'
import { Note } from '../ui/Note.tsx'
import { PairRows } from '../ui/PairRows.tsx'
import { SecretInput } from '../ui/SecretInput.tsx'
import { leaksToken, meantUrl } from './address.ts'
import { nameFault, takesBearer, type Draft } from './draft.ts'
import { AuthSection } from './AuthSection.tsx'
import type { TargetFieldsProps } from './StdioFields.tsx'
import style from './Fields.module.css'

const WAYS: Record<Draft['via'], string> = {
  auto: 'Straight from this page where the server lets a page in, else through the proxy. The page says which, and why.',
  direct: 'Straight from this page, as a web client would. What the server does not allow by CORS fails, and is shown.',
  proxy: 'Loupe’s proxy fetches for the page: no CORS, and the true cause when it fails.',
}

const TRANSPORTS: Record<Draft['transport'], string> = {
  auto: 'Streamable HTTP; HTTP+SSE of 2024-11-05 is tried when the server refuses a POST with 400, 404 or 405.',
  http: 'Streamable HTTP and nothing else (2025-03-26 and later).',
  sse: 'HTTP+SSE of 2024-11-05: the URL is that of its event stream, often ending in /sse.',
}

export function HttpFields({ draft, onChange, faults, onPaste }: TargetFieldsProps) {
  const meant = meantUrl(draft.url)
  return (
    <>
      <Field
        label="URL"
        hint={
          /^\s*wss?:/i.test(draft.url)
            ? 'A WebSocket that carries MCP messages, one a frame. No revision defines this transport.'
            : 'The server’s MCP endpoint, often ending in /mcp.'
        }
        error={
          faults.url === undefined ? undefined : (
            <>
              {faults.url}{' '}
              {meant !== undefined && (
                <Button look="quiet" onClick={() => onChange({ url: meant })}>
                  Use {meant}
                </Button>
              )}
            </>
          )
        }
      >
        {(field) => (
          <input
            {...field}
            data-search=""
            className="mono"
            type="text"
            inputMode="url"
            value={draft.url}
            placeholder="https://example.com/mcp"
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            onChange={(event) => onChange({ url: event.target.value })}
            onPaste={(event) => {
              if (onPaste?.(event.clipboardData.getData('text')) === true) event.preventDefault()
            }}
          />
        )}
      </Field>
      {!/^\s*wss?:/i.test(draft.url) && <AuthSection settings={draft.auth} onChange={(auth) => onChange({ auth })} />}
      {takesBearer(draft) && (
        <Field label="Bearer token" note="optional" hint="Sent as Authorization: Bearer …">
          {(field) => (
            <SecretInput
              {...field}
              what="the bearer token"
              value={draft.bearer}
              placeholder={draft.withheld.includes('Bearer token') ? 'was not kept: type it again' : undefined}
              onChange={(event) => onChange({ bearer: event.target.value })}
            />
          )}
        </Field>
      )}
      {leaksToken(draft) && (
        <Note tone="warn" role="status">
          This address begins with {draft.url.trim().split(':')[0]}: — what you send, the token too, can be read by everyone on the way.
        </Note>
      )}
      <PairRows
        legend="Headers"
        note="sent with every request"
        what="header"
        rows={draft.headers}
        onChange={(headers) => onChange({ headers })}
        check={(name) => nameFault('header', name)}
        placeholder={{ name: 'X-Api-Key', value: 'value' }}
      />
      {!/^\s*wss?:/i.test(draft.url) && (
        <Field label="Transport" hint={TRANSPORTS[draft.transport]}>
          {(field) => (
            <select
              {...field}
              value={draft.transport}
              onChange={(event) => onChange({ transport: event.target.value as Draft['transport'] })}
            >
              <option value="auto">Found by itself</option>
              <option value="http">Streamable HTTP</option>
              <option value="sse">HTTP+SSE</option>
            </select>
          )}
        </Field>
      )}
      <Field label="Way" hint={WAYS[draft.via]}>
        {(field) => (
          <select {...field} value={draft.via} onChange={(event) => onChange({ via: event.target.value as Draft['via'] })}>
            <option value="auto">Found by itself</option>
            <option value="direct">Direct</option>
            <option value="proxy">Through the proxy</option>
          </select>
        )}
      </Field>
      {/^\s*(?:https|wss):/i.test(draft.url) && (
        <div className={draft.insecure ? style.insecure : undefined}>
          <Check
            label="Do not check the server’s certificate"
            hint={
              draft.insecure
                ? 'Anyone between here and the server can read and change what is said. For servers of your own only. Its requests go through the proxy.'
                : 'For a self-signed certificate of your own. Better: start Loupe with --ca and the file of the authority.'
            }
            checked={draft.insecure}
            onChange={(insecure) => onChange({ insecure })}
          />
        </div>
      )}
    </>
  )
}
