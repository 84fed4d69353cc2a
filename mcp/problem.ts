// A failed connection in words: what was tried, what happened, what to do. Pure: evidence in, sentences out.
import { McpError } from './errors.ts'
import { isObject, type Json } from './json.ts'
import { hasTextBeside } from './session/failure.ts'
import { causeOfSignal, likelyCause, tellingLine } from './last-words.ts'

/** `code` is a stable name for tests and for `data-error`. */
export interface Problem {
  code: string
  title: string
  tried: string
  happened: string
  todo: string[]
  /** The server asks to be left alone until then; milliseconds since the epoch. */
  retryAt?: number
  /** Row of the record where to look. */
  seq?: number
  exchange?: number
  /** Authorization was tried and stopped: why is told by its steps. */
  authorization?: true
}

export interface Evidence {
  error: unknown
  /** The command line, or the URL. */
  what: string
  kind: 'http' | 'stdio'
  via?: 'direct' | 'proxy'
  /** The newer era was spoken, or tried. */
  modern?: boolean
  /** The proxy is there to ask. */
  proxy: boolean
  /** Last lines of stderr, oldest first. */
  stderr: readonly string[]
  /** Lines of stdout that were no messages. */
  noise: readonly string[]
}

interface Said extends Pick<Problem, 'code' | 'title' | 'todo' | 'authorization'> {
  happened?: string
}

/** Names a failure. Never throws. */
export function problemOf(evidence: Evidence): Problem {
  const { error, what, kind, via } = evidence
  const happened = error instanceof Error ? error.message : String(error)
  const tried =
    kind === 'stdio'
      ? `Start ${what}`
      : `Connect to ${what}${via === undefined ? '' : via === 'proxy' ? ' through the proxy' : ' from the page'}`
  const said = error instanceof McpError ? classify(error, evidence) : { code: 'unknown', title: 'The connection failed', todo: [] }
  const problem: Problem = { ...said, tried, happened: said.happened ?? happened }
  if (error instanceof McpError && error.advice !== undefined && !problem.todo.includes(error.advice) && problem.todo.length === 0)
    problem.todo.push(error.advice)
  if (error instanceof McpError && error.exchange !== undefined) problem.exchange = error.exchange
  if (error instanceof McpError && error.retryAt !== undefined) problem.retryAt = error.retryAt
  return problem
}

function classify(error: McpError, evidence: Evidence): Said {
  const exit = exitOf(error.data)
  if (exit !== undefined) return exited(error, exit, evidence)
  switch (error.kind) {
    case 'unreachable':
      return unreachable(error, evidence)
    case 'http':
      return http(error)
    case 'rpc':
      if (error.retryAt !== undefined) return http(error)
      if (isObject(error.data) && error.data.answered !== undefined)
        return { code: 'version', title: 'No common revision', todo: advice(error) }
      return {
        code: isObject(error.data) && error.data.supported !== undefined ? 'version' : 'refused-initialize',
        title: 'The server refused the handshake',
        todo: advice(error),
      }
    case 'garbled':
      if (hasTextBeside(error) && evidence.kind === 'stdio')
        return { code: 'prints-text', title: 'The server prints text where messages belong', todo: advice(error) }
      if (isObject(error.data) && error.data.code === 'ECHO')
        return { code: 'echo', title: 'The program only repeats what it is sent', todo: advice(error) }
      return { code: 'garbled', title: 'The answer cannot be read', todo: advice(error) }
    case 'cancelled':
      return { code: 'cancelled', title: 'Cancelled by you', todo: [] }
    case 'unsent':
      return { code: 'unsent', title: 'Not sent', todo: advice(error) }
    case 'silent':
      return silent(error, evidence)
  }
}

function silent(error: McpError, { kind, noise, stderr }: Evidence): Said {
  if (kind === 'stdio' && noise.length > 0) return printsText(error.message, noise)
  if (isObject(error.data) && error.data.code === 'ENDED')
    return { code: 'no-answer', title: 'The server ended its reply without an answer', todo: advice(error) }
  if (isObject(error.data) && error.data.code === 'BROKEN')
    return { code: 'broken-off', title: 'The answer broke off', todo: advice(error) }
  return {
    code: 'time-out',
    title: 'No answer',
    todo:
      kind === 'stdio' && stderr.length > 0
        ? [
            'Look at the last lines on stderr: a first download with npx can take a while.',
            'Raise the time limit (in the settings, or with --timeout).',
          ]
        : kind === 'stdio'
          ? [
              'Check that the command starts an MCP server over stdio, and not one that listens on a port.',
              'Raise the time limit (in the settings, or with --timeout).',
            ]
          : ['Look at the log of the server.', 'Raise the time limit (in the settings, or with --timeout).'],
  }
}

function printsText(message: string, noise: readonly string[]): Said {
  return {
    code: 'prints-text',
    title: 'The server prints text where messages belong',
    happened: `${message}. It wrote to stdout: ${noise[0]}`,
    todo: [
      'Write logs to stderr: on stdout only MCP messages may appear, one JSON object a line.',
      'Check that the command starts an MCP server over stdio.',
    ],
  }
}

function unreachable(error: McpError, { via, proxy, kind, modern }: Evidence): Said {
  const code = isObject(error.data) && typeof error.data.code === 'string' ? error.data.code : ''
  if (code === 'NO_PROXY')
    return {
      code: 'no-proxy',
      title: kind === 'stdio' ? 'A command needs the proxy' : 'The proxy is not there',
      todo: ['Run "node dist/loupe.js" in the folder of Loupe and open the address that it prints.'],
    }
  if (code === 'ECONNREFUSED') return { code: 'refused', title: 'Nothing listens there', todo: ['Start the server.', 'Check the port.'] }
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return { code: 'dns', title: 'No such host', todo: ['Check the spelling of the host name.', 'Check that this machine is online.'] }
  if (/CERT|SELF_SIGNED|SSL|TLS|VERIFY|EPROTO/.test(code))
    return {
      code: 'tls',
      title: 'The secure connection failed',
      todo: ['Check the certificate of the server, and whether the address should begin with http: or https:.'],
    }
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT')
    return { code: 'time-out', title: 'The host does not answer', todo: ['Check the address, and whether a firewall lies between.'] }
  if (code === 'BLOCKED') return { code: 'blocked', title: 'The proxy does not go there', todo: advice(error) }
  if (code === 'CORS')
    return {
      code: 'cors',
      title: 'The browser blocked the request',
      todo: [...advice(error), 'Or let the server send Access-Control-Allow-Origin on every reply, errors too.'],
    }
  if (code === 'ECONNRESET' || code === 'EPIPE' || code === 'UND_ERR_SOCKET')
    return {
      code: 'network',
      title: 'The server closed the connection',
      todo: [
        'Look at the log of the server: it may have crashed over this request.',
        'Check that an HTTP server listens at this port, and whether the address should begin with http: or https:.',
      ],
    }
  if (code !== '')
    return {
      code: 'network',
      title: 'The network failed',
      todo: error.advice === undefined ? ['Check the address and the network, then try again.'] : advice(error),
    }
  if (via === 'direct' && !proxy)
    return {
      code: 'cors',
      title: 'The browser could not reach the server',
      happened: `${error.message}. The browser does not say why: the server may be down, or may not allow this page (CORS).`,
      todo: [
        'Check that the server runs at this address.',
        'Run "node dist/loupe.js" in the folder of Loupe: its proxy reaches servers that a page may not, and says what is wrong.',
        ...(modern === true ? ['If it is an older server, choose the era “Legacy”: it needs fewer headers to be allowed.'] : []),
      ],
    }
  if (via === 'direct')
    return {
      code: 'cors',
      title: 'The browser blocked the request',
      todo: [
        'Connect through the proxy (choose "Through the proxy").',
        'Or let the server send Access-Control-Allow-Origin on every reply, errors too.',
      ],
    }
  return { code: 'network', title: 'The server is gone', todo: advice(error) }
}

function http(error: McpError): Said {
  const status = error.status ?? error.code ?? 0
  if (status < 400 && error.message.includes('with a redirect'))
    return { code: 'redirect', title: 'The server redirects', todo: advice(error) }
  if (status < 400 && error.message.includes('web page')) return { code: 'html', title: 'A web page answered', todo: advice(error) }
  if (status < 400)
    return {
      code: error.message.includes('an empty HTTP') ? 'no-answer' : 'no-message',
      title: error.message.includes('an empty HTTP') ? 'The reply is empty' : 'No MCP message came back',
      todo: advice(error),
    }
  // It told what it wants, and getting that failed: the advice says where.
  if (isObject(error.data) && error.data.code === 'AUTHORIZATION')
    return { code: `http-${status}`, title: 'Authorization did not succeed', todo: advice(error), authorization: true }
  const titles: { [status: number]: string } = {
    400: 'The server refused the request',
    401: 'The server wants to know who you are',
    403: 'The server refuses this client',
    404: 'Nothing is served at this path',
    405: 'This path takes no MCP messages',
    421: 'The server does not accept this host name',
    429: 'The server asks to slow down',
    503: 'The server is busy or being mended',
  }
  const title = titles[status] ?? (status >= 500 ? 'The server failed' : 'The server refused the request')
  // How long that is, and when it is over, is told by a clock.
  const todo = error.retryAt === undefined ? advice(error) : ['Reconnect when the wait that the server asked for is over.']
  return { code: `http-${status}`, title, todo }
}

interface Exit {
  code: number | null
  signal: string | null
  error?: { code: string; message: string; path: string[] }
}

function exitOf(data: Json | undefined): Exit | undefined {
  if (!isObject(data) || !('signal' in data)) return undefined
  const { code, signal, error } = data
  const exit: Exit = { code: typeof code === 'number' ? code : null, signal: typeof signal === 'string' ? signal : null }
  if (isObject(error) && typeof error.code === 'string') {
    const path = Array.isArray(error.path) ? error.path.filter((one) => typeof one === 'string') : []
    exit.error = { code: error.code, message: String(error.message ?? ''), path }
  }
  return exit
}

function exited(error: McpError, exit: Exit, evidence: Evidence): Said {
  if (exit.error?.code === 'NO_PROXY')
    return unreachable(new McpError('unreachable', exit.error.message, { data: { code: 'NO_PROXY' } }), evidence)
  if (exit.error !== undefined && exit.code === null && exit.signal === null) {
    const { path } = exit.error
    const missing = exit.error.code === 'ENOENT'
    return {
      code: missing ? 'not-found' : 'not-started',
      title: missing ? 'The command was not found' : 'The command could not be started',
      happened: exit.error.message,
      todo: [
        missing ? 'Check the spelling, or give the full path of the program.' : 'Check the command, its rights and its folder.',
        ...(path.length > 0 ? [`The PATH that was searched: ${path.join(':')}`] : []),
      ],
    }
  }
  const cause = likelyCause(evidence.stderr, evidence.noise) ?? causeOfSignal(exit.signal, exit.code)
  if (cause !== undefined) return { code: 'exited', title: cause.title, happened: error.message, todo: [cause.todo] }
  // It spoke, but not as a server: a tool that does its work and ends, or one that logs to stdout.
  if (evidence.noise.length > 0) return { ...printsText(error.message, evidence.noise), code: 'exited' }
  const last = tellingLine(evidence.stderr)
  return {
    code: 'exited',
    title: 'The process ended',
    happened: last === undefined ? error.message : `${error.message}. It said: ${last.slice(0, 300)}`,
    todo:
      evidence.stderr.length > 0
        ? ['Look at the last lines on stderr, then start it again.']
        : ['Run the command in a terminal: a server over stdio stays up and waits for messages on stdin.'],
  }
}

function advice(error: McpError): string[] {
  return error.advice === undefined ? [] : [error.advice]
}
