// `loupe request`: connects to one server, sends one request and prints its result as JSON, for scripts and for people who
// copied the line from the page. Results go to stdout; all else goes to stderr.
import { WebSocket } from 'ws'
import { McpError } from '#mcp/errors.ts'
import type { FetchHandler } from '#mcp/fetch-handler.ts'
import { isObject, parseJson, writeJson, type Json } from '#mcp/json.ts'
import { likelyCause } from '#mcp/last-words.ts'
import { connect } from '#mcp/session.ts'
import type { ConnectOptions, EraChoice } from '#mcp/session-types.ts'
import { createTraffic } from '#mcp/traffic.ts'
import { stdioHandler } from '#mcp/transport/stdio.ts'
import type { StdioTarget, Target } from '#mcp/transport/target.ts'
import { eachLine } from '#mcp/transport/tunnel-frames.ts'
import { browserDial, connectWebSocket, type BrowserSocket } from '#mcp/transport/websocket.ts'
import { isScript, toStart } from './arguments.ts'
import { readLine, readTarget } from './order-flags.ts'
import { createChildren } from './child.ts'
import { relayFetch } from './relay-fetch.ts'

export const REQUEST_HELP = `Sends one MCP request and prints its result as JSON.

  loupe request https://example.com/mcp tools/list
  loupe request https://example.com/mcp tools/call '{"name":"echo","arguments":{"message":"hi"}}'
  loupe request tools/list -- node build/index.js

The params are JSON, or - to read them from stdin.

      --config FILE       a server of a host's configuration, named with --server NAME
  -e, --env NAME=VALUE    a variable for the server's environment (again for more)
                          Of your own it gets PATH, HOME, locale, proxies and the like alone, no keys and no tokens:
                          -e 'KEY=\${KEY}' hands one of yours on
      --cwd FOLDER        where the server starts
  -H, --header 'N: V'     a header for the URL (again for more)
      --transport NAME    http (Streamable HTTP), sse (HTTP+SSE) or auto, for the URL
      --era NAME          legacy, modern, a revision such as 2025-06-18, or auto (usual)
      --timeout SECONDS   how long to wait without a word (usually 60; 0: for ever)
      --verbose           print notifications too, as lines of JSON on stderr
      --watch             stay, and print the result and all the server says as lines of JSON, until Ctrl-C

Ends with 0 when a result came, 1 when the result of a tool says isError, 2 when the line was not understood,
3 when the server answered with an error (printed on stderr), 4 when it could not be reached or understood,
5 when it was silent for too long, 130 on Ctrl-C.
`

export interface RequestOrder {
  target: Target
  method: string
  params: Json | undefined
  era: EraChoice
  /** Milliseconds; 0: none. */
  timeout: number
  verbose: boolean
  /** Stay after the result, and print every notification. */
  watch: boolean
}

export interface Printer {
  out: (text: string) => void
  error: (text: string) => void
}

const LAST_WORDS = 50

export const EXIT = { result: 0, toolError: 1, usage: 2, rpc: 3, unreachable: 4, silent: 5, interrupted: 130 } as const

/** Reads what follows `loupe request`. `stdin` is asked for only when the params are "-". */
export function readRequest(argv: string[], folder: string, stdin: () => string): RequestOrder | { wrong: string } {
  const passed: string[] = []
  const words: string[] = []
  const order = { era: 'auto' as EraChoice, timeout: 60_000, verbose: false, watch: false }
  const line = readLine(argv, 0, (name, value, word) => {
    if (name === '--verbose') order.verbose = true
    else if (name === '--watch') order.watch = true
    else if (/^(-e|-H|--env|--header|--cwd|--transport)$/.test(name)) {
      // As one word: what it holds is the value, whatever it begins with.
      passed.push(...(name.startsWith('--') ? [`${name}=${value()}`] : [name, value()]))
    } else if (word.startsWith('-') && word !== '-') return { wrong: `There is no flag ${word}. See loupe request --help.` }
    else words.push(word)
    return true
  })
  if ('wrong' in line) return line
  const { era = order.era, timeout = order.timeout, command } = line
  Object.assign(order, { era, timeout })
  const program = command.length === 0 ? programIn(words) : undefined
  if (program !== undefined) return { wrong: program }
  const [url] = command.length === 0 ? words.splice(0, 1) : []
  const [method, text, ...more] = words
  if (command.length === 0 && url === undefined) return { wrong: 'Name a URL and a method, or a method and a command after "--".' }
  if (url !== undefined && method !== undefined && /^(?:https?|wss?):/i.test(method) && !/^(?:https?|wss?):/i.test(url))
    return { wrong: `The URL comes first: loupe request ${method} ${url}` }
  if (method === undefined || method === '') return { wrong: 'Name the method to send, such as tools/list.' }
  if (more.length > 0) return { wrong: `The params are one argument: put quotes around them. ${JSON.stringify(more[0])} was left over.` }
  const target = readTarget(
    [...passed, ...(url === undefined ? [] : [url])],
    command,
    folder,
    'Name a URL, or a command after "--".',
    'loupe request',
  )
  if ('wrong' in target) return target
  try {
    const params = text === undefined ? undefined : parseJson(text === '-' ? stdin() : text)
    return { target, method, params, ...order }
  } catch (error) {
    return { wrong: `The params are not JSON: ${(error as Error).message}` }
  }
}

/** A method of the protocol, told from a path by its first half. */
const METHOD = /^(?:ping|initialize|(?:tools|resources|prompts|completion|logging|server|roots|tasks|notifications|subscriptions)\/\S+)$/

/** What to type where a program was named without "--". */
function programIn(words: readonly string[]): string | undefined {
  if (words.some((word) => /^(?:https?|wss?):/i.test(word))) return undefined
  const at = words.findIndex((word) => METHOD.test(word))
  const params = words[at + 1]
  const isParams = params !== undefined && (params === '-' || /^[{[]/.test(params))
  const ours = words.slice(at, at + (isParams ? 2 : 1))
  const theirs = words.toSpliced(at, ours.length)
  // One word that is no script may be a host.
  if (at < 0 || theirs.length === 0 || (theirs.length === 1 && !isScript(theirs[0]!))) return undefined
  return toStart(theirs, `loupe request ${ours.map((word, index) => (index === 0 ? word : `'${word}'`)).join(' ')}`)
}

/** Sends it; resolves to the exit code. Never rejects, and leaves nothing running. */
export async function sendRequest(order: RequestOrder, print: Printer, version: string, signal: AbortSignal): Promise<number> {
  const way = await open(order, print)
  let over = (_why: string): void => {}
  const ended = new Promise<string>((resolve) => (over = resolve))
  const notice = (line: string): void => {
    if (order.watch) print.out(line)
    else if (order.verbose) print.error(line)
  }
  const traffic = createTraffic({ memoryLimit: 64 * 1024 * 1024 })
  try {
    const session = await connect({
      ...way.options,
      era: order.era,
      traffic,
      clientInfo: { name: 'mcp-loupe', title: 'Loupe', version },
      capabilities: {},
      wish: { by: 'you' },
      timeouts: { connect: order.timeout, list: order.timeout, call: order.timeout },
      signal,
      onAsk: async ({ method }) => ({ kind: 'error', code: -32601, message: `${method} is not answered by a command` }),
      onNotice: ({ method, params }) => notice(`${writeJson(params === undefined ? { method } : { method, params })}\n`),
      onClosed: over,
    })
    try {
      const { result } = await session.request(order.method, order.params, { signal, limits: { idle: order.timeout } })
      const code = isObject(result) && result.isError === true ? EXIT.toolError : EXIT.result
      print.out(order.watch ? `${writeJson({ result })}\n` : `${writeJson(result, 2)}\n`)
      if (!order.watch) return code
      const stopped = new Promise<undefined>((resolve) => signal.addEventListener('abort', () => resolve(undefined), { once: true }))
      const why = signal.aborted ? undefined : await Promise.race([stopped, ended])
      // Ctrl-C is how one that watches ends well.
      if (why === undefined) return code
      print.error(`loupe: ${why}\n`)
      return EXIT.unreachable
    } finally {
      // What is printed of such an answer is not what came.
      for (const fact of traffic.events(0, new Set(['note'])))
        if (fact.kind === 'note' && fact.fault === 'not-utf-8') print.error(`${fact.text}\n`)
      await session.close()
    }
  } catch (error) {
    return explain(error, print, signal, way.said)
  } finally {
    await way.end()
  }
}

/** `said`: what a process wrote beside its messages; it stands above already. */
function explain(error: unknown, print: Printer, signal: AbortSignal, said?: Way['said']): number {
  if (signal.aborted) return EXIT.interrupted
  if (!(error instanceof McpError)) {
    print.error(`loupe: ${String(error)}\n`)
    return EXIT.unreachable
  }
  if (error.kind === 'rpc') {
    const { code, message, data } = error
    print.error(`${writeJson({ code, message, ...(data === undefined ? {} : { data }) }, 2)}\n`)
    return EXIT.rpc
  }
  const cause = said && likelyCause(said.stderr, said.noise)
  const todo = isObject(error.data) && 'signal' in error.data && cause !== undefined ? cause.todo : error.advice
  print.error(`loupe: ${error.message}${/[.!?]$/.test(error.message) ? '' : '.'}${todo === undefined ? '' : ` ${todo}`}\n`)
  return error.kind === 'silent' ? EXIT.silent : EXIT.unreachable
}

interface Way {
  options: Pick<ConnectOptions, 'url' | 'fetch' | 'headers' | 'transport'>
  end: () => Promise<void>
  /** Of a process. */
  said?: { stderr: string[]; noise: string[] }
}

async function open({ target }: RequestOrder, print: Printer): Promise<Way> {
  if (target.kind === 'stdio') return startChild(target, print)
  const { url, transport = 'auto' } = target
  const headers = target.headers.map(({ name, value }): [string, string] => [name, value])
  if (!/^ws/i.test(url)) return { options: { url, fetch: relayFetch, headers, transport }, end: async () => {} }
  const dial = browserDial(
    (protocols) => new WebSocket(url, protocols, { headers: Object.fromEntries(headers) }) as unknown as BrowserSocket,
  )
  const socket = connectWebSocket(url, dial, () => {})
  return { options: { url, fetch: socket.fetch }, end: async () => void socket.close() }
}

function startChild(target: StdioTarget, print: Printer): Way {
  const children = createChildren()
  const said = { stderr: [] as string[], noise: [] as string[] }
  const handler = stdioHandler({
    write: (line) => void child.write(Buffer.from(line)),
    onSide: (fact) => {
      if (fact.kind === 'stderr' || fact.kind === 'noise') {
        // The cause stands among the last.
        said[fact.kind].push(fact.text)
        if (said[fact.kind].length > LAST_WORDS) said[fact.kind].shift()
      }
      if (fact.kind === 'stderr' || fact.kind === 'noise' || fact.kind === 'note') print.error(`${fact.text}\n`)
    },
  })
  const env = Object.fromEntries(target.env.map(({ name, value }) => [name, value]))
  const child = children.spawn(
    { command: target.command, args: target.args, env, ...(target.cwd === undefined ? {} : { cwd: target.cwd }) },
    {
      started() {},
      lines: (block) => eachLine(block, handler.line),
      errorLines: (block) => eachLine(block, handler.errorLine),
      overlong: handler.overlong,
      exited: (exit) => handler.exit(exit),
    },
  )
  const fetch: FetchHandler = handler.fetch
  return { options: { url: `stdio:${target.command}`, fetch }, end: () => children.endAll(), said }
}
