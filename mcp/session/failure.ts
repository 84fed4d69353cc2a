// Why a request got no answer, as a sentence that a person can act on.
import { CUT_OFF, McpError, type McpErrorFacts } from '../errors.ts'
import { isObject, writeJson } from '../json.ts'
import { isPipe } from '../transport/target.ts'
import type { Id, RpcError } from '../jsonrpc.ts'
import type { End } from '../wire.ts'
import { maskUrl } from '../traffic/secret-names.ts'
import { firstWords } from '../traffic/naming.ts'
import { reasonOf } from './reason.ts'
import { retryAt } from './retry-after.ts'

/** In the page and in a shell. */
const CREDENTIALS =
  'Enter a bearer token or an Authorization header (in the connection settings, or with -H); one that was entered is not taken.'

export interface Situation {
  method: string
  url: string
  /** The method that greets in this era. */
  greeting: string
  /** Whether the request carried a session id. */
  session: boolean
  /** Whether servers of this era may want one. */
  sessions: boolean
  /** The URL is one that the stream of HTTP+SSE named. */
  named?: boolean
  /** Whether any request after the greeting has been answered. */
  settled: boolean
}

/** The HTTP reply ended the matter: nothing in it answers the request. */
export function httpFailure(end: End, situation: Situation, rpc?: RpcError): McpError {
  const { method, greeting, session, sessions, settled } = situation
  // What is told of a failure is shown, copied and sent on.
  const url = maskUrl(situation.url)
  const { status, exchange } = end
  const facts: McpErrorFacts = { exchange, code: status, status, ...(rpc === undefined ? {} : { rpc }) }
  const wait = retryAt(status, end.headers)
  if (wait !== undefined) facts.retryAt = wait
  const text = rpc?.message ?? end.text
  const said = firstWords(end.form === 'html' ? lettersOf(text) : text)
  const quote = said === '' ? '' : `: ${said}`
  const tell = (what: string, advice: string): McpError => new McpError('http', `${what}${quote}`, { ...facts, advice })
  if (session && (status === 404 || (status === 400 && /session/i.test(text))))
    return tell(
      `The server no longer knows this session (HTTP ${status} to ${method})`,
      'A new session must be opened, which Loupe does by itself while it waits for servers that went away; call again then. Subscriptions and the log level of the old one are gone.',
    )
  if (sessions && !session && method !== greeting && !settled && (status === 404 || (status === 400 && !/version/i.test(text))))
    return tell(
      `${greeting} was answered, but ${method} was refused with HTTP ${status}`,
      `If the server uses sessions, its answer to ${greeting} must let the page read the header: send "Access-Control-Expose-Headers: Mcp-Session-Id", or connect through the proxy.`,
    )
  if (end.form === 'html' && status < 400)
    return tell(
      `${url} answered ${method} with a web page instead of JSON`,
      'Check the URL (many servers listen at /mcp), and whether the page is a login page.',
    )
  if (end.hiddenRedirect === true || (status >= 300 && status < 400)) {
    const to = end.headers.get('location') ?? ''
    return to === ''
      ? tell(
          `${url} answered ${method} with a redirect, and does not let us see where to`,
          end.hiddenRedirect === true ? 'Connect through the proxy to see the address that it names.' : 'Its header Location is missing.',
        )
      : tell(
          `${url} answered ${method} with a redirect (HTTP ${status}) to ${to}`,
          `Loupe does not follow it, since your headers would go there: if you trust it, use ${absolute(to, situation.url)} as the URL.`,
        )
  }
  if (status < 400)
    return tell(
      `${url} answered ${method} with ${end.form === 'empty' || said === '' ? `an empty HTTP ${status} reply` : 'something that is no MCP message'}`,
      status === 202
        ? 'HTTP 202 is the reply to notifications: a request wants its answer in the reply itself. Check that the URL is an MCP endpoint.'
        : 'Look at the exchange in the traffic; check that the URL is an MCP endpoint.',
    )
  if (situation.named === true && (status === 404 || status === 405))
    return tell(
      `${url} answered ${method} with HTTP ${status}`,
      'The event "endpoint" of the stream names this address: it must take what is posted there; behind a reverse proxy, check its prefix.',
    )
  return tell(`${url} answered ${method} with HTTP ${status}`, adviceFor(status, end, text, method === greeting))
}

/** What a web page says, without its markup: its first line is a doctype, which tells nobody anything. */
function lettersOf(page: string): string {
  return page
    .slice(0, 4096)
    .replace(/<(script|style)\b[\s\S]*?(?:<\/\1|$)/gi, '<')
    .replace(/<[^<>]*(?:>|$)/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
}

function absolute(to: string, url: string): string {
  return URL.canParse(to, url) ? new URL(to, url).href : to
}

function adviceFor(status: number, end: End, text: string, greets: boolean): string {
  switch (status) {
    case 400:
      // The greeting of the older era comes before any revision is agreed on, so it has no such header.
      return greets
        ? 'Look at the exchange in the traffic for what the server says.'
        : 'The server may not take the revision in the header MCP-Protocol-Version, or another header: look at the exchange in the traffic, or choose an older revision (in the connection settings, or with --era).'
    case 401:
      return end.headers.has('www-authenticate') || text.includes('token')
        ? CREDENTIALS
        : `The server wants to know who you are. ${CREDENTIALS}`
    case 403:
      return 'The server refuses this origin, this host name or these credentials; look at its list of allowed origins and hosts.'
    case 404:
      return 'Nothing is served at this path: check the URL; many servers listen at /mcp.'
    case 405:
      return 'This URL takes no POST: it may be an endpoint of the older HTTP+SSE transport, often found at /sse, or the path is wrong.'
    case 406:
      return 'The server does not accept the reply forms that every client must offer; check its Accept handling.'
    case 415:
      return 'The server does not take application/json here; check that the URL is an MCP endpoint.'
    case 421:
      return 'The server allows certain host names only; add this one to its list of allowed hosts.'
    case 429:
    case 503: {
      const after = end.headers.get('retry-after')?.trim() ?? ''
      if (after === '')
        return end.filtered === true
          ? 'The server is busy: try again later. If it says for how long (Retry-After), CORS hides that from the page: the server must send "Access-Control-Expose-Headers: Retry-After", or connect through the proxy.'
          : 'The server is busy: try again later.'
      if (/^\d+$/.test(after)) return `The server is busy: it asks to wait ${after} seconds.`
      return retryAt(status, end.headers) === undefined
        ? `The server is busy: try again later. For how long it does not say: its Retry-After is “${firstWords(after)}”, which is neither a number of seconds nor a date.`
        : `The server is busy: it asks to wait until ${after}.`
    }
    default:
      return status >= 500 ? 'The server failed: look at its log.' : 'Look at the exchange in the traffic for what the server says.'
  }
}

/** No HTTP response at all. The handler may know the reason better than a page can. */
export function unreachable(end: End, situation: Situation): McpError {
  const { method } = situation
  const url = maskUrl(situation.url)
  if (end.hiddenRedirect === true) return httpFailure(end, situation)
  const { failure, exchange, status } = end
  const error = failure?.error
  // Headers came: the server was reached, whatever the way there says of the rest. A pipe has none, and no proxy is no server.
  const broke = status !== 0 && !isPipe(situation.url) && failure !== undefined && !isNoProxy(error)
  if (broke)
    return new McpError('silent', `The answer of ${url} to ${method} was cut short: ${failure.why}`, {
      exchange,
      data: { code: 'BROKEN' },
      advice:
        'The server was reached, and its answer did not come whole: calling again may help. If it breaks off again, look at the log of the server, and at how it compresses its replies.',
    })
  if (error instanceof McpError) {
    const facts: McpErrorFacts = { exchange }
    if (error.code !== undefined) facts.code = error.code
    if (error.data !== undefined) facts.data = error.data
    if (error.advice !== undefined) facts.advice = error.advice
    return new McpError(error.kind, error.message, facts)
  }
  // A browser says the whole address once more.
  const why = (failure?.why ?? 'no response').replaceAll(situation.url, url)
  return new McpError('unreachable', `${url} could not be reached with ${method}: ${why}`, {
    exchange,
    advice: /^[a-z+]+:\/\/[^/?#]*@/i.test(situation.url)
      ? 'Nothing was sent: no browser takes an address with a user and a password in it. Take them out of it, and give them in the connection settings as Basic authorization.'
      : 'Check that the server runs and that the address is right.',
  })
}

/** The peer answered with a JSON-RPC error. */
export function rpcFailure(
  error: RpcError,
  method: string,
  { status, headers, exchange }: Pick<Partial<End>, 'status' | 'headers'> & Pick<End, 'exchange'>,
  advice: string | undefined,
): McpError {
  const facts: McpErrorFacts = { exchange, code: Number(error.code), rpc: error }
  if (status !== undefined) facts.status = status
  const wait = status === undefined || headers === undefined ? undefined : retryAt(status, headers)
  if (wait !== undefined) facts.retryAt = wait
  if (error.data !== undefined) facts.data = error.data
  if (advice !== undefined) facts.advice = advice
  // -32002 in the older era, -32602 in the newer one.
  else if (method === 'resources/read' && [-32002, -32602].includes(Number(error.code)))
    facts.advice = 'The server has no such resource, or does not take this URI: compare it with the list.'
  else if (Number(error.code) === -32601) facts.advice = `The server does not know ${method}; it is not among what it declared.`
  else if (/\bsession\b/i.test(error.message)) facts.advice = 'If the session has ended, connect again to start a new one.'
  else if (status === 401) facts.advice = CREDENTIALS
  return new McpError('rpc', error.message === '' ? `The server answered ${method} with error ${error.code}` : error.message, facts)
}

function isNoProxy(error: Error | undefined): boolean {
  return error instanceof McpError && isObject(error.data) && error.data.code === 'NO_PROXY'
}

/** A text that holds a message, and other words too. */
const BESIDE = /\btext (?:before|after) the message/

export function hasTextBeside(error: McpError): boolean {
  return error.kind === 'garbled' && BESIDE.test(error.message)
}

/** Requests that clients alone send: one that comes back is no request of the server. */
const OURS = /^(initialize$|server\/|tools\/|resources\/|prompts\/|completion\/|logging\/|subscriptions\/)/

/** Whether what came is a request of ours, sent back. */
export function isEcho(method: string, call: { method: string } | undefined): boolean {
  return call?.method === method && OURS.test(method)
}

/** The program repeats what it reads, as `cat` does, or a terminal with echo. */
export function echoed(method: string, exchange: number): McpError {
  return new McpError('garbled', `The program sent our own ${method} back instead of an answer`, {
    exchange,
    data: { code: 'ECHO' },
    advice:
      'It repeats what it reads, so it is no MCP server: look at the command. A shell or terminal in between may echo what it is typed.',
  })
}

/** The stream ended, or the limit passed, without an answer. */
export function silent(method: string, exchange: number, garbled: string | undefined): McpError {
  if (garbled !== undefined)
    return new McpError('garbled', `The server's answer to ${method} cannot be read: ${garbled}`, {
      exchange,
      advice: BESIDE.test(garbled)
        ? 'Only the message may stand there: over stdio a server must write its own words to stderr, and nothing but messages to stdout.'
        : 'Look at the message in the traffic.',
    })
  return new McpError('silent', `The server ended its reply to ${method} without an answer`, {
    exchange,
    data: { code: 'ENDED' },
    advice: 'Look at the exchange in the traffic and at the log of the server.',
  })
}

/** What is wrong with an answer that has another id than what was asked. */
export function strayId(id: Id, asked: Id): string {
  const kind = (one: Id): string => `${writeJson(one)} (${typeof one === 'string' ? 'a text' : 'a number'})`
  return typeof id === typeof asked
    ? `it has the id ${writeJson(id)}, and ${writeJson(asked)} was asked with`
    : `its id is ${kind(id)}, and ${kind(asked)} was asked with`
}

/** With what those know to do about it who tried to be let in. */
export function advised(error: McpError, advice: string | undefined): McpError {
  if (advice === undefined) return error
  const { kind, message, exchange, code, status, rpc } = error
  const known = Object.entries({ exchange, code, status, rpc }).filter(([, value]) => value !== undefined)
  return new McpError(kind, message, { ...Object.fromEntries(known), data: { code: 'AUTHORIZATION' }, advice })
}

export function byPerson(method: string, exchange?: number): McpError {
  return new McpError('cancelled', `${method} was cancelled by you`, exchange === undefined ? {} : { exchange })
}

export function cutOff(method: string, life: AbortSignal): McpError {
  return cutBy(reasonOf(life, 'The connection ended'), method)
}

/** The connection was given up, by us, while the request ran. */
export function cutBy(reason: string, method: string, exchange?: number): McpError {
  return new McpError('unreachable', `${reason} before ${method} was answered`, {
    ...(exchange === undefined ? {} : { exchange }),
    data: { code: CUT_OFF },
    advice: 'The server was reached, and may have carried it out. Call again if you still want its answer.',
  })
}
