// `loupe check`: does this server behave? Plays the scenarios of a profile to it, or reads a record, and judges what came of it.
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { createInterface } from 'node:readline'
import { createJudge, type Standing } from '#mcp/conformance/judge.ts'
import { groupOf, jsonOf, junitOf, markdownOf, textOf, type Checked, type Format } from '#mcp/conformance/report.ts'
import { RULES } from '#mcp/conformance/rules.ts'
import { play, type GuineaPigs, type Scenario } from '#mcp/conformance/scenario.ts'
import { SCENARIOS } from '#mcp/conformance/scenarios.ts'
import { publicName } from '#mcp/doctor/report.ts'
import type { Peer } from '#mcp/doctor/step.ts'
import type { EraChoice } from '#mcp/session-types.ts'
import { createTraffic, type Traffic } from '#mcp/traffic.ts'
import { RecordReader } from '#mcp/traffic/record-format.ts'
import { stdioHandler } from '#mcp/transport/stdio.ts'
import type { StdioTarget, Target } from '#mcp/transport/target.ts'
import { eachLine } from '#mcp/transport/tunnel-frames.ts'
import { readArguments } from './arguments.ts'
import { createChildren } from './child.ts'
import { dial } from './doctor.ts'
import { readOrderFlag, splitFlag } from './order-flags.ts'
import { relayFetch } from './relay-fetch.ts'
import type { Printer } from './request.ts'

export const CHECK_HELP = `Checks whether a server behaves as the specification has it.

  loupe check https://example.com/mcp
  loupe check -- node build/index.js
  loupe check record.jsonl              judge a saved record; nothing is sent

      --profile NAME      passive: greet it and ask for its lists; safe (usual): also what changes nothing beyond our own session
      --only IDS          these checks or areas alone, such as TL or JR-02,HT (again for more)
      --skip IDS          not these
      --format NAME       text (usual), json, junit or markdown
      --baseline FILE     ids of known failures, one a line; only others count, and mended ones are named
      --strict            a broken SHOULD counts too
  -e, --env NAME=VALUE    a variable for the server's environment (again for more)
      --cwd FOLDER        where the server starts
  -H, --header 'N: V'     a header for the URL (again for more)
      --transport NAME    http (Streamable HTTP), sse (HTTP+SSE) or auto, for the URL
      --era NAME          legacy, modern, a revision such as 2025-06-18, or auto (usual)
      --timeout SECONDS   how long each answer is waited for (usually 5)

No tool that exists is called. Ends with 0 when no MUST is broken, 1 when one is, 2 when it could not run, 130 on Ctrl-C.
`

export interface CheckOrder {
  what: { kind: 'server'; target: Target } | { kind: 'record'; file: string }
  profile: 'passive' | 'safe'
  only: string[]
  skip: string[]
  format: Format
  /** Ids. */
  baseline: string[] | undefined
  strict: boolean
  era: EraChoice
  pigs: GuineaPigs
  /** Milliseconds. */
  limit: number
}

const FORMATS: { [name in Format]: (checked: Checked, colours: boolean) => string } = {
  text: textOf,
  json: jsonOf,
  junit: junitOf,
  markdown: markdownOf,
}
const MEMORY = 256 * 1024 * 1024
const CONNECT_LIMIT = 60_000
const PASSIVE = new Set(['lists'])

/** Reads what follows `loupe check`. */
export function readCheck(argv: string[], folder: string): CheckOrder | { wrong: string } {
  const split = argv.indexOf('--')
  const own = split < 0 ? argv : argv.slice(0, split)
  const passed: string[] = []
  const order: Omit<CheckOrder, 'what'> = {
    profile: 'safe',
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
    else if (['--profile', '--only', '--skip', '--format', '--baseline'].includes(name)) {
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
  const parsed = readArguments([...passed, ...(split < 0 ? [] : argv.slice(split))], folder)
  if (parsed.kind === 'wrong') return { wrong: parsed.why }
  if (parsed.kind !== 'run' || parsed.options.initial === undefined)
    return { wrong: 'Name a URL, a command after "--", or a saved record.' }
  return { what: { kind: 'server', target: parsed.options.initial.target }, ...order }
}

function take(order: Omit<CheckOrder, 'what'>, name: string, text: string): string | undefined {
  switch (name) {
    case '--profile':
      if (text !== 'passive' && text !== 'safe') return `There is no profile ${text}. Known are passive and safe.`
      order.profile = text
      return undefined
    case '--format':
      if (!(text in FORMATS)) return `There is no format ${text}. Known are ${Object.keys(FORMATS).join(', ')}.`
      order.format = text as Format
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

/** Runs and prints it; resolves to the exit code. Never rejects, and leaves nothing running. */
export async function runCheck(
  order: CheckOrder,
  print: Printer & { colours?: boolean },
  version: string,
  signal: AbortSignal,
): Promise<number> {
  const { what, only, skip, format, baseline, strict } = order
  const chosen = (id: string): boolean =>
    (only.length === 0 || only.some((one) => id.startsWith(one))) && !skip.some((one) => id.startsWith(one))
  const rules = RULES.filter(({ id }) => chosen(id))
  const judge = createJudge(rules)
  let traffic = createTraffic({ memoryLimit: MEMORY })
  try {
    if (what.kind === 'record') traffic = await readRecord(what.file)
    else {
      const scenarios = SCENARIOS.filter(({ id, for: ids }) =>
        order.profile === 'passive' ? PASSIVE.has(id) : only.length === 0 || ids.some(chosen),
      )
      const { error } = await perform(order, what.target, scenarios, traffic, version, signal, (text) => print.error(text))
      if (signal.aborted) return 130
      if (error !== undefined) {
        print.error(`loupe: ${error.message}\n`)
        return 2
      }
    }
  } catch (error) {
    print.error(`loupe: ${(error as Error).message}\n`)
    return 2
  }
  for (const event of traffic.events()) judge.take(event)
  judge.end()
  const standings = judge.standings()
  const counts = ({ rule, outcome }: Standing): boolean =>
    outcome === 'fail' || (strict && outcome === 'warn' && groupOf(rule.level) !== 'other')
  const broken = standings.filter(counts).map(({ rule }) => rule.id)
  const known = baseline?.filter((id) => broken.includes(id)) ?? []
  const mended = baseline?.filter((id) => standings.some(({ rule, outcome }) => rule.id === id && outcome === 'pass')) ?? []
  const name =
    what.kind === 'record'
      ? what.file
      : publicName(what.target.kind === 'stdio' ? [what.target.command, ...what.target.args].join(' ') : what.target.url)
  print.out(FORMATS[format]({ what: name, revision: judge.facts.revision, standings, known, mended }, print.colours === true))
  return broken.some((id) => !known.includes(id)) ? 1 : 0
}

async function readRecord(file: string): Promise<Traffic> {
  const reader = new RecordReader(MEMORY)
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) reader.take(line)
  const [first] = reader.faults
  if (reader.traffic.total === 0)
    throw new Error(first === undefined ? `${file} holds no message` : `${file} is no record: its line ${first.line} ${first.why}`)
  return reader.traffic
}

function perform(
  { era, limit, pigs }: CheckOrder,
  target: Target,
  scenarios: readonly Scenario[],
  traffic: Traffic,
  version: string,
  signal: AbortSignal,
  tell: (text: string) => void,
): ReturnType<typeof play> {
  const open = (into: Traffic): Promise<Peer> =>
    target.kind === 'stdio'
      ? Promise.resolve(startChild(target, into))
      : Promise.resolve(/^ws/i.test(target.url) ? dial(target) : { fetch: relayFetch, end: () => Promise.resolve() })
  return play(
    {
      target,
      era,
      clientInfo: { name: 'mcp-loupe', title: 'Loupe', version },
      limits: { connect: CONNECT_LIMIT, answer: limit },
      signal,
      open,
      ways: { exact: true, addresses: ownAddresses(), pipe: target.kind === 'stdio' },
      pigs,
    },
    traffic,
    scenarios,
    (done, of, title) => process.stderr.isTTY && tell(`\r\u001B[K${done + 1} of ${of}  ${title}${done + 1 === of ? '\r\u001B[K' : ''}`),
  )
}

/** Addresses of this machine beside the loopback. */
function ownAddresses(): string[] {
  return Object.values(networkInterfaces())
    .flatMap((all) => all ?? [])
    .filter(({ internal, family }) => !internal && family === 'IPv4')
    .map(({ address }) => address)
}

function startChild(target: StdioTarget, traffic: Traffic): Peer {
  const children = createChildren()
  const handler = stdioHandler({
    write: (line) => void child.write(Buffer.from(line)),
    onSide: (fact) => void traffic.append(0, fact),
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
  return { fetch: handler.fetch, end: () => children.endAll() }
}
