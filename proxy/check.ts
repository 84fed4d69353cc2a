// `loupe check`: does this server behave? Plays the scenarios of a profile to it, or reads a record, and judges what came of it.
import { createReadStream, existsSync, readFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { createInterface } from 'node:readline'
import { createJudge, type Standing } from '#mcp/conformance/judge.ts'
import { groupOf, jsonOf, junitOf, markdownOf, textOf, type Checked, type Format } from '#mcp/conformance/report.ts'
import { htmlOf, sarifOf } from '#mcp/conformance/report-pages.ts'
import { ALL } from '#mcp/conformance/revision.ts'
import { RULES } from '#mcp/conformance/rules.ts'
import { play, type GuineaPigs, type Scenario } from '#mcp/conformance/scenario.ts'
import { INTERACTIVE_SCENARIOS, STRESS_SCENARIOS } from '#mcp/conformance/scenario-consent.ts'
import { SCENARIOS } from '#mcp/conformance/scenarios.ts'
import { publicName } from '#mcp/doctor/report.ts'
import type { Peer } from '#mcp/doctor/step.ts'
import { isObject, parseJson, type Json } from '#mcp/json.ts'
import type { EraChoice, Revision } from '#mcp/session-types.ts'
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

      --profile NAME      passive: greet it and ask for its lists; safe (usual): also what changes nothing beyond our own session;
                          interactive: also calls of what you lend it below; stress: also bursts, huge messages, and the end of its process
      --tool NAME         a tool that may be called, several times (interactive, stress)
      --arguments JSON    and what it is called with
      --prompt NAME       a prompt that may be asked for (interactive)
      --resource URI      a resource that may be read and subscribed to (interactive)
      --revision NAME     the revision that is spoken, such as 2025-06-18 (again for more: each is played, and all are judged)
      --only IDS          these checks or areas alone, such as TL or JR-02,HT (again for more)
      --skip IDS          not these
      --format NAME       text (usual), json, junit, sarif, html or markdown
      --baseline FILE     ids of known failures, one a line; only others count: new ones and mended ones are named
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
  sarif: sarifOf,
  html: htmlOf,
  markdown: markdownOf,
}
const OWN_FLAGS = [
  '--profile',
  '--only',
  '--skip',
  '--format',
  '--baseline',
  '--revision',
  '--tool',
  '--arguments',
  '--prompt',
  '--resource',
]
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
    return { wrong: 'The profile interactive needs something that it may use: name it with --tool, --prompt or --resource.' }
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

function objectIn(text: string): { [name: string]: Json } | undefined {
  try {
    const value = parseJson(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const isRevision = (text: string): text is Revision => (ALL as readonly string[]).includes(text)

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
  let shut = false
  try {
    if (what.kind === 'record') traffic = await readRecord(what.file)
    else {
      const all = [
        ...SCENARIOS,
        ...(order.profile === 'interactive' || order.profile === 'stress' ? INTERACTIVE_SCENARIOS : []),
        ...(order.profile === 'stress' ? STRESS_SCENARIOS : []),
      ]
      const scenarios = all.filter(({ id, for: ids }) =>
        order.profile === 'passive' ? PASSIVE.has(id) : only.length === 0 || ids.some(chosen),
      )
      for (const era of order.revisions.length > 0 ? order.revisions : [order.era]) {
        const { error } = await perform({ ...order, era }, what.target, scenarios, traffic, version, signal, (text) => print.error(text))
        if (signal.aborted) return 130
        if (error === undefined) continue
        print.error(`loupe: ${error.message}\n`)
        if (!shutOut(traffic)) return 2
        shut = true
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
  const fresh = baseline === undefined ? undefined : broken.filter((id) => !known.includes(id))
  const mended = baseline?.filter((id) => standings.some(({ rule, outcome }) => rule.id === id && outcome === 'pass')) ?? []
  const name =
    what.kind === 'record'
      ? what.file
      : publicName(what.target.kind === 'stdio' ? [what.target.command, ...what.target.args].join(' ') : what.target.url)
  print.out(
    FORMATS[format](
      { what: name, revision: judge.facts.revision, standings, known, mended, ...(fresh === undefined ? {} : { fresh }) },
      print.colours === true,
    ),
  )
  if (broken.some((id) => !known.includes(id))) return 1
  // Who was not let in has seen the door alone.
  return shut ? 2 : 0
}

/** The server asks for a token, and there is none: what it says at the door is judged all the same. */
function shutOut(traffic: Traffic): boolean {
  for (const event of traffic.events(0, new Set(['status']))) if (event.kind === 'status' && event.status === 401) return true
  return false
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
