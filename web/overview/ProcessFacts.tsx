// The child behind a stdio connection, and its endpoint for other clients.
import type { Target } from '#mcp/transport/target.ts'
import type { ProcessState } from '../session/connection-state.ts'
import { CopyButton } from '../ui/CopyButton.tsx'
import { clock, reveal } from '../ui/format.ts'
import style from './OverviewPanel.module.css'

/** The header that the proxy wants on the endpoint; the launch token is its value. */
const TOKEN_HEADER = 'X-Loupe-Token'

export function ProcessFacts({ name, process, target }: { name: string; process: ProcessState; target: Target }) {
  const { pid, commandLine, startedAt, exit, endpoint } = process
  const cwd = target.kind === 'stdio' ? target.cwd : undefined
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
      {endpoint !== undefined && (
        <details className={style.raw}>
          <summary>Use this server from another client</summary>
          <p>
            Loupe serves the same command as a Streamable HTTP endpoint. Each session there has a process of its own. The token lets anyone
            who has it run this command; it changes when Loupe starts anew.
          </p>
          <dl className={style.facts}>
            <dt>URL</dt>
            <dd className="mono">
              {endpoint} <CopyButton text={endpoint} aria-label="Copy the endpoint" />
            </dd>
            <dt>Header</dt>
            <dd className="mono">
              {TOKEN_HEADER}: <span className={style.dim}>the launch token</span>
            </dd>
          </dl>
          <CopyButton look="plain" label="Copy as mcp.json" text={() => configOf(name, endpoint)} />
        </details>
      )}
    </>
  )
}

function configOf(name: string, url: string): string {
  const token = window.sessionStorage.getItem('loupe.token') ?? ''
  return JSON.stringify({ mcpServers: { [name]: { type: 'http', url, headers: { [TOKEN_HEADER]: token } } } }, null, 2)
}
