// What `loupe check` is told on the command line.
import { existsSync, readFileSync } from 'node:fs'
import type { Format } from '#mcp/conformance/report.ts'
import { ALL } from '#mcp/conformance/revision.ts'
import { RULES } from '#mcp/conformance/rules.ts'
import type { GuineaPigs } from '#mcp/conformance/scenario.ts'
import { isObject, parseJson, type Json } from '#mcp/json.ts'
import type { EraChoice } from '#mcp/session-types.ts'
import type { Revision } from '#mcp/dialect/revisions.ts'
import type { Target } from '#mcp/transport/target.ts'
import { readArguments } from './arguments.ts'
import { readOrderFlag, splitFlag } from './order-flags.ts'

export const CHECK_HELP = `Checks whether a server behaves as the specification has it.

  loupe check https://example.com/mcp
  loupe check -- node build/index.js
  loupe check record.jsonl              judge a saved record (also .html and .har); nothing is sent

      --profile NAME      passive: greet it and ask for its lists; safe (usual): also what changes nothing beyond our own session;
                          interactive: also calls of what you lend it below; stress: also bursts, huge messages, and the end of its process
      --tool NAME         a tool that may be called, several times (interactive, stress)
      --arguments JSON    and what it is called with
      --prompt NAME       a prompt that may be asked for (interactive)
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
      --strict            a broken SHOULD counts too
  -e, --env NAME=VALUE    a variable for the server's environment (again for more)
      --cwd FOLDER        where the server starts
  -H, --header 'N: V'     a header for the URL (again for more)
      --transport NAME    http (Streamable HTTP), sse (HTTP+SSE) or auto, for the URL
      --era NAME          legacy, modern, a revision such as 2025-06-18, or auto (usual)
      --timeout SECONDS   how long each answer is waited for (usually 5)

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
const OWN_FLAGS = [
  '--profile',
  '--only',
  '--skip',
  '--format',
  '--baseline',
  '--save',
  '--revision',
  '--tool',
  '--arguments',
  '--prompt',
  '--resource',
  '--token-foreign',
  '--token-other',
  '--token-broad',
  '--client-id',
  '--redirect',
  '--code',
  '--refresh-token',
]

/** Reads what follows `loupe check`. */
export function readCheck(argv: string[], folder: string): CheckOrder | { wrong: string } {
  const split = argv.indexOf('--')
  const own = split < 0 ? argv : argv.slice(0, split)
  const passed: string[] = []
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
  for (let at = 0; at < own.length; at++) {
    const word = own[at]!
    const { name, value } = splitFlag(word, () => own[++at])
    const shared = readOrderFlag(name, value, Number.MIN_VALUE)
    if (shared !== undefined) {
      if ('wrong' in shared) return shared
      order.era = shared.era ?? order.era
      order.limit = shared.timeout ?? order.limit
    } else if (name === '--strict') order.strict = true
    else if (name === '--register') order.pigs.register = true
    else if (OWN_FLAGS.includes(name)) {
      const text = value()
      if (text === undefined) return { wrong: `${name} needs a value.` }
      const wrong = take(order, name, text)
      if (wrong !== undefined) return { wrong }
    } else passed.push(word)
  }
  const [file] = passed
  if (split < 0 && passed.length === 1 && file !== undefined && !/^(?:https?|wss?):/i.test(file) && !file.startsWith('-')) {
    if (!existsSync(file)) return { wrong: `There is no file ${file}. Name a URL, a command after "--", or a saved record.` }
    return { what: { kind: 'record', file }, ...order }
  }
  if (order.profile === 'interactive' && Object.keys(order.pigs).length === 0)
    return {
      wrong: 'The profile interactive needs something that it may use: name it with --tool, --prompt, --resource, a token or a client.',
    }
  const parsed = readArguments([...passed, ...(split < 0 ? [] : argv.slice(split))], folder)
  if (parsed.kind === 'wrong') return { wrong: parsed.why }
  if (parsed.kind !== 'run' || parsed.options.initial === undefined)
    return { wrong: 'Name a URL, a command after "--", or a saved record.' }
  return { what: { kind: 'server', target: parsed.options.initial.target }, ...order }
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
    case '--tool':
      order.pigs.tool = { name: text, arguments: order.pigs.tool?.arguments ?? {} }
      return undefined
    case '--arguments': {
      const own = objectIn(text)
      if (own === undefined) return `--arguments ${text}: that is no JSON object.`
      order.pigs.tool = { name: order.pigs.tool?.name ?? '', arguments: own }
      return undefined
    }
    case '--prompt':
      order.pigs.prompt = { name: text, arguments: {} }
      return undefined
    case '--resource':
      order.pigs.resource = text
      return undefined
    case '--token-foreign':
    case '--token-other':
    case '--token-broad':
      order.pigs.tokens = { ...order.pigs.tokens, [name.slice('--token-'.length)]: text }
      return undefined
    case '--client-id':
    case '--redirect':
    case '--code':
    case '--refresh-token': {
      const member = { '--client-id': 'client', '--redirect': 'redirect', '--code': 'code', '--refresh-token': 'refresh' }[name]
      order.pigs.login = { client: '', ...order.pigs.login, [member]: text }
      return undefined
    }
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

function objectIn(text: string): { [name: string]: Json } | undefined {
  try {
    const value = parseJson(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isRevision = (text: string): text is Revision => (ALL as readonly string[]).includes(text)
