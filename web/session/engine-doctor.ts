// The checklist as the engine runs it: a conversation of its own, through the proxy where there is one, since only the
// proxy can look beneath HTTP and tells apart what a browser calls "Failed to fetch".
import { examine } from '#mcp/doctor/doctor.ts'
import type { Peer, Probes, StepReport } from '#mcp/doctor/step.ts'
import { McpError } from '#mcp/errors.ts'
import type { Traffic } from '#mcp/traffic.ts'
import type { Target } from '#mcp/transport/target.ts'
import type { ConnectionHost } from './engine-connection.ts'
import { startChild } from './engine-child.ts'
import type { ConnectSettings } from './engine-messages.ts'
import { openSocket } from './engine-socket.ts'

/** Milliseconds; a first npx download is slow, and a server that answers later than that is no use to anyone. */
const LIMIT = { http: 20_000, stdio: 60_000 }

export function examineServer(
  target: Target,
  settings: Pick<ConnectSettings, 'era' | 'clientInfo'>,
  host: Pick<ConnectionHost, 'origin' | 'direct' | 'webSocket' | 'tunnel'>,
  signal: AbortSignal,
  onStep: (report: StepReport) => void,
): Promise<StepReport[]> {
  const { era, clientInfo } = settings
  return examine(
    { target, era, clientInfo, origin: host.origin, limit: LIMIT[target.kind], signal, probes: probesFor(target, host) },
    onStep,
  )
}

export function probesFor(target: Target, host: Pick<ConnectionHost, 'direct' | 'webSocket' | 'tunnel'>): Probes {
  const tunnel = host.tunnel()
  const there = tunnel?.state.kind === 'open' ? tunnel : undefined
  return {
    ...(there === undefined
      ? {}
      : { reach: (url) => there.reach(url), preflight: (question) => there.preflight(question), exact: there.fetch }),
    async open(traffic: Traffic): Promise<Peer> {
      if (target.kind === 'stdio') {
        if (there === undefined)
          throw new McpError('unreachable', 'There is no proxy, and only it can start a command', { data: { code: 'NO_PROXY' } })
        const child = startChild(
          target,
          there,
          traffic,
          () => {},
          () => {},
        )
        return {
          fetch: child.fetch,
          end: () => child.end(),
          process() {
            const { pid, stderr, noise, exit } = child.state()
            const ended =
              exit === undefined
                ? undefined
                : (exit.cause ?? (exit.signal === null ? `exited with code ${exit.code}` : `ended by ${exit.signal}`))
            return { stderr, noise, ...(pid === undefined ? {} : { pid }), ...(ended === undefined ? {} : { exit: ended }) }
          },
        }
      }
      if (!/^ws/i.test(target.url)) return { fetch: there?.fetch ?? host.direct, end: () => Promise.resolve() }
      const socket = await openSocket(target, traffic, { make: host.webSocket, tunnel: there, onVerdict: () => {}, begin: () => {} })
      return { fetch: socket.fetch, end: () => Promise.resolve(socket.close()) }
    },
  }
}
