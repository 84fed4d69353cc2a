// What provokes a server: a scenario is one object that says what it plays. It judges nothing; the rules read what came of it.
import type { Peer } from '../doctor/step.ts'
import type { Json } from '../json.ts'
import { connect } from '../session.ts'
import type { AskReply, EraChoice, Facts, RawOptions, Session } from '../session-types.ts'
import type { Implementation } from '../model.ts'
import type { Traffic } from '../traffic.ts'
import { targetHeaders, type Target } from '../transport/target.ts'
import { type Outgoing } from '../wire.ts'
import { Doors, type Gate } from './scenario-doors.ts'
import { playOutside } from './scenario-guard.ts'
import { addressOf, endpointOf, lastPlace, refusedEntry, resultIn, sendHttp, within, type Way } from './scenario-send.ts'

/**
 * 'safe' reads alone; 'session' touches only what is ours: a session, a subscription, a log level. 'effects' runs code of the
 * server that may write or spend, 'disruptive' may end the connection: neither is played unless a person says so.
 */
export type Impact = 'safe' | 'session' | 'effects' | 'disruptive'

/** What a person lends for checks that need something of the server's own. */
export interface GuineaPigs {
  tool?: { name: string; arguments: { [name: string]: Json } }
  prompt?: { name: string; arguments: { [name: string]: Json } }
  /** A template of resources by its `uriTemplate`, and the values of its variables. */
  template?: { name: string; arguments: { [name: string]: Json } }
  /** A uri. */
  resource?: string
  /** Tokens: for another server, of another account, with a scope that holds more than is needed. */
  tokens?: { foreign?: string; other?: string; broad?: string }
  /** A client may be registered where tokens are had. */
  register?: true
  /** What is spent there: a code that was not used yet, a refresh token; and the client that they are of. */
  login?: { client: string; redirect?: string; code?: string; refresh?: string }
}

/** What can be done from where the checks run. */
export interface Ways {
  /** Headers arrive as they are sent, those among them that a page may not set. */
  exact: boolean
  /** Addresses of this machine beside the loopback. */
  addresses: readonly string[]
  /** Whether a process can be told to end, and is waited for. */
  pipe: boolean
}

export interface Scenario {
  id: string
  title: string
  impact: Impact
  /** The rules that it gives something to look at. */
  for: readonly string[]
  /** It plays in a conversation of its own. */
  apart?: true
  /** Whether it has a meaning for what is known of the server. */
  applies(session: Session, ways: Ways, pigs: GuineaPigs): boolean
  play(stage: Stage): Promise<void>
}

export interface Stage {
  /** The conversation that most scenarios share. */
  session: Session
  signal: AbortSignal
  /** The address of the server. */
  url: string
  ways: Ways
  pigs: GuineaPigs
  /** Sends a request, and is content with whatever comes of it. */
  ask(method: string, params?: Json): Promise<Json | undefined>
  /** Sends HTTP as it is said here, beside the session, and waits for its end, for a while. */
  http(sent: Http): Promise<Came>
  /** The newest result to one of our ids, that is an object. */
  resultOf(id: string): { [name: string]: Json } | undefined
  /** The last place that a stream of this run named. */
  lastEvent(): string | undefined
  /** Opens an HTTP+SSE stream for a while (milliseconds), and says which address it named. */
  endpoint(ms: number): Promise<string | undefined>
  /** Sends a text as it is, and waits for what comes of it, for a while. */
  raw(text: string, options?: Pick<RawOptions, 'headers' | 'http' | 'signal'>): Promise<void>
  /** The headers that a text is sent with, some of them changed; undefined removes one. */
  headers(text: string, change: { [name: string]: string | undefined }): [string, string][]
  /** Begins a conversation of its own, over a new process or connection, and ends it. */
  apart(play: (aside: Aside) => Promise<void>): Promise<void>
}

export interface Http {
  method: Outgoing['method']
  /** Default: the server's. */
  url?: string
  /** All that is sent. */
  headers?: [string, string][]
  body?: string
  /** It goes to who hands out tokens. */
  aside?: true
  /** Milliseconds for which it is waited; what is not over by then is broken off. */
  ms?: number
}

/** What came of it. `status` 0: no response. */
export interface Came {
  status: number
  headers: Headers
  text: string
}

export interface Aside {
  /** Greets as asked; declares nothing unless told, and refuses what is asked of it. @throws McpError */
  greet(era: EraChoice, capabilities?: { [name: string]: Json }, onAsk?: (method: string, params: Json) => AskReply): Promise<Session>
  /** Sends a text before any greeting. */
  send(text: string, headers?: [string, string][]): Promise<void>
  http(sent: Http): Promise<Came>
  /** Closes the stdin of the process, and waits for its end. */
  end(): Promise<void>
}

export interface Theatre {
  target: Target
  era: EraChoice
  clientInfo: Implementation
  /** Milliseconds for the greeting, and for each other answer. */
  limits: { connect: number; answer: number }
  signal: AbortSignal
  ways?: Ways
  pigs?: GuineaPigs
  /** A way to the server of its own; what is beside messages goes into the record, too. @throws McpError */
  open(traffic: Traffic): Promise<Peer>
}

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
}

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
  const begin = async (era: EraChoice): Promise<void> => {
    const door = await doors.open()
    gate = door.gate
    peer = door.peer
    session = await greet(theatre, gate.traffic, peer, era)
  }
  const finish = async (): Promise<void> => {
    const [one, other] = [session, peer]
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
      // After one that played apart.
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
      played += 1
    }
    return { played, facts: known }
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
    endpoint: (ms) => endpointOf(way(), theatre, ms),
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
      const late = within(options?.signal ?? signal, limits.answer)
      await session.raw(text, { ...options, signal: late.signal }).catch(() => {})
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
): Promise<Session> {
  return connect({
    url: addressOf(target),
    fetch: peer.fetch,
    ...(target.kind === 'http' ? { headers: targetHeaders(target), transport: target.transport ?? 'auto' } : {}),
    traffic,
    era,
    clientInfo,
    capabilities,
    timeouts: { connect: limits.connect, list: limits.answer, call: limits.answer },
    signal,
    onAsk: ({ method, params }) => Promise.resolve(onAsk(method, params)),
    onNotice: () => {},
  })
}
