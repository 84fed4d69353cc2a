// The child behind a stdio connection, and its endpoint for other clients.
import type { Target } from '#mcp/transport/target.ts'
import type { ProcessState } from '../session/connection-state.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { clock, reveal } from '../ui/format.ts'
import { configOf, curlOf, TOKEN_HEADER } from './bridge-text.ts'
import { Masked, masked } from './Masked.tsx'
import style from './OverviewPanel.module.css'

export function ProcessFacts({ name, process, target }: { name: string; process: ProcessState; target: Target }) {
  const { pid, commandLine, startedAt, exit, endpoint } = process
  const { cwd, watch = [] } = target.kind === 'stdio' ? target : {}
  return (
    <>
      <dl className={style.facts}>
        <dt>Command</dt>
        <dd className="mono">{reveal(commandLine)}</dd>
        <dt>Process</dt>
        <dd>
          {pid === undefined ? 'not started' : `pid ${pid}`}
          <span className={style.dim}> since {clock(startedAt).slice(0, 8)}</span>
        </dd>
        <dt>Folder</dt>
        <dd className={cwd === undefined ? style.dim : 'mono'}>{cwd ?? 'where Loupe was started'}</dd>
        {watch.length > 0 && (
          <>
            <dt>Watched</dt>
            <dd className="mono">{watch.join(', ')}</dd>
          </>
        )}
        {exit !== undefined && (
          <>
            <dt>Ended</dt>
            <dd>
              {exit.signal ?? `exit code ${exit.code}`} at {clock(exit.at).slice(0, 8)}
              {exit.cause !== undefined && `: ${exit.cause}`}
            </dd>
          </>
        )}
      </dl>
      {endpoint !== undefined && <Bridge name={name} endpoint={endpoint} />}
    </>
  )
}

function Bridge({ name, endpoint }: { name: string; endpoint: string }) {
  const token = window.sessionStorage.getItem('loupe.token') ?? ''
  return (
    <details className={style.raw}>
      <summary>Use this server from another client</summary>
      <p>
        Loupe serves the same command as a Streamable HTTP endpoint. Each session there has a process of its own. The token lets anyone who
        has it run this command; it changes when Loupe starts anew.
      </p>
      <dl className={style.facts}>
        <dt>URL</dt>
        <dd className="mono">
          {endpoint} <CopyButton text={endpoint} aria-label="Copy the endpoint" />
        </dd>
        <dt>Header</dt>
        <dd className="mono">
          {TOKEN_HEADER}: <Masked text={token} what="the token" />
        </dd>
      </dl>
      <p>From a shell, with the token hidden here and whole when copied:</p>
      <pre className={style.shell}>{curlOf(endpoint, masked(token))}</pre>
      <div className={style.ping}>
        <CopyButton look="plain" label="Copy as curl" text={() => curlOf(endpoint, token)} />
        <CopyButton look="plain" label="Copy as mcp.json" text={() => configOf(name, endpoint, token)} />
      </div>
    </details>
  )
}
