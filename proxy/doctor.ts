// `loupe doctor`: the checklist for one server, printed as it goes, for shells and for builds.
import { WebSocket } from 'ws'
import { shownTarget } from '#mcp/traffic/secret-names.ts'
import { examine } from '#mcp/doctor/doctor.ts'
import { linesOf, markdownOf, publicName, verdictOf } from '#mcp/doctor/report.ts'
import type { Peer, Probes, StepReport } from '#mcp/doctor/step.ts'
import type { WireFact } from '#mcp/wire-event.ts'
import type { EraChoice } from '#mcp/session-types.ts'
import { stdioHandler } from '#mcp/transport/stdio.ts'
import { targetHeaders, type HttpTarget, type StdioTarget, type Target } from '#mcp/transport/target.ts'
import { eachLine } from '#mcp/transport/tunnel-frames.ts'
import { browserDial, connectWebSocket, type BrowserSocket } from '#mcp/transport/websocket.ts'
import { guardedLookup, isBlocked, refusal } from './addresses.ts'
import { USUAL_PORT } from './arguments.ts'
import { readLine, readTarget } from './order-flags.ts'
import { createChildren } from './child.ts'
import { reach } from './reach.ts'
import { askPreflight } from './relay.ts'
import { relayFetch } from './relay-fetch.ts'
import type { Printer } from './request.ts'

export const DOCTOR_HELP = `Finds out why a server cannot be reached, or is slow.

  loupe doctor https://example.com/mcp
  loupe doctor -- node build/index.js

Looks at DNS, TCP, TLS, the preflight, the status, the content type, the authorization, the era, the handshake, the lists,
the stream and whether foreign hosts and origins are let in; or at the process. Asks the server for nothing but its
greeting and its lists, and where it refuses, where one may log in.

      --config FILE       a server of a host's configuration, named with --server NAME
  -e, --env NAME=VALUE    a variable for the server's environment (again for more)
                          Of your own it gets PATH, HOME, locale, proxies and the like alone, no keys and no tokens:
                          -e 'KEY=\${KEY}' hands one of yours on
      --cwd FOLDER        where the server starts
  -H, --header 'N: V'     a header for the URL (again for more)
      --transport NAME    http (Streamable HTTP), sse (HTTP+SSE) or auto, for the URL
      --era NAME          legacy, modern, a revision such as 2025-06-18, or auto (usual)
      --timeout SECONDS   how long each answer is waited for (usually 30)
      --markdown          print the whole as Markdown, at the end

Ends with 0 when all is well or something was merely noticed, 1 when a step failed, 2 when the line was not understood,
130 on Ctrl-C.
`

export interface DoctorOrder {
  target: Target
  era: EraChoice
  /** Milliseconds. */
  limit: number
  markdown: boolean
}

const LAST_LINES = 20

/** Reads what follows `loupe doctor`. */
export function readDoctor(argv: string[], folder: string): DoctorOrder | { wrong: string } {
  let markdown = false
  const line = readLine(argv, Number.MIN_VALUE, (name) => {
    if (/^(?:--(?:port|token|open|no-open|demo|dev)|-p)$/.test(name)) return { wrong: `loupe doctor takes no ${name}.` }
    if (name !== '--markdown') return undefined
    return (markdown = true)
  })
  if ('wrong' in line) return line
  const target = readTarget(line.rest, line.command, folder, 'Name a URL, or a command after "--".', 'loupe doctor')
  return 'wrong' in target ? target : { target, era: line.era ?? 'auto', limit: line.timeout ?? 30_000, markdown }
}

/** Runs and prints it; resolves to the exit code. Never rejects, and leaves nothing running. */
export async function runDoctor(order: DoctorOrder, print: Printer, version: string, signal: AbortSignal): Promise<number> {
  const { target, era, limit, markdown } = order
  const name = shownTarget(target)
  const show = (report: StepReport): void => {
    if (!markdown && report.state !== 'running') print.out(linesOf(report))
  }
  if (!markdown) print.out(`${publicName(name)}\n\n`)
  const reports = await examine(
    {
      target,
      era,
      limit,
      signal,
      // Where the page of Loupe usually is.
      origin: `http://127.0.0.1:${USUAL_PORT}`,
      clientInfo: { name: 'mcp-loupe', title: 'Loupe', version },
      probes: probesFor(target),
    },
    show,
  )
  print.out(markdown ? markdownOf(name, reports) : `\n${verdictOf(reports)}\n`)
  if (signal.aborted) return 130
  return reports.some(({ state }) => state === 'bad') ? 1 : 0
}

function probesFor(target: Target): Probes {
  if (target.kind === 'stdio') return { open: () => Promise.resolve(startChild(target)) }
  return {
    reach,
    preflight: askPreflight,
    exact: relayFetch,
    open: () => Promise.resolve(/^ws/i.test(target.url) ? dial(target) : { fetch: relayFetch, end: () => Promise.resolve() }),
  }
}

/** `onSide`: what belongs to no reply. */
export function dial(target: HttpTarget, onSide: (fact: WireFact) => void = () => {}): Peer {
  const { hostname } = new URL(target.url)
  if (isBlocked(hostname)) throw refusal(hostname)
  const headers = Object.fromEntries(targetHeaders(target))
  const options = { headers, lookup: guardedLookup, followRedirects: false }
  const make = (protocols: string[]) => new WebSocket(target.url, protocols, options) as unknown as BrowserSocket
  const socket = connectWebSocket(target.url, browserDial(make), onSide)
  return { fetch: socket.fetch, end: () => Promise.resolve(socket.close()) }
}

function startChild(target: StdioTarget): Peer {
  const children = createChildren()
  const seen: { pid?: number; stderr: string[]; noise: string[]; exit?: string } = { stderr: [], noise: [] }
  const handler = stdioHandler({
    write: (line) => void child.write(Buffer.from(line)),
    onSide(fact) {
      if (fact.kind === 'stderr') seen.stderr = [...seen.stderr, fact.text].slice(-LAST_LINES)
      if (fact.kind === 'noise' && seen.noise.length < LAST_LINES) seen.noise.push(fact.text)
    },
  })
  const env = Object.fromEntries(target.env.map(({ name, value }) => [name, value]))
  const child = children.spawn(
    { command: target.command, args: target.args, env, ...(target.cwd === undefined ? {} : { cwd: target.cwd }) },
    {
      started: ({ pid }) => void (seen.pid = pid),
      lines: (block) => eachLine(block, handler.line),
      errorLines: (block) => eachLine(block, handler.errorLine),
      overlong: handler.overlong,
      exited(exit) {
        seen.exit = exit.error?.message ?? (exit.signal === null ? `exited with code ${exit.code}` : `ended by ${exit.signal}`)
        handler.exit(exit)
      },
    },
  )
  return { fetch: handler.fetch, end: () => children.endAll(), process: () => seen }
}
