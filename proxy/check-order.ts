// What `loupe check` is told on the command line.
import { existsSync, readFileSync } from 'node:fs'
import type { Format } from '#mcp/conformance/report.ts'
import { ALL } from '#mcp/conformance/revision.ts'
import { RULES } from '#mcp/conformance/rules.ts'
import type { GuineaPigs } from '#mcp/conformance/scenario.ts'
import type { EraChoice } from '#mcp/session-types.ts'
import type { Revision } from '#mcp/dialect/revisions.ts'
import type { Target } from '#mcp/transport/target.ts'
import { Lent, LENT_FLAGS } from './check-lent.ts'
import { isScript, toStart } from './arguments.ts'
import { readLine, readTarget } from './order-flags.ts'

export const CHECK_HELP = `Checks whether a server behaves as the specification has it.

  loupe check https://example.com/mcp
  loupe check -- node build/index.js
  loupe check record.jsonl              judge a saved record (also .html and .har); nothing is sent

      --profile NAME      passive: greet it and ask for its lists; safe (usual): also what changes nothing beyond our own session;
                          interactive: also calls of what you lend it below; stress: also bursts, huge messages, and the end of its process
      --tool NAME         a tool that may be called, several times (interactive, stress)
      --prompt NAME       a prompt that may be asked for (interactive)
      --template URI      a resource template, such as file:///{path}, whose resource may be read (interactive)
      --arguments JSON    what the tool, the prompt or the template that was named before it is given
      --resource URI      a resource that may be read and subscribed to (interactive)
      --token-foreign T   a token for another server: it has to be refused (interactive)
      --token-other T     a token of another account: it may not use our session (interactive)
      --token-broad T     a token of a scope that holds more than is needed (interactive)
      --register          a client may be registered where tokens are had (interactive)
      --client-id ID      a client there, with --code CODE and --redirect URI, or --refresh-token T: they are spent (interactive)
      --revision NAME     the revision that is spoken, such as 2025-06-18 (again for more: each is played, and all are judged)
      --only IDS          these checks or areas alone, such as TL or JR-02,HT (again for more)
      --skip IDS          not these
      --format NAME       text (usual), json, junit, sarif, html or markdown
      --baseline FILE     ids of known failures, one a line; only others count: new ones and mended ones are named
      --save FILE         writes down what crossed the wire, without its secrets: the rows that a finding names; open it with loupe open FILE
      --strict            a broken SHOULD counts too, and a message outside of the schema
      --config FILE       a server of a host's configuration, named with --server NAME
  -e, --env NAME=VALUE    a variable for the server's environment (again for more)
                          Of your own it gets PATH, HOME, locale, proxies and the like alone, no keys and no tokens:
                          -e 'KEY=\${KEY}' hands one of yours on
      --cwd FOLDER        where the server starts
  -H, --header 'N: V'     a header for the URL (again for more)
      --transport NAME    http (Streamable HTTP), sse (HTTP+SSE) or auto, for the URL
      --era NAME          legacy, modern, a revision such as 2025-06-18, or auto (usual)
      --timeout SECONDS   how long each answer is waited for (usually 5; that to the greeting 60 at least, since a command may
                          have to be fetched first)

No tool that exists is called but that which you name. Ends with 0 when no MUST is broken, 1 when one is, 2 when it could not run, 130 on Ctrl-C.
`

type Profile = 'passive' | 'safe' | 'interactive' | 'stress'
const PROFILES: readonly string[] = ['passive', 'safe', 'interactive', 'stress'] satisfies Profile[]

export interface CheckOrder {
  what: { kind: 'server'; target: Target } | { kind: 'record'; file: string }
  profile: Profile
  /** Revisions to be played one after the other; none: what `era` says. */
  revisions: Revision[]
  only: string[]
  skip: string[]
  format: Format
  /** Ids. */
  baseline: string[] | undefined
  /** A file that what crossed the wire is written to. */
  save?: string
  strict: boolean
  era: EraChoice
  pigs: GuineaPigs
  /** Milliseconds. */
  limit: number
}

const FORMATS: readonly string[] = ['text', 'json', 'junit', 'sarif', 'html', 'markdown'] satisfies Format[]
const OWN_FLAGS = ['--profile', '--only', '--skip', '--format', '--baseline', '--save', '--revision', ...LENT_FLAGS]

/** Reads what follows `loupe check`. */
export function readCheck(argv: string[], folder: string): CheckOrder | { wrong: string } {
  const order: Omit<CheckOrder, 'what'> = {
    profile: 'safe',
    revisions: [],
    only: [],
    skip: [],
    format: 'text',
    baseline: undefined,
    strict: false,
    era: 'auto',
    pigs: {},
    limit: 5000,
  }
  const lent = new Lent(order.pigs)
  const line = readLine(argv, Number.MIN_VALUE, (name, value) => {
    if (name === '--strict') order.strict = true
    else if (name === '--register') order.pigs.register = true
    else if (OWN_FLAGS.includes(name)) {
      const text = value()
      const wrong = lent.takes(name) ? lent.take(name, text) : take(order, name, text)
      if (wrong !== undefined) return { wrong }
    } else return undefined
    return true
  })
  if ('wrong' in line) return line
  const wrong = lent.end()
  if (wrong !== undefined) return { wrong }
  const { rest, command } = line
  order.era = line.era ?? order.era
  order.limit = line.timeout ?? order.limit
  const [file, ...more] = rest
  if (command.length === 0 && more.length === 0 && file !== undefined && !/^(?:https?|wss?):/i.test(file) && !file.startsWith('-')) {
    if (isScript(file)) return { wrong: toStart(rest, 'loupe check') }
    // A host and a port are no file, and what is missing there is the scheme.
    if (!existsSync(file) && !/^[\w.-]+:\d+(?:\/|$)|^[a-z+.-]+:\/\//i.test(file))
      return { wrong: `There is no file ${file}. Name a URL, a command after "--", or a saved record.` }
    if (existsSync(file)) return { what: { kind: 'record', file }, ...order }
  }
  if (order.profile === 'interactive' && Object.keys(order.pigs).length === 0)
    return {
      wrong:
        'The profile interactive needs something that it may use: name it with --tool, --prompt, --template, --resource, a token or a client.',
    }
  const target = readTarget(rest, command, folder, 'Name a URL, a command after "--", or a saved record.', 'loupe check')
  return 'wrong' in target ? target : { what: { kind: 'server', target }, ...order }
}

function take(order: Omit<CheckOrder, 'what'>, name: string, text: string): string | undefined {
  switch (name) {
    case '--profile':
      if (!PROFILES.includes(text)) return `There is no profile ${text}. Known are ${PROFILES.join(', ')}.`
      order.profile = text as Profile
      return undefined
    case '--revision':
      if (!isRevision(text)) return `There is no revision ${text}. Known are ${ALL.join(', ')}.`
      order.revisions.push(text)
      return undefined
    case '--format':
      if (!FORMATS.includes(text)) return `There is no format ${text}. Known are ${FORMATS.join(', ')}.`
      order.format = text as Format
      return undefined
    case '--save':
      order.save = text
      return undefined
    case '--baseline':
      try {
        order.baseline = readFileSync(text, 'utf8')
          .split(/\r?\n/)
          .map((line) => line.replace(/#.*/, '').trim())
          .filter((line) => line !== '')
      } catch (error) {
        return `The baseline could not be read: ${(error as Error).message}`
      }
      return undefined
    default: {
      const ids = text.split(',').map((one) => one.trim().toUpperCase())
      const unknown = ids.find((one) => !RULES.some(({ id }) => id.startsWith(one)))
      if (unknown !== undefined) return `${name} ${unknown}: there is no such check or area.`
      ;(name === '--only' ? order.only : order.skip).push(...ids)
      return undefined
    }
  }
}

const isRevision = (text: string): text is Revision => (ALL as readonly string[]).includes(text)
