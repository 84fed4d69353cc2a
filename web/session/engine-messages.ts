// What crosses between the page and its engine worker, both ways. All of it survives structured cloning.
import type { Story } from '#mcp/conformance/story.ts'
import type {
  Answer,
  AskReply,
  ClockReading,
  EraChoice,
  EraVerdict,
  LateAnswer,
  Limits,
  RawMethod,
  StrayAnswer,
} from '#mcp/session-types.ts'
import type { FlowState } from '#mcp/auth/flow-state.ts'
import type { StepId } from '#mcp/auth/step-id.ts'
import type { Kept } from '#mcp/auth/kept.ts'
import type { AuthSettings, TokenStorage } from '#mcp/auth/settings.ts'
import type { Activity } from '#mcp/traffic/activity.ts'
import type { ExchangeDetail, MessageDetail, RowQuery, RowWindow } from '#mcp/traffic-row.ts'
import type { StepReport } from '#mcp/doctor/step.ts'
import type { Extensions } from '#mcp/extensions.ts'
import type { McpErrorKind } from '#mcp/errors.ts'
import type { BigSource, HeldBytes } from '#mcp/content/big.ts'
import type { Json } from '#mcp/json.ts'
import type { Spelled } from '#mcp/spelling.ts'
import type { Generated, Order } from '#mcp/provider/speech.ts'
import type { Target } from '#mcp/transport/target.ts'
import type { Wish } from '#mcp/wish.ts'
import type { ConfigsAnswer, Welcome } from '#mcp/transport/tunnel-frames.ts'
import type { WireBytes } from '#mcp/transport/replaced.ts'
import type { CheckMarks, CheckState, RunWish } from './check-state.ts'
import type { ConnectionState } from './connection-state.ts'
import type { ExportPreview, ExportWish } from './engine-record.ts'

/** The calls that the engine answers. Each returns a promise on the page's side. */
export interface EngineCalls {
  /** Opens (or opens again) a connection; resolves when connected, rejects with `EngineError` when that failed. The state is pushed as well. */
  connect(connection: string, name: string, target: Target, settings: ConnectSettings): void
  disconnect(connection: string): void
  /** Disconnects and drops the record. */
  forget(connection: string): void
  /** A request; progress comes as 'progress' events that carry the id of this call. */
  /** `askedAt`: milliseconds since the epoch. `wish`: who wants it, where that is no person. */
  request(
    connection: string,
    method: string,
    params: Json | undefined,
    options: { limits?: Partial<Limits>; spelled?: Spelled[]; askedAt?: number; wish?: Wish },
  ): Answer
  /** Sends a text as it is; 'sent' tells its exchange at once, and aborting breaks it off. Resolves when it has ended. */
  raw(
    connection: string,
    text: string,
    options: { headers?: [name: string, value: string][]; http?: RawMethod; proxy?: true },
  ): { exchange: number; status: number }
  /** An id that no request of the connection has yet; null: it is not connected. */
  nextId(connection: string): number | null
  /** The headers that `raw` sends unless it is given others. */
  rawHeaders(connection: string, text: string, http: RawMethod): [name: string, value: string][]
  notify(connection: string, method: string, params: Json | undefined): void
  /** Starts or ends hearing of changes of a resource. */
  subscribe(connection: string, uri: string, on: boolean): void
  /** Hears of tasks until it is aborted or the server will not; each part is the list of ids that it tells of now. */
  watchTasks(connection: string, ids: readonly string[]): void
  /** The lowest level of log messages wanted; null: none is. */
  setLogLevel(connection: string, level: string | null): void
  /**
   * What a person set since: time limits and pings hold at once, and so does what is declared, where each request says it;
   * elsewhere it holds from the next connect.
   */
  adjust(connection: string, settings: Adjustable): void
  /** Gives an attempt to connect its whole limit again. */
  keepConnecting(connection: string): void
  /** How every rule stands by what was seen so far, on the connection or in the saved record. */
  checks(connection: string): CheckState[]
  /** What the record that is judged tells of itself; null: there is no such record. */
  checkStory(connection: string): Story | null
  /** The ids of the rules that a message breaks, as far as it was judged. */
  blamedFor(connection: string, seq: number): string[]
  /** Plays scenarios in conversations of their own and judges them; 'part' tells how far it is. Their record is opened as one of its own. */
  runChecks(connection: string, wish: RunWish): CheckState[]
  /** The checklist for a connection's server, in a conversation of its own; each step comes as a 'part' when it begins and when it ends. */
  doctor(connection: string): StepReport[]
  /** Has a provider answer a sampling request; what came so far is told as a 'part'. Nothing of it goes into a record. */
  generate(order: Order): Generated
  /** Names of the models that a provider has. */
  models(order: Pick<Order, 'provider' | 'key'>): string[]
  /** `apart`: what came in and is long stays in the engine, and comes as its beginning. */
  message(connection: string, seq: number, apart?: boolean): MessageDetail | null
  /** A message as UTF-8. */
  messageBytes(connection: string, seq: number): WireBytes
  exchange(connection: string, exchange: number): ExchangeDetail | null
  /** Asks about a part of a result that stayed in the engine, by its id and JSON Pointer. */
  ask<Name extends keyof BigSource>(
    id: number,
    pointer: string,
    name: Name,
    args: Parameters<BigSource[Name]>,
  ): Awaited<ReturnType<BigSource[Name]>>
  /** The bytes of a base64 text that stayed in the engine. */
  heldBytes(id: number, pointer: string): HeldBytes
  /** Which configurations of hosts the proxy sees, or the text of one of them. */
  hostConfigs(file: string | undefined): ConfigsAnswer
  /** A picture that lies elsewhere and that a person asked for. */
  picture(url: string): { bytes: Uint8Array<ArrayBuffer> }
  /** Keeps a text, to be asked about by the id that is returned. */
  keep(text: string): number
  /** How much happened when; `time`: within that alone. */
  activity(connection: string, parts: number, time?: readonly [from: number, to: number]): Activity | null
  /** Writes down what an app (by its address) and this host said; returns its row, 0 where there is no record to write to. */
  appSaid(connection: string, way: 'to' | 'from', app: string, text: string, why?: string): number
  /** How authorization stands; each change is pushed as well. Of a saved record: the last that it tells of. Null for what has none. */
  auth(connection: string): FlowState | null
  /** Does something about it; resolves when that came to an end, or waits for the person. Rejects only when it cannot be tried at all. */
  authorize(connection: string, wish: AuthWish): FlowState
  /** What came back to the redirect URI, whole. Returns the connection whose attempt it answers; null: no attempt has this `state`. */
  authAnswer(url: string): string | null
  /** What must be kept while the page itself goes to log in: secrets, for this tab alone. */
  authLeave(connection: string): string
  /** The page came back; `left` is what `authLeave` gave. Before the connection is opened again. */
  authReturn(connection: string, name: string, target: Target, settings: ConnectSettings, left: string): FlowState
  /** The flow as a file, without secrets. */
  authTrace(connection: string): Blob
  /** Empties the record. The state says how much of it can be put back, as long as it can. False: there was nothing in it. */
  clear(connection: string): boolean
  /** Puts back what was in it, before all that came since. False: that could be done no more, and nothing has changed. */
  undoClear(connection: string): boolean
  /** The record as a file, or chosen messages as a report; 'part' is an ExportPart: how far it is. */
  export(connection: string, wish: ExportWish): Blob
  /** What an export takes out unless it is asked not to. Where that takes its time, 'part' is the share of the record that was looked at. */
  previewExport(connection: string): ExportPreview
  /** Opens a saved record as a connection that sends nothing. Rejects when the file is none. Where it takes its time, 'part' is an OpeningPart. */
  openRecord(connection: string, file: string, content: Blob): void
  /** Characters of records that this browser keeps over reloads, of all tabs. */
  keptSize(): number
  /** Writes at once what is still to be kept over a reload. */
  keepNow(): void
  forgetKept(): void
}

export type AuthWish =
  /**
   * Runs steps: from `from` (default: the first that is not done) to `until` (default: as far as it goes). `settings` are taken over
   * first. Steps after `from` are forgotten. Works without a connection that is open.
   */
  | { do: 'run'; from?: StepId; until?: StepId; settings?: AuthSettings }
  /** Takes settings over and shows what they change; sends nothing. */
  | { do: 'settings'; settings: AuthSettings }
  /** What came back to the redirect URI, or typed by hand: the URL, or its query alone. */
  | { do: 'answer'; url: string }
  /** A refused call that wants more scopes, or a token: goes on, or fails. */
  | { do: 'decide'; go: boolean }
  | { do: 'refresh' }
  /** The tokens are forgotten, and where `revoke` says so (and the server can) revoked. */
  | { do: 'sign-out'; revoke: boolean }
  /** Forgets what is kept under a key of `kept`: tokens, or the registration too. */
  | { do: 'forget'; key: string }

/** What we say that we can do; a part counts only where its whole does. */
export interface Capabilities {
  roots: boolean
  sampling: boolean
  elicitation: boolean
  /** Default true. */
  rootsChanged?: boolean
  samplingTools?: boolean
  samplingContext?: boolean
  /** Default true, as for pages to visit. */
  elicitationForm?: boolean
  elicitationUrl?: boolean
  /** The extension io.modelcontextprotocol/tasks, of the newer era alone. */
  tasks?: boolean
  /** What a server asks may be a task of ours (2025-11-25). */
  tasksOfOurs?: boolean
  /** The extensions io.modelcontextprotocol/ui and io.modelcontextprotocol/skills. */
  apps?: boolean
  skills?: boolean
}

/** What of the settings holds at once. */
export type Adjustable = Pick<ConnectSettings, 'timeouts' | 'keepAlive' | 'capabilities' | 'extensions' | 'roots' | 'rootsAsked'>

export interface ConnectSettings {
  clientInfo: { name: string; version: string; title?: string }
  era: EraChoice
  /** For 'auto': what an earlier connection found out. */
  known?: EraVerdict
  capabilities: Capabilities
  /** Extensions that a person declares by hand; they stand over those that a switch declares. */
  extensions?: Extensions
  /** Answers of roots/list. */
  roots?: { uri: string; name?: string }[]
  /** The person answers roots/list. */
  rootsAsked?: boolean
  /** Milliseconds; 0: none. `call` is of silence, `total` of a whole call. */
  timeouts: { connect: number; list: number; call: number; total: number }
  /** Milliseconds between keep-alive pings; 0: none. */
  keepAlive: number
  /** Wait for a server that goes away, and connect again. */
  waitForServer: boolean
  auth?: AuthSettings
}

export interface EngineError {
  name: string
  message: string
  kind: McpErrorKind | 'engine'
  exchange?: number
  code?: number
  data?: Json
  /** The server asks to be left alone until then; milliseconds since the epoch. */
  retryAt?: number
  advice?: string
}

/** An ask as the page holds it. */
export interface PendingAsk {
  key: string
  connection: string
  connectionName: string
  method: string
  params: Json
  exchange: number
  seq: number
  /** Milliseconds since the epoch. */
  at: number
  during?: { method: string; name: string }
  /** As an Ask has them. */
  late?: true
  clock?: ClockReading
  round?: { id: string; size: number; name: string }
  task?: true
  deadline?: number
}

export interface EngineNotice {
  connection: string
  method: string
  params: Json | undefined
  seq: number
}

/** For keeping records over a reload. */
export interface Tab {
  id: string
  /** It was here before: there may be something to bring back. */
  returning: boolean
}

export type ToEngine =
  /** `kept`: registrations and tokens that the page has stored. */
  /** Another page of this browser changed what is stored of tokens; all that is there now. */
  | { kind: 'kept'; kept: Kept[] }
  | { kind: 'hello'; token: string; origin: string; proxy: boolean; memoryLimit: number; tab?: Tab; kept?: Kept[] }
  /** A person is about to connect: the code of sessions is worth fetching. */
  | { kind: 'prepare'; rest?: true }
  | { kind: 'act' }
  | { kind: 'call'; id: number; name: keyof EngineCalls; args: unknown[] }
  | { kind: 'abort'; id: number; reason?: string }
  /** Gives a call its whole limits again. */
  | { kind: 'more'; id: number }
  | { kind: 'view'; view: number; connection: string; query: RowQuery }
  | { kind: 'unview'; view: number }
  /** A held value is wanted elsewhere: sent once through the port, as a Handed. */
  | { kind: 'hand'; id: number; pointer: string; through: MessagePort }
  /** Nobody can ask for this held result any more. */
  | { kind: 'release'; id: number }
  | { kind: 'ack'; view: number }
  /** `by`: the rule that a person wrote and that answers in their place. */
  | { kind: 'answer'; ask: string; reply: AskReply; by?: string; spelled?: Spelled[] }

/** A window for a view. */
export interface Pushed {
  view: number
  window: RowWindow
}

export type FromEngine =
  /** The first word: from now on it hears what it is told. */
  | { kind: 'up' }
  | { kind: 'ready' }
  /** `pushed`: what the page draws with it. */
  | { kind: 'return'; id: number; value: unknown; pushed?: Pushed[] }
  | { kind: 'throw'; id: number; error: EngineError }
  | { kind: 'progress'; id: number; progress: { progress: number; total?: number; message?: string } }
  /** What the rules found in the record since the last word. */
  | { kind: 'findings'; connection: string; found: CheckMarks }
  /** A piece of what the call with this id will return. */
  | { kind: 'part'; id: number; part: unknown }
  | { kind: 'sent'; id: number; seq: number; exchange: number }
  | { kind: 'clock'; id: number; clock: ClockReading }
  /** The call with this id was given up, and its answer came after all. */
  | { kind: 'late'; id: number; late: LateAnswer }
  | { kind: 'stray'; id: number; stray: StrayAnswer }
  | ({ kind: 'push' } & Pushed)
  | { kind: 'state'; states: ConnectionState[] }
  | { kind: 'proxy'; state: ProxyState }
  | { kind: 'auth'; connection: string; flow: FlowState }
  /** Registrations and tokens of a server as they are now, to be stored as its settings say. `gone`: keys to be removed. */
  | { kind: 'keep'; storage: TokenStorage; kept: Kept[]; gone: string[] }
  | { kind: 'ask'; ask: PendingAsk }
  | { kind: 'unask'; key: string; why: string }
  /** What a server said unasked for a while is lost: what it would have told of is to be asked for. `uris`: resources subscribed to. */
  | { kind: 'gap'; connection: string; uris: string[] }
  /** At most one message per frame; list_changed and resources/updated come one by one, logs are counted only. */
  | { kind: 'notices'; notices: EngineNotice[] }

/** The tunnel to the proxy. */
export type ProxyState =
  | { kind: 'absent'; why: string }
  | { kind: 'opening' }
  | ({ kind: 'open' } & Pick<
      Welcome,
      'version' | 'cwd' | 'platform' | 'node' | 'initial' | 'records' | 'demo' | 'stagePort' | 'stageOrigin'
    >)
  | { kind: 'lost'; why: string; nextAt?: number; never?: true }
