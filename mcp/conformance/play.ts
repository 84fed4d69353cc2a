// Plays scenarios: opens conversations for them, one after the other, and leaves nothing open.
import type { Peer } from '../doctor/step.ts'
import type { Json } from '../json.ts'
import { connect } from '../session.ts'
import type { AskReply, EraChoice, Facts, Session } from '../session-types.ts'
import type { Traffic } from '../traffic.ts'
import { targetHeaders } from '../transport/target.ts'
import type { Scenario, Stage, Theatre, Ways } from './scenario.ts'
import { Doors, type Gate } from './scenario-doors.ts'
import { playOutside } from './scenario-guard.ts'
import {
  addressOf,
  answeredOr,
  CHECK,
  endpointOf,
  firstPlace,
  lastPlace,
  refusedEntry,
  resultIn,
  sendHttp,
  within,
  type Way,
} from './scenario-send.ts'

const NO_WAYS: Ways = { exact: false, addresses: [], pipe: false }

const HEADERS: [string, string][] = [
  ['Content-Type', 'application/json'],
  ['Accept', 'application/json, text/event-stream'],
]

export interface Played {
  /** Why nothing, or not all, was played. */
  error?: Error
  played: number
  /** What the first conversation settled. */
  facts?: Facts
  /** How often the server ended what all share, during which scenario first, and how it was noticed. */
  lost?: { times: number; during: string; why: string }
}

/** Conversations that are opened again for a server that ends them. */
const AGAIN = 10

/** Plays one scenario after the other, all into one record. Rejects never; leaves nothing open. */
export async function play(
  theatre: Theatre,
  traffic: Traffic,
  scenarios: readonly Scenario[],
  onStep: (done: number, of: number, title: string) => void = () => {},
): Promise<Played> {
  const { signal, target } = theatre
  let played = 0
  let known: Facts | undefined
  let peer: Peer | undefined
  let session: Session | undefined
  let gate: Gate | undefined
  /** Processes take their time to end, and the next need not wait for that. */
  const ending: Promise<void>[] = []
  const doors = new Doors(theatre, traffic)
  let lost: Played['lost']
  let gone: string | undefined
  const begin = async (era: EraChoice): Promise<void> => {
    const door = await doors.open()
    gate = door.gate
    peer = door.peer
    gone = undefined
    session = await greet(theatre, gate.traffic, peer, era, undefined, undefined, (why) => (gone = why))
  }
  const finish = async (): Promise<void> => {
    const [one, other] = [session, peer]
    gone = undefined
    session = undefined
    peer = undefined
    await one?.close('The checks are done')
    gate?.close()
    if (other !== undefined) ending.push(other.end())
  }
  try {
    onStep(0, scenarios.length, 'Greeting')
    await begin(theatre.era)
    const first = session!
    known = first.facts
    const { era } = known
    const { ways = NO_WAYS, pigs = {} } = theatre
    const fitting = scenarios.filter((scenario) => scenario.applies(first, ways, pigs))
    for (const [index, scenario] of fitting.entries()) {
      if (signal.aborted) break
      onStep(played, fitting.length, scenario.title)
      const next = fitting[index + 1]
      if (scenario.apart === true || next?.apart === true) doors.knock(next !== undefined)
      if (gone !== undefined && session !== undefined && (lost?.times ?? 0) <= AGAIN) await finish()
      // After one that played apart, or after the server hung up.
      if (session === undefined && scenario.apart !== true) await begin(era)
      try {
        await scenario.play(
          stageFor(session ?? first, {
            theatre,
            record: traffic,
            doors,
            finish,
            ending,
            way: () => peer && gate && { fetch: peer.fetch, traffic: gate.traffic },
          }),
        )
      } catch {
        // What went wrong is in the record.
      }
      if (gone !== undefined) lost = { times: (lost?.times ?? 0) + 1, during: lost?.during ?? scenario.title, why: lost?.why ?? gone }
      played += 1
    }
    return { played, facts: known, ...(lost === undefined ? {} : { lost }) }
  } catch (error) {
    // Who is not let in can still see how it is turned away.
    if (played === 0 && peer !== undefined && gate !== undefined && target.kind === 'http' && refusedEntry(traffic)) {
      const way = { fetch: peer.fetch, traffic: gate.traffic }
      await playOutside(target.url, targetHeaders(target), (sent) => sendHttp(way, theatre, sent)).catch(() => {})
    }
    return { played, ...(known === undefined ? {} : { facts: known }), error: error instanceof Error ? error : new Error(String(error)) }
  } finally {
    await finish().catch(() => {})
    await doors.shut()
    await Promise.allSettled(ending)
  }
}

interface Backstage {
  theatre: Theatre
  /** Of the whole run. */
  record: Traffic
  doors: Doors
  finish(): Promise<void>
  ending: Promise<void>[]
  /** Of the conversation that is shared. */
  way(): Way | undefined
}

function stageFor(session: Session, { theatre, record, doors, finish, ending, way }: Backstage): Stage {
  const { limits, signal, ways = NO_WAYS, pigs = {} } = theatre
  return {
    session,
    signal,
    ways,
    pigs,
    url: addressOf(theatre.target),
    http: (sent) => sendHttp(way(), theatre, sent),
    resultOf: (id) => resultIn(record, id),
    endpoint: (ms, during) => endpointOf(way(), theatre, ms, during),
    firstEvent(id) {
      const traffic = way()?.traffic
      return traffic === undefined ? undefined : firstPlace(traffic, id)
    },
    lastEvent() {
      const traffic = way()?.traffic
      return traffic === undefined ? undefined : lastPlace(traffic)
    },
    ask: (method, params) =>
      session.request(method, params, { signal, limits: { idle: limits.answer, total: limits.answer * 2 } }).then(
        ({ result }) => result,
        () => undefined,
      ),
    async raw(text, options) {
      const late = answeredOr(within(options?.signal ?? signal, limits.answer), way()?.traffic)
      await session.raw(text, { ...options, signal: late.signal, onSent: late.onSent }).catch(() => {})
      late.done()
    },
    headers: (text, change) => {
      const gone = new Set(Object.keys(change).map((name) => name.toLowerCase()))
      const added = Object.entries(change).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]))
      return [...session.rawHeaders(text).filter(([name]) => !gone.has(name.toLowerCase())), ...added]
    },
    async apart(act) {
      await finish()
      const { peer, gate } = await doors.open()
      let own: Session | undefined
      try {
        await act({
          greet: async (era, capabilities, onAsk) => (own = await greet(theatre, gate.traffic, peer, era, capabilities, onAsk)),
          http: (sent) => sendHttp({ fetch: peer.fetch, traffic: gate.traffic }, theatre, sent),
          async end() {
            gate.traffic.append(0, { kind: 'note', fault: 'stdin-closed', text: 'We closed stdin' })
            await peer.end()
          },
          async send(text, more = []) {
            const headers = [...HEADERS, ...(theatre.target.kind === 'http' ? targetHeaders(theatre.target) : []), ...more]
            await sendHttp({ fetch: peer.fetch, traffic: gate.traffic }, theatre, { method: 'POST', headers, body: text })
          },
        })
      } finally {
        await own?.close('The checks are done')
        gate.close()
        ending.push(peer.end())
      }
    },
  }
}

function greet(
  { target, clientInfo, limits, signal }: Theatre,
  traffic: Traffic,
  peer: Peer,
  era: EraChoice,
  capabilities: { [name: string]: Json } = {},
  onAsk: (method: string, params: Json) => AskReply = (method) => ({
    kind: 'error',
    code: -32601,
    message: `${method} is not answered by checks`,
  }),
  onClosed: (why: string) => void = () => {},
): Promise<Session> {
  return connect({
    url: addressOf(target),
    fetch: peer.fetch,
    ...(target.kind === 'http' ? { headers: targetHeaders(target), transport: target.transport ?? 'auto' } : {}),
    traffic,
    era,
    clientInfo,
    capabilities,
    wish: CHECK,
    timeouts: { connect: limits.connect, list: limits.answer, call: limits.answer },
    signal,
    onAsk: ({ method, params }) => Promise.resolve(onAsk(method, params)),
    onNotice: () => {},
    onClosed,
  })
}
