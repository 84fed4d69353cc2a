// The command line, read: what a person typed becomes what to start, or a sentence about what to type instead.
import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { maskInUrl, masksInWords } from '#mcp/traffic/mask-places.ts'
import { MASK } from '#mcp/traffic/secret-names.ts'
import { suggestName } from '#mcp/transport/suggest-name.ts'
import { NoValue, valueFor } from './flag-value.ts'
import type { HttpTarget, StdioTarget } from '#mcp/transport/target.ts'
import type { Welcome } from '#mcp/transport/tunnel-frames.ts'

export interface Options {
  /** The address to listen on; undefined: loopback alone. */
  host: string | undefined
  /** Names, or name:port, by which a page of ours may come besides loopback. */
  allowHosts: string[]
  /** Undefined: the usual one, or the next that is free. */
  port: number | undefined
  /** Where apps of servers are drawn; undefined: any free one. */
  appsPort: number | undefined
  /** By what origin browsers come there through a reverse proxy. */
  appsOrigin: string | undefined
  open: boolean
  dev: boolean
  demo: boolean
  /** Undefined: a new one for this start. */
  token: string | undefined
  /** Files of PEM texts. */
  trust: { ca?: string; cert?: string; key?: string }
  initial: Welcome['initial']
  /** Files to show in the page, as whole paths. */
  records: string[]
}

export type Parsed = { kind: 'run'; options: Options } | { kind: 'version' } | { kind: 'wrong'; why: string }

export const USUAL_PORT = 4664

export const HELP = `Loupe inspects MCP servers in the browser.

  loupe                                start, and choose a server in the page
  loupe https://example.com/mcp        connect to a URL
  loupe -- node build/index.js         start a stdio server and connect to it
  loupe open FILE                      show a saved record, .jsonl, .html or .har (more than one may be named)
  loupe request …                      send one request from the shell; see loupe request --help
  loupe doctor …                       find out why a server cannot be reached; see loupe doctor --help
  loupe tap …                          stand between another client and its server; see loupe tap --help
  loupe check …                        does a server behave as the specification has it; see loupe check --help
  loupe add HOST …                     add a server to another program's configuration; see loupe add --help
  loupe --cli …                        a line of the official inspector; see loupe --cli --help

      --config FILE       a server of a host's configuration, named with --server NAME
  -e, --env NAME=VALUE    a variable for the server's environment (again for more)
                          Of your own it gets PATH, HOME, locale, proxies and the like alone, no keys and no tokens:
                          -e 'KEY=\${KEY}' hands one of yours on
      --cwd FOLDER        where the server starts
  -H, --header 'N: V'     a header for the URL (again for more)
      --ca FILE           trust this authority too (PEM); --cert and --key: who we are
      --watch             start it again when a file in its folder changes; --watch-path PATH: this one
      --transport NAME    http (Streamable HTTP), sse (HTTP+SSE) or auto, for the URL
      --name NAME         what the connection is called
      --demo              connect to the bundled demo server
      --port N            listen on N (usually ${USUAL_PORT}, or the next free port)
      --apps-port N       draw apps of servers on N (usually any free port)
      --apps-origin URL   browsers come to that port by this address (docs/hosting.md)
      --host ADDRESS      let other machines in on this address; they need the token (docs/hosting.md)
      --no-open           do not open the browser
      --token TOKEN       use this launch token, 16 characters or more (or LOUPE_TOKEN)
      --dev               serve the page from source, with hot reloading
  -h, --help              this text
  -v, --version           the version
`

class Wrong extends Error {}

/** Never throws: what cannot be understood comes back as a sentence. `env` may hold LOUPE_TOKEN; `called`: what was typed before `argv`. */
export function readArguments(argv: string[], folder: string, env: NodeJS.ProcessEnv = {}, called = 'loupe'): Parsed {
  try {
    return parse(argv, folder, env, called)
  } catch (error) {
    if (error instanceof Wrong || error instanceof NoValue) return { kind: 'wrong', why: error.message }
    throw error
  }
}

const TAKE_VALUE = new Set([
  '--port',
  '--apps-port',
  '--apps-origin',
  '--host',
  '--allow-host',
  '--token',
  '--env',
  '--header',
  '--cwd',
  '--watch-path',
  '--transport',
  '--name',
  '--config',
  '--server',
  '--ca',
  '--cert',
  '--key',
])
const ABOUT_SERVERS = new Set(['--env', '--header', '--cwd', '--watch', '--watch-path', '--transport', '--name'])
/** `--help` is answered before a line is read (help.ts). */
const SWITCHES = new Set(['--open', '--no-open', '--demo', '--dev', '--watch', '--help', '--version'])
const SHORT: { [name: string]: string } = { '-e': '--env', '-H': '--header', '-h': '--help', '-v': '--version', '-p': '--port' }

function parse(argv: string[], folder: string, env: NodeJS.ProcessEnv, called: string): Parsed {
  const split = argv.indexOf('--')
  const own = split < 0 ? argv : argv.slice(0, split)
  const command = split < 0 ? undefined : argv.slice(split + 1)
  const values = new Map<string, string[]>()
  const words: string[] = []
  for (let at = 0; at < own.length; at++) {
    const word = own[at]!
    if (!word.startsWith('-') || word === '-') {
      words.push(word)
      continue
    }
    const equals = word.startsWith('--') ? word.indexOf('=') : -1
    const typed = equals < 0 ? word : word.slice(0, equals)
    const name = SHORT[typed] ?? typed
    if (SWITCHES.has(name)) {
      if (equals >= 0) throw new Wrong(`${name} takes no value.`)
      values.set(name, [])
    } else if (TAKE_VALUE.has(name)) {
      const value = valueFor(typed, equals < 0 ? undefined : word.slice(equals + 1), () => own[++at])
      values.set(name, [...(values.get(name) ?? []), value])
    } else throw new Wrong(unknown(typed, called))
  }
  if (values.has('--version')) return { kind: 'version' }

  const demo = values.has('--demo')
  const records = words[0] === 'open' ? words.splice(0).slice(1) : undefined
  if (records?.length === 0) throw new Wrong('Name the record to open:  loupe open RECORD.jsonl')
  const foreign = records === undefined ? undefined : [...values.keys()].find((name) => ABOUT_SERVERS.has(name))
  if (foreign !== undefined) throw new Wrong(`${foreign} is for a server; a saved record sends nothing.`)
  if ([words.length > 0, command !== undefined, demo, records !== undefined].filter(Boolean).length > 1)
    throw new Wrong('Name one thing to connect to: a URL, a command after "--", --demo, or a record to open.')
  return {
    kind: 'run',
    options: {
      host: address(last(values, '--host')),
      allowHosts: (values.get('--allow-host') ?? []).map(hostName),
      port: port(last(values, '--port')),
      appsPort: port(last(values, '--apps-port'), '--apps-port'),
      appsOrigin: appsOrigin(last(values, '--apps-origin'), values.has('--apps-port')),
      open: !values.has('--no-open'),
      dev: values.has('--dev'),
      demo,
      // Of a variable, others on the machine do not read it in the list of processes.
      token: token(last(values, '--token') ?? env.LOUPE_TOKEN),
      trust: trust(values),
      initial: initial(words, command, values, folder, called),
      records: (records ?? []).map((file) => resolve(folder, file)),
    },
  }
}

function initial(
  words: string[],
  command: string[] | undefined,
  values: Map<string, string[]>,
  folder: string,
  called: string,
): Options['initial'] {
  const headers = (values.get('--header') ?? []).map(header)
  const env = (values.get('--env') ?? []).map(variable)
  const cwd = last(values, '--cwd')
  const watch = values.get('--watch-path') ?? (values.has('--watch') ? ['.'] : [])
  const transport = transportOf(last(values, '--transport'))
  if (command !== undefined) {
    const [program, ...args] = command
    if (program === undefined || program === '') throw new Wrong('No command follows "--". Write the program and its arguments there.')
    if (headers.length > 0) throw new Wrong('--header is for a URL; a command is given its secrets with -e NAME=VALUE.')
    if (transport !== undefined && transport !== 'stdio') throw new Wrong('--transport is for a URL; a command is spoken to over stdio.')
    const [place] = masksInWords(command)
    if (place !== undefined) throw masked(`In the command, ${place}`)
    const target: StdioTarget = { kind: 'stdio', command: program, args, env, cwd: cwd ?? folder, ...(watch.length === 0 ? {} : { watch }) }
    return { name: last(values, '--name') ?? (suggestName(target) || program), target, connect: true }
  }
  if (watch.length > 0) throw new Wrong('--watch is for a command: write it after "--".')
  if (env.length > 0 || cwd !== undefined) throw new Wrong('-e and --cwd are for a command: write it after "--".')
  const [url, ...more] = words
  if (url === undefined) {
    if (headers.length > 0) throw new Wrong('--header is for a URL, and none was given.')
    return undefined
  }
  if (more.length > 0 || !/^(?:https?|wss?):/i.test(url)) throw new Wrong(notUrl(words, called))
  if (!URL.canParse(url)) throw new Wrong(`${url} is not a URL.`)
  const place = maskInUrl(url)
  if (place !== undefined) throw masked(`${place[0]!.toUpperCase()}${place.slice(1)}`)
  if (transport === 'stdio') throw new Wrong('--transport stdio is for a command: write it after "--".')
  const target: HttpTarget = { kind: 'http', url, headers, via: 'auto', ...(transport === undefined ? {} : { transport }) }
  return { name: last(values, '--name') ?? new URL(url).host, target, connect: true }
}

function appsOrigin(text: string | undefined, hasPort: boolean): string | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.pathname !== '/' || url.search !== '' || url.username !== '')
    throw new Wrong(`--apps-origin takes an origin as https://apps.example.com, not ${JSON.stringify(text)}.`)
  if (!hasPort) throw new Wrong('--apps-origin needs --apps-port too: the port that the reverse proxy passes it to.')
  return url.origin
}

function transportOf(name: string | undefined): 'http' | 'sse' | 'stdio' | undefined {
  switch (name) {
    case undefined:
    case 'auto':
      return undefined
    case 'http':
    case 'streamable-http':
      return 'http'
    case 'sse':
    case 'stdio':
      return name
    default:
      throw new Wrong(`--transport ${name} is not known. Known are auto, http and sse.`)
  }
}

function notUrl(words: string[], called: string): string {
  const foreign = /^[a-z][a-z+.-]*:\/\//i.exec(words[0]!)
  if (foreign !== null && !/^(?:https?|wss?):/i.test(words[0]!))
    return `${words[0]} begins with ${foreign[0]}: a server is reached by http://, https://, ws:// or wss://.`
  if (words.length === 1 && /^[\w.-]+(:\d+)?(\/|$)/.test(words[0]!) && /[.:]/.test(words[0]!) && !isScript(words[0]!))
    return `${words[0]} is not a whole URL. Did you mean http://${words[0]} ?`
  return toStart(words, called)
}

/** What to type instead: `called` and the words, with what runs a script that is named by itself. */
export function toStart(words: readonly string[], called: string): string {
  const runs = words.length === 1 ? SCRIPTS.find(({ names }) => names.test(words[0]!))?.by : undefined
  return `To start a program, put "--" before it:  ${called} -- ${[...(runs === undefined ? [] : [runs]), ...words].join(' ')}`
}

const SCRIPTS = [
  { names: /\.[cm]?js$/, by: 'node' },
  { names: /\.[cm]?ts$/, by: 'npx tsx' },
  { names: /\.py$/, by: 'python' },
]

/** A file that an interpreter starts, by its name. */
export function isScript(word: string): boolean {
  return SCRIPTS.some(({ names }) => names.test(word))
}

function header(text: string): { name: string; value: string } {
  const at = text.indexOf(':')
  const name = text.slice(0, at).trim()
  if (at < 0 || !/^[\w!#$%&'*+.^`|~-]+$/.test(name))
    throw new Wrong(`A header is written 'Name: value', and ${JSON.stringify(text)} is not.`)
  const value = unmasked(text.slice(at + 1).trim(), `The header ${name}`)
  const odd = /[^\t\x20-\x7e\x80-\xff]/.exec(value)?.[0]
  if (odd !== undefined) throw new Wrong(`The header ${name} holds ${JSON.stringify(odd)}, which no header can carry.`)
  return { name, value }
}

/** What was copied from the page without its secrets cannot be sent. */
function unmasked(value: string, what: string): string {
  if (value.includes(MASK)) throw masked(what)
  return value
}

function masked(what: string): Wrong {
  return new Wrong(`${what} holds “${MASK}”: it was copied with its secrets masked. Put the real value in its place.`)
}

function variable(text: string): { name: string; value: string } {
  const at = text.indexOf('=')
  if (at <= 0) throw new Wrong(`A variable is written NAME=VALUE, and ${JSON.stringify(text)} is not.`)
  return { name: text.slice(0, at), value: unmasked(text.slice(at + 1), `The variable ${text.slice(0, at)}`) }
}

function port(text: string | undefined, flag = '--port'): number | undefined {
  if (text === undefined) return undefined
  const number = Number(text)
  if (!/^\d+$/.test(text) || number > 65_535)
    throw new Wrong(`${flag} takes a number from 0 (any free one) to 65535, not ${JSON.stringify(text)}.`)
  return number
}

function address(text: string | undefined): string | undefined {
  if (text === undefined || text === 'localhost') return undefined
  if (isIP(text) === 0)
    throw new Wrong(`--host takes an IP address of this machine, or 0.0.0.0 for all of them, not ${JSON.stringify(text)}.`)
  return text
}

function hostName(text: string): string {
  if (!/^(?:[\w.-]+|\[[\da-f:.]+\])(?::\d+)?$/i.test(text))
    throw new Wrong(`--allow-host takes a name, or name:port, as browsers will use it, not ${JSON.stringify(text)}.`)
  return text.toLowerCase()
}

function trust(values: Map<string, string[]>): Options['trust'] {
  const named = (['ca', 'cert', 'key'] as const).map((name) => [name, last(values, `--${name}`)] as const)
  return Object.fromEntries(named.filter(([, file]) => file !== undefined))
}

function token(text: string | undefined): string | undefined {
  if (text !== undefined && !/^[\w.~-]{16,}$/.test(text))
    throw new Wrong('A token must be 16 characters or more: letters, digits, "-", "_", "." and "~".')
  return text
}

function last(values: Map<string, string[]>, name: string): string | undefined {
  return values.get(name)?.at(-1)
}

function unknown(flag: string, called: string): string {
  const near = [...TAKE_VALUE, ...SWITCHES]
    .map((name) => ({ name, distance: distance(flag.toLowerCase(), name) }))
    .sort((a, b) => a.distance - b.distance)[0]!
  return `There is no flag ${flag}. ${near.distance <= 3 ? `Did you mean ${near.name} ?` : `See ${called} --help.`}`
}

/** Letters to add, drop or change (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length]!
}
