// What provokes a server: a scenario is one object that says what it plays. It judges nothing; the rules read what came of it.
import type { Peer } from '../doctor/step.ts'
import type { Json } from '../json.ts'
import type { AskReply, EraChoice, RawOptions, Session } from '../session-types.ts'
import type { Implementation } from '../model.ts'
import type { Traffic } from '../traffic.ts'
import type { Target } from '../transport/target.ts'
import type { Outgoing } from '../wire.ts'

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
  /** The first place that the stream named which answers the request of ours with this id. */
  firstEvent(id: string): string | undefined
  /** The last place that a stream of this run named. */
  lastEvent(): string | undefined
  /** Opens an HTTP+SSE stream for a while (milliseconds), and says which address it named. */
  endpoint(ms: number, during?: (named: string) => Promise<void>): Promise<string | undefined>
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
