// Era, revision, transport, session: what the handshake settled.
import { useState } from 'react'
import type { Facts as PeerFacts } from '#mcp/session-types.ts'
import type { ConnectionState } from '../session/connection-state.ts'
import { Button } from '../ui/Button.tsx'
import { CopyButton } from '../ui/CopyButton.tsx'
import { clock } from '../ui/format.ts'
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
}

export interface FactsProps {
  connection: ConnectionState
  facts: PeerFacts
  /** The revision that was asked for on the wire; '' when that is not known. */
  asked: string
}

export function Facts({ connection, facts, asked }: FactsProps) {
  const { target } = connection
  return (
    <dl className={style.facts}>
      <dt>Revision</dt>
      <dd>
        {facts.revision}
        <span className={style.dim}>
          {' '}
          {asked === '' ? 'agreed on' : asked === facts.revision ? 'agreed on, as asked for' : `agreed on; ${asked} was asked for`}
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
          <dd className="mono">{target.url}</dd>
          <dt>GET stream</dt>
          <dd>{LISTENING[facts.listening]}</dd>
          <dt>Session</dt>
          <dd>
            {facts.sessionId === undefined ? (
              <span className={style.dim}>none was given</span>
            ) : (
              <Masked text={facts.sessionId} what="the session id" />
            )}
          </dd>
        </>
      )}
      <dt>Since</dt>
      <dd>{clock(connection.since).slice(0, 8)}</dd>
    </dl>
  )
}

function Masked({ text, what }: { text: string; what: string }) {
  const [shown, setShown] = useState(false)
  return (
    <span className={style.masked}>
      <span className="mono">{shown ? text : `${text.slice(0, 4)}…${text.length > 12 ? text.slice(-4) : ''}`}</span>
      <Button look="quiet" aria-label={`${shown ? 'Hide' : 'Show'} ${what}`} onClick={() => setShown(!shown)}>
        {shown ? 'Hide' : 'Show'}
      </Button>
      <CopyButton text={text} aria-label={`Copy ${what}`} />
    </span>
  )
}
