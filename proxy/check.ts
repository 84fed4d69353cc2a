// `loupe check`: does this server behave? Plays the scenarios of a profile to it, or reads a record, and judges what came of it.
import { createReadStream, statSync, writeFileSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { relative, resolve } from 'node:path'
import { shownTarget } from '#mcp/traffic/secret-names.ts'
import { createJudge } from '#mcp/conformance/judge.ts'
import { FORMATS } from '#mcp/conformance/formats.ts'
import { rowOf, type Row } from '#mcp/conformance/row.ts'
import { RULES } from '#mcp/conformance/rules.ts'
import { play } from '#mcp/conformance/play.ts'
import type { Scenario } from '#mcp/conformance/scenario.ts'
import { INTERACTIVE_SCENARIOS, STRESS_SCENARIOS } from '#mcp/conformance/scenario-consent.ts'
import { SCENARIOS } from '#mcp/conformance/scenarios.ts'
import { isBroken } from '#mcp/conformance/score.ts'
import { publicName } from '#mcp/doctor/report.ts'
import type { Peer } from '#mcp/doctor/step.ts'
import type { Facts } from '#mcp/session-types.ts'
import { createTraffic, type Traffic } from '#mcp/traffic.ts'
import { mediaType } from '#mcp/traffic/line.ts'
import { Lines } from '#mcp/traffic/lines.ts'
import { RecordReader, writeRecord } from '#mcp/traffic/record-format.ts'
import { redactorFor } from '#mcp/traffic/redact.ts'
import { stdioHandler } from '#mcp/transport/stdio.ts'
import type { StdioTarget, Target } from '#mcp/transport/target.ts'
import { eachLine } from '#mcp/transport/tunnel-frames.ts'
import type { WireEvent, WireFact } from '#mcp/wire-event.ts'
import type { CheckOrder } from './check-order.ts'
import { failureOf, linesOf } from './check-failure.ts'
import { createChildren } from './child.ts'
import { dial } from './doctor.ts'
import { relayFetch } from './relay-fetch.ts'
import { notListed } from './check-lent.ts'
import { silenceOf } from './check-silence.ts'
import type { Printer } from './request.ts'

const MEMORY = 256 * 1024 * 1024
const CONNECT_LIMIT = 60_000
const PASSIVE = new Set(['lists'])

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
  /** Why it did not see all, in sentences; and it said nothing that could be judged. */
  const failed: string[] = []
  let mute = false
  let facts: Facts | undefined
  try {
    if (what.kind === 'record') ({ traffic, facts } = await readRecord(what.file))
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
        const {
          error,
          facts: own,
          lost,
        } = await perform({ ...order, era }, what.target, scenarios, traffic, version, signal, (text) => print.error(text))
        facts ??= own
        if (signal.aborted) return 130
        if (lost !== undefined)
          print.error(
            `loupe: the server ended the connection while “${lost.during}” was played: ${lost.why}.${lost.times > 1 ? ` That came ${lost.times} times.` : ''} What it did not answer is not seen.\n`,
          )
        if (error === undefined) continue
        const failure = failureOf(error, what.target, traffic)
        print.error(linesOf(failure))
        failed.push([failure.says, ...failure.todo].join(' '))
        // What it said until then is judged all the same.
        if (answered(traffic, what.target)) continue
        mute = true
        break
      }
    }
  } catch (error) {
    print.error(`loupe: ${(error as Error).message}\n`)
    return 2
  }
  if (traffic.dropped > 0) judge.gap(traffic.dropped)
  for (const event of traffic.events()) judge.take(event)
  judge.end()
  const rows = judge.standings().map((standing) => rowOf(standing, judge.story.revision))
  const counts = ({ level, outcome, misfit }: Row): boolean =>
    (isBroken(level, outcome) && (strict || outcome === 'fail')) || (strict && misfit === true)
  const broken = rows.filter(counts).map(({ id }) => id)
  const known = baseline?.filter((id) => broken.includes(id)) ?? []
  const fresh = baseline === undefined ? undefined : broken.filter((id) => !known.includes(id))
  const mended = baseline?.filter((id) => rows.some((row) => row.id === id && row.outcome === 'pass')) ?? []
  const name = nameOf(what)
  if (order.save !== undefined && what.kind === 'server') {
    try {
      saveRecord(order.save, name, what.target, traffic, facts)
    } catch (error) {
      print.error(`loupe: the record could not be saved: ${(error as Error).message}\n`)
      return 2
    }
  }
  const checked = {
    what: name,
    place: placeOf(order),
    rows,
    story: judge.story,
    ...(facts === undefined ? {} : { chosen: chosenBy(order, facts) }),
    ...(what.kind === 'record' ? {} : { profile: order.profile }),
    by: version,
    known,
    mended,
    ...(fresh === undefined ? {} : { fresh }),
  }
  const unfinished = what.kind === 'record' || mute ? [] : notSeenIn(traffic, order)
  // A program that reads the report must not take what never ran for what is well; who reads it as text has been told.
  if (!mute || format !== 'text')
    print.out(FORMATS[format].write({ ...checked, failed: [...failed, ...unfinished] }, print.colours === true))
  for (const text of unfinished) print.error(`loupe: ${text}\n`)
  if (!mute && broken.some((id) => !known.includes(id))) return 1
  // Who was not let in, was not understood or not answered, or lent what is not there, has not seen all.
  return failed.length + unfinished.length > 0 ? 2 : 0
}

/** What was lent and is not there, and what was never answered. */
function notSeenIn(traffic: Traffic, { pigs }: CheckOrder): string[] {
  const silence = silenceOf(traffic)
  return [
    ...notListed(traffic, pigs).map((fault) => `${fault} Nothing was lent in its place.`),
    ...(silence.length === 0
      ? []
      : [
          `the server left requests without an answer, and gave no result to any of their kind: ${silence.join(', ')}. What hangs on that was not seen, and is not counted as kept.`,
        ]),
  ]
}

function nameOf(what: CheckOrder['what']): string {
  if (what.kind === 'record') return what.file
  const { target } = what
  return publicName(shownTarget(target))
}

/** The file that code hosts show findings at: the record, where there is one, else the program. */
function placeOf({ what, save }: CheckOrder): { uri: string; record?: true } {
  if (what.kind === 'record' || save !== undefined) return { uri: relative('.', what.kind === 'record' ? what.file : save!), record: true }
  const { target } = what
  if (target.kind !== 'stdio') return { uri: publicName(target.url) }
  const files = [...target.args, target.command].map((word) => resolve(target.cwd ?? '.', word))
  const file = files.find((one) => statSync(one, { throwIfNoEntry: false })?.isFile() === true)
  return { uri: file === undefined ? nameOf(what) : relative('.', file) }
}

/** How the revision came about. */
function chosenBy({ what, revisions, era }: CheckOrder, { verdict }: Facts): string {
  if (what.kind === 'server' && revisions.length > 0) return `--revision asked for ${revisions.join(', ')}`
  if (what.kind === 'server' && era !== 'auto') return `--era asked for ${era}`
  return `as agreed in the ${verdict.era === 'modern' ? 'newer' : 'older'} era: ${verdict.why.replace(/\.$/, '')}`
}

/** Without its secrets. @throws Error of the file system */
function saveRecord(file: string, name: string, target: Target, traffic: Traffic, facts: Facts | undefined): void {
  const about = { savedAt: Date.now(), name, target, ...(facts === undefined ? {} : { facts }) }
  const parts = writeRecord(traffic, about, redactorFor(traffic, target))
  writeFileSync(file, [...parts].join(''))
}

/**
 * It said something that was meant as a message, asks for a token at the door, or holds a stream open for messages, or with HTTP+SSE what must be
 * one. A pipe is open whether or not anybody speaks.
 */
function answered(traffic: Traffic, target: Target): boolean {
  const byStream = target.kind === 'http' && target.transport === 'sse'
  for (const event of traffic.events(0, new Set(['status', 'frame', 'body', 'noise'])))
    if (
      event.kind === 'status'
        ? target.kind === 'http' && (event.status === 401 || isChallenge(event) || isStream(event) || (byStream && event.status === 200))
        : 'text' in event && event.text?.includes('"jsonrpc"') === true
    )
      return true
  return false
}

const isChallenge = ({ headers }: Extract<WireEvent, { kind: 'status' }>): boolean =>
  headers.some(([name]) => name.toLowerCase() === 'www-authenticate')

const isStream = ({ status, headers }: Extract<WireEvent, { kind: 'status' }>): boolean =>
  status === 200 && mediaType(headers) === 'text/event-stream'

async function readRecord(file: string): Promise<{ traffic: Traffic; facts: Facts | undefined }> {
  const reader = new RecordReader(MEMORY)
  const split = new Lines()
  const decoder = new TextDecoder()
  for await (const piece of createReadStream(file))
    for (const line of split.take(decoder.decode(piece as Buffer, { stream: true }))) reader.take(line)
  for (const line of [...split.take(decoder.decode()), split.end()]) if (line !== undefined) reader.take(line)
  reader.end()
  const [first] = reader.faults
  if (reader.traffic.total === 0)
    throw new Error(first === undefined ? `${file} holds no message` : `${file} is no record: its line ${first.line} ${first.why}`)
  return { traffic: reader.traffic, facts: reader.header?.facts }
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
      : Promise.resolve(/^ws/i.test(target.url) ? dial(target, beside(into)) : { fetch: relayFetch, end: () => Promise.resolve() })
  return play(
    {
      target,
      era,
      clientInfo: { name: 'mcp-loupe', title: 'Loupe', version },
      limits: { connect: Math.max(CONNECT_LIMIT, limit), answer: limit },
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

/** What a socket said beside its messages. That it opened begins no conversation: the checks say where one does. */
const beside =
  (into: Traffic) =>
  (fact: WireFact): void => {
    if (fact.kind !== 'start') into.append(0, fact)
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
    onSide: (fact) => traffic.append(0, fact),
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
