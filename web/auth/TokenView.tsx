// The token as far as it may be shown: what it is for, how long it holds, what its claims say and what of them does not fit; and all
// that is kept, by server and issuer.
import type { FlowState, TokenView as Token } from '#mcp/auth/flow-state.ts'
import { parseJson, type Json } from '#mcp/json.ts'
import { forgetKept, signOut } from '../session/auth.ts'
import { Button } from '../ui/Button.tsx'
import { deferred } from '../ui/deferred.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { clock, reveal } from '../ui/format.ts'
import type { JsonViewProps } from '../ui/JsonView.tsx'
import { Note } from '../ui/Note.tsx'
import { Scopes } from './Findings.tsx'
import { Expiry } from './Now.tsx'
import { scopeTableOf } from './scope-table.ts'
import { useAct } from './use-act.ts'
import style from './Auth.module.css'

const JsonView = deferred<JsonViewProps>(async () => (await import('../ui/JsonView.tsx')).JsonView)

export function TokenView({ connection, flow }: { connection: string; flow: FlowState }) {
  const { token } = flow
  const scopes = token === undefined ? undefined : scopeTableOf(flow)
  return (
    <div className={style.sheet}>
      {token === undefined ? (
        <EmptyState title="There is no token">Once one was issued, it is shown here: masked, with what it says of itself.</EmptyState>
      ) : (
        <>
          <section aria-labelledby="auth-token">
            <h3 id="auth-token">Access token</h3>
            <TokenFacts token={token} />
          </section>
          {token.jwt === undefined ? (
            <Note tone="info" title="It is opaque">
              No JWT: what it says is known to the authorization server alone. Audience, scope and expiry are what the token endpoint told.
            </Note>
          ) : (
            <Jwt jwt={token.jwt} />
          )}
          {scopes !== undefined && <Scopes table={scopes} />}
          {token.idToken !== undefined && (
            <section aria-labelledby="auth-id-token">
              <h3 id="auth-id-token">ID token</h3>
              <p className={style.dim}>It says who you are to the client, and is never sent to the server.</p>
              <Parts header={token.idToken.header} claims={token.idToken.claims} of="ID token" />
            </section>
          )}
        </>
      )}
      <Kept connection={connection} flow={flow} />
    </div>
  )
}

function TokenFacts({ token }: { token: Token }) {
  const { masked, type, issuer, resource, clientId, obtainedAt, expiresAt, scope, requestedScope, refreshable } = token
  const rows: [string, React.ReactNode][] = [
    ['Token', <code key="token">{masked}</code>],
    ['Type', reveal(type)],
    ['For', <code key="for">{reveal(resource)}</code>],
    ['From', <code key="from">{reveal(issuer)}</code>],
    ['Client', <code key="client">{reveal(clientId)}</code>],
    ['Obtained', clock(obtainedAt)],
    ['Expiry', <Expiry key="expiry" at={expiresAt} />],
    ['Scope', scope === undefined ? `as asked for: ${reveal(requestedScope ?? 'none')}` : <code key="scope">{reveal(scope)}</code>],
    ['Refresh token', refreshable ? 'at hand' : 'none: when it expires, you log in again'],
  ]
  return (
    <dl className={style.facts}>
      {rows.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

function Jwt({ jwt: { header, claims, misfits } }: { jwt: NonNullable<Token['jwt']> }) {
  return (
    <section aria-labelledby="auth-jwt">
      <h3 id="auth-jwt">What it says of itself</h3>
      {misfits.length === 0 ? (
        <Note tone="ok" title="Nothing speaks against it">
          Audience, issuer, times and scope fit this server. The signature is the server’s to verify.
        </Note>
      ) : (
        misfits.map(({ claim, says, level }) => (
          <Note key={claim + says} tone={level === 'error' ? 'bad' : 'warn'} title={<code>{reveal(claim)}</code>}>
            {reveal(says)}
          </Note>
        ))
      )}
      <Parts header={header} claims={claims} of="Access token" />
    </section>
  )
}

function Parts({ header, claims, of }: { header: string; claims: string; of: string }) {
  return (
    <div className={style.parts}>
      {[
        ['Header', header],
        ['Claims', claims],
      ].map(([name = '', text = '']) => (
        <div key={name}>
          <h4>{name}</h4>
          <JsonView value={valueOf(text)} label={`${name} of the ${of}`} bare />
        </div>
      ))}
    </div>
  )
}

function valueOf(text: string): Json {
  try {
    return parseJson(text)
  } catch {
    return text
  }
}

function Kept({ connection, flow: { kept, server } }: { connection: string; flow: FlowState }) {
  const { fault, act } = useAct()
  return (
    <section aria-labelledby="auth-kept">
      <h3 id="auth-kept">Kept, by server and issuer</h3>
      <p className={style.dim}>What one authorization server gave is never sent to another. Where all this is kept is chosen in “Setup”.</p>
      {fault !== undefined && <Note tone="bad" role="alert" title={reveal(fault)} />}
      {kept.length === 0 ? (
        <p data-testid="auth-kept" data-count={0}>
          Nothing is kept.
        </p>
      ) : (
        <ul className={style.kept} data-testid="auth-kept" data-count={kept.length}>
          {kept.map((one) => (
            <li key={one.key}>
              <span className={style.keptWhat}>
                <b>{reveal(one.server)}</b>
                {one.server === server && <span className={style.dim}> this server</span>}
                <br />
                <span className={style.dim}>
                  {reveal(one.issuer)} ·{' '}
                  {[
                    one.clientId === undefined
                      ? undefined
                      : `client ${reveal(one.clientId)}${one.registered === undefined ? '' : ` (${one.registered})`}`,
                    one.token ? 'access token' : undefined,
                    one.refresh ? 'refresh token' : undefined,
                  ]
                    .filter((part) => part !== undefined)
                    .join(' · ')}
                </span>
              </span>
              <Button
                look="danger"
                aria-label={`Forget ${one.server} at ${one.issuer}`}
                onClick={() => act(forgetKept(connection, one.key))}
              >
                Forget
              </Button>
            </li>
          ))}
        </ul>
      )}
      {kept.length > 0 && (
        <div className={style.acts}>
          <Button look="danger" onClick={() => act(clearAll(connection, kept))}>
            Forget all of it
          </Button>
        </div>
      )}
    </section>
  )
}

async function clearAll(connection: string, kept: FlowState['kept']): Promise<void> {
  await signOut(connection, false)
  for (const { key } of kept) await forgetKept(connection, key)
}
