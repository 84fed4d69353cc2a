// Era, revision, transport, session: what the handshake settled.
import { maskUrl } from '#mcp/traffic/secret-names.ts'
import type { Facts as PeerFacts } from '#mcp/session-types.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { linkTo } from '../route/route.ts'
import { useAuth } from '../session/auth-state.ts'
import { askEraAgain } from '../session/opening.ts'
import { Button } from '../ui/Button.tsx'
import { clock, count, day } from '../ui/format.ts'
import { Masked } from './Masked.tsx'
import style from './OverviewPanel.module.css'

const LISTENING: Record<PeerFacts['listening'], string> = {
  opening: 'opening',
  open: 'open: the server can speak unasked',
  none: 'none: the server speaks only when asked',
  lost: 'lost',
  ended: 'ended by the server',
}

const TRANSPORT: Record<PeerFacts['transport'], string> = {
  stdio: 'stdio',
  'streamable-http': 'Streamable HTTP',
  'http+sse': 'HTTP+SSE',
  websocket: 'WebSocket',
}

export interface FactsProps {
  connection: ConnectionState
  facts: PeerFacts
  /** The revision that was asked for on the wire; '' when that is not known. */
  asked: string
}

export function Facts({ connection, facts, asked }: FactsProps) {
  const { target } = connection
  const { verdict } = facts
  return (
    <dl className={style.facts}>
      <dt>Era</dt>
      <dd>
        {facts.era === 'modern' ? 'Modern: without a handshake' : 'Legacy: with a handshake'}
        <span className={style.dim}>
          {' '}
          {verdict.why}
          {verdict.at !== undefined && ` Found out on ${day(verdict.at)}.`}
        </span>
        {verdict.rule !== 'chosen' && connection.record === undefined && (
          <>
            {' '}
            <Button look="quiet" onClick={() => void askEraAgain(connection.id)}>
              Ask again
            </Button>
          </>
        )}
      </dd>
      <dt>Revision</dt>
      <dd>
        {facts.revision}
        <span className={style.dim}>
          {' '}
          {facts.era === 'modern'
            ? 'said with each request'
            : asked === ''
              ? 'agreed on'
              : asked === facts.revision
                ? 'agreed on, as asked for'
                : `agreed on; ${asked} was asked for`}
        </span>
      </dd>
      <dt>Transport</dt>
      <dd>
        {TRANSPORT[facts.transport]}
        {facts.transport === 'http+sse' && (
          <span className={style.dim}>
            {' '}
            {target.kind === 'http' && target.transport === 'sse' ? 'as you chose' : 'found, since the server takes no POST at this URL'};
            deprecated since 2025-03-26
          </span>
        )}
      </dd>
      {target.kind === 'http' && (
        <>
          <dt>URL</dt>
          <dd className="mono">{maskUrl(target.url)}</dd>
          <Authorization id={connection.id} />
          {facts.era === 'legacy' && facts.transport !== 'websocket' && (
            <>
              <dt>GET stream</dt>
              <dd>{LISTENING[facts.listening]}</dd>
              <Session id={facts.sessionId} />
            </>
          )}
        </>
      )}
      {facts.era === 'modern' && (
        <>
          <dt>Subscription</dt>
          <dd>{LISTENING[facts.listening]}</dd>
        </>
      )}
      {connection.record === undefined && (
        <>
          <dt>Since</dt>
          <dd>{clock(connection.since).slice(0, 8)}</dd>
        </>
      )}
    </dl>
  )
}

function Authorization({ id }: { id: string }) {
  const token = useAuth(id)?.token
  if (token === undefined) return null
  const { issuer, jwt } = token
  const odd = jwt?.misfits.length ?? 0
  return (
    <>
      <dt>Authorization</dt>
      <dd>
        {jwt === undefined ? 'opaque token' : 'JWT'}{' '}
        <span className={style.dim}>of {URL.canParse(issuer) ? new URL(issuer).host : issuer}</span>{' '}
        <a href={linkTo({ panel: 'auth', query: { view: 'token' } })}>
          {odd > 0 ? `${count(odd, 'claim')} that may not fit` : 'Look at it'}
        </a>
      </dd>
    </>
  )
}

function Session({ id }: { id: string | undefined }) {
  return (
    <>
      <dt>Session</dt>
      <dd>{id === undefined ? <span className={style.dim}>none was given</span> : <Masked text={id} what="the session id" />}</dd>
    </>
  )
}
