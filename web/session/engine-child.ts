// A server process as a conversation sees it: spawned through the tunnel, its lines demultiplexed, its last words kept.
import type { FetchHandler } from '#mcp/fetch-handler.ts'
import type { Traffic } from '#mcp/traffic.ts'
import { maskArgs, maskUrl } from '#mcp/traffic/secret-names.ts'
import { eachText } from '#mcp/transport/each-text.ts'
import { stdioHandler } from '#mcp/transport/stdio.ts'
import type { StdioTarget, Target } from '#mcp/transport/target.ts'
import type { Tunnel } from '#mcp/transport/tunnel.ts'
import type { ProcessState } from './connection-state.ts'

const LAST_LINES = 20
/** Milliseconds: the proxy closes stdin, then sends TERM, then KILL, half a second apart. */
const PATIENCE = 1500

export interface EngineChild {
  fetch: FetchHandler
  state(): ProcessState
  /** Asks for its end, and resolves when it has come (or takes too long). Safe to call twice. */
  end(): Promise<void>
}

/** The command as a person would type it, with its secrets: what tells it from others. */
export function commandLine({ command, args }: StdioTarget): string {
  return [command, ...args].map((part) => (/^[\w@%+=:,./\\•-]+$/.test(part) ? part : JSON.stringify(part))).join(' ')
}

/** Where a target is, as it may be shown: without the secrets of a URL or of an argument. */
export function shownPlace(target: Target): string {
  return target.kind === 'stdio' ? commandLine({ ...target, args: maskArgs(target.args) }) : maskUrl(target.url)
}

/** How a record says that a connection begins, without its secrets: what travels stands in the requests; `because`: what follows the command of one that is started anew. */
export function startWords(target: Target, because: string): string {
  return target.kind === 'stdio' ? `Start ${shownPlace(target)}${because}` : `Connect to ${shownPlace(target)}`
}

/** Starts it. The tunnel must be open. `onChange`: its state changed; `onNoise`: it printed text where messages belong. */
export function startChild(target: StdioTarget, tunnel: Tunnel, traffic: Traffic, onChange: () => void, onNoise: () => void): EngineChild {
  let state: ProcessState = { commandLine: shownPlace(target), startedAt: Date.now(), stderr: [], noise: [], noiseLines: 0 }
  let asked = false
  let superseded = false
  let gone = (): void => {}
  const whenGone = new Promise<void>((resolve) => (gone = resolve))
  const change = (news: Partial<ProcessState>): void => {
    state = { ...state, ...news }
    onChange()
  }
  const handler = stdioHandler({
    write: (line) => child.write(line),
    onSide(fact) {
      const row = traffic.append(0, fact.kind === 'exit' && superseded ? { ...fact, earlier: true } : fact)
      if (fact.kind === 'stderr') change({ stderr: [...state.stderr, fact.text.slice(0, 2000)].slice(-LAST_LINES) })
      if (fact.kind !== 'noise') return row
      const noise = state.noise.length < LAST_LINES ? [...state.noise, fact.text.slice(0, 500)] : state.noise
      change({ noise, noiseLines: state.noiseLines + 1 })
      onNoise()
      return row
    },
  })
  const env = Object.fromEntries(target.env.filter(({ name }) => name.trim() !== '').map(({ name, value }) => [name.trim(), value]))
  const child = tunnel.spawn(
    { command: target.command, args: target.args, env, ...(target.cwd === undefined || target.cwd === '' ? {} : { cwd: target.cwd }) },
    {
      started: ({ pid, endpoint }) => change({ pid, endpoint }),
      lines: (block) => eachText(block, handler.line, handler.run),
      errorLines: (block) => eachText(block, handler.errorLine),
      overlong: handler.overlong,
      exited(exit) {
        const cause = exit.error?.message
        change({ exit: { code: exit.code, signal: exit.signal, at: Date.now(), ...(cause === undefined ? {} : { cause }) } })
        handler.exit(exit)
        gone()
      },
    },
  )
  return {
    fetch: handler.fetch,
    state: () => state,
    async end() {
      if (!asked && state.exit === undefined) child.end()
      asked = true
      let timer: ReturnType<typeof setTimeout> | undefined
      const late = new Promise<void>((resolve) => (timer = setTimeout(resolve, PATIENCE)))
      await Promise.race([whenGone, late])
      clearTimeout(timer)
      superseded = true
    },
  }
}
