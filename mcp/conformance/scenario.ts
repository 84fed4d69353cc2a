// What provokes a server: a scenario is one object that says what it plays. It judges nothing; the rules read what came of it.
import type { Peer } from '../doctor/step.ts'
import type { Json } from '../json.ts'
import { connect } from '../session.ts'
import type { EraChoice, RawOptions, Session } from '../session-types.ts'
import type { Implementation } from '../model.ts'
import type { Traffic } from '../traffic.ts'
import { targetHeaders, type Target } from '../transport/target.ts'
import { createWire } from '../wire.ts'

/** 'safe' reads alone; 'session' touches only what is ours: a session, a subscription, a log level. */
export type Impact = 'safe' | 'session'

export interface Scenario {
  id: string
  title: string
  impact: Impact
  /** The rules that it gives something to look at. */
  for: readonly string[]
  /** It plays in a conversation of its own. */
  apart?: true
  /** Whether it has a meaning for what is known of the server. */
  applies(session: Session): boolean
  play(stage: Stage): Promise<void>
}

export interface Stage {
  /** The conversation that most scenarios share. */
  session: Session
  signal: AbortSignal
  /** Sends a request, and is content with whatever comes of it. */
  ask(method: string, params?: Json): Promise<Json | undefined>
  /** Sends a text as it is, and waits for what comes of it, for a while. */
  raw(text: string, options?: Pick<RawOptions, 'headers' | 'http'>): Promise<void>
  /** The headers that a text is sent with, some of them changed; undefined removes one. */
  headers(text: string, change: { [name: string]: string | undefined }): [string, string][]
  /** Begins a conversation of its own, over a new process or connection, and ends it. */
  apart(play: (aside: Aside) => Promise<void>): Promise<void>
}

export interface Aside {
  /** Greets as asked. @throws McpError */
  greet(era: EraChoice): Promise<Session>
  /** Sends a text before any greeting. */
  send(text: string): Promise<void>
}

export interface Theatre {
  target: Target
  era: EraChoice
  clientInfo: Implementation
  /** Milliseconds for the greeting, and for each other answer. */
  limits: { connect: number; answer: number }
  signal: AbortSignal
  /** A way to the server of its own; what is beside messages goes into the record, too. @throws McpError */
  open(traffic: Traffic): Promise<Peer>
}

const HEADERS: [string, string][] = [
  ['Content-Type', 'application/json'],
  ['Accept', 'application/json, text/event-stream'],
]

export interface Played {
  /** Why nothing, or not all, was played. */
  error?: Error
  played: number
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
  let peer: Peer | undefined
  let session: Session | undefined
  let gate: Gate | undefined
  /** Processes take their time to end, and the next need not wait for that. */
  const ending: Promise<void>[] = []
  const begin = async (era: EraChoice): Promise<void> => {
    const what = target.kind === 'stdio' ? target.command : target.url
    traffic.append(0, { kind: 'start', text: `Checks: ${what}` })
    gate = gateTo(traffic)
    peer = await theatre.open(gate.traffic)
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
    const { era } = first.facts
    const fitting = scenarios.filter((scenario) => scenario.applies(first))
    for (const scenario of fitting) {
      if (signal.aborted) break
      onStep(played, fitting.length, scenario.title)
      // After one that played apart.
      if (session === undefined && scenario.apart !== true) await begin(era)
      try {
        await scenario.play(stageFor(session ?? first, theatre, traffic, finish, ending))
      } catch {
        // What went wrong is in the record.
      }
      played += 1
    }
    return { played }
  } catch (error) {
    return { played, error: error instanceof Error ? error : new Error(String(error)) }
  } finally {
    await finish().catch(() => {})
    await Promise.allSettled(ending)
  }
}

function stageFor(session: Session, theatre: Theatre, traffic: Traffic, finish: () => Promise<void>, ending: Promise<void>[]): Stage {
  const { limits, signal } = theatre
  return {
    session,
    signal,
    ask: (method, params) =>
      session.request(method, params, { signal, limits: { idle: limits.answer, total: limits.answer * 2 } }).then(
        ({ result }) => result,
        () => undefined,
      ),
    async raw(text, options) {
      const late = AbortSignal.timeout(limits.answer)
      await session.raw(text, { ...options, signal: AbortSignal.any([signal, late]) }).catch(() => {})
    },
    headers: (text, change) => {
      const gone = new Set(Object.keys(change).map((name) => name.toLowerCase()))
      const added = Object.entries(change).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, value]]))
      return [...session.rawHeaders(text).filter(([name]) => !gone.has(name.toLowerCase())), ...added]
    },
    async apart(act) {
      await finish()
      const what = theatre.target.kind === 'stdio' ? theatre.target.command : theatre.target.url
      traffic.append(0, { kind: 'start', text: `Checks: ${what}` })
      const gate = gateTo(traffic)
      const peer = await theatre.open(gate.traffic)
      let own: Session | undefined
      try {
        await act({
          greet: async (era) => (own = await greet(theatre, gate.traffic, peer, era)),
          async send(text) {
            const { target } = theatre
            const headers = [...HEADERS, ...(target.kind === 'http' ? targetHeaders(target) : [])]
            const late = AbortSignal.any([signal, AbortSignal.timeout(limits.answer)])
            await createWire(peer.fetch, gate.traffic).send({ method: 'POST', url: addressOf(target), headers, body: text, signal: late })
              .ended
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

function greet({ target, clientInfo, limits, signal }: Theatre, traffic: Traffic, peer: Peer, era: EraChoice): Promise<Session> {
  return connect({
    url: addressOf(target),
    fetch: peer.fetch,
    ...(target.kind === 'http' ? { headers: targetHeaders(target), transport: target.transport ?? 'auto' } : {}),
    traffic,
    era,
    clientInfo,
    capabilities: {},
    timeouts: { connect: limits.connect, list: limits.answer, call: limits.answer },
    signal,
    onAsk: ({ method }) => Promise.resolve({ kind: 'error', code: -32601, message: `${method} is not answered by checks` }),
    onNotice: () => {},
  })
}

interface Gate {
  traffic: Traffic
  close(): void
}

/** The record for one conversation: what comes after its end, such as the exit of its process, belongs to no other. */
function gateTo(traffic: Traffic): Gate {
  let open = true
  const guarded = new Proxy(traffic, {
    get(target, name) {
      if (!open && name === 'append') return () => 0
      const member: unknown = Reflect.get(target, name, target)
      return typeof member === 'function' ? member.bind(target) : member
    },
  })
  return { traffic: guarded, close: () => void (open = false) }
}

function addressOf(target: Target): string {
  return target.kind === 'stdio' ? `stdio:${target.command}` : target.url
}
