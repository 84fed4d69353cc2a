// The engine behind its port: answers the page's calls, pushes states, windows, asks and notices. Runs in the worker,
// and in tests over a MessageChannel.
import type { BigSource } from '#mcp/content/big.ts'
import { McpError } from '#mcp/errors.ts'
import type { FetchHandler } from '#mcp/fetch-handler.ts'
import { spell } from '#mcp/spelling.ts'
import { DEEPEST, isDeep, LONG_TEXT } from '#mcp/long-text.ts'
import type { Answer } from '#mcp/session-types.ts'
import { openTunnel, type SocketLike, type Tunnel } from '#mcp/transport/tunnel.ts'
import type { BrowserSocket } from '#mcp/transport/websocket.ts'
import type { Target } from '#mcp/transport/target.ts'
import { ALL } from './all.ts'
import type { ConnectionState } from './connection-state.ts'
import { createSources } from './engine-all.ts'
import { createAsks } from './engine-asks.ts'
import { createAuthorization } from './engine-auth-calls.ts'
import type { Connection, ConnectionHost } from './engine-connection.ts'
import type { ConnectSettings, EngineCalls, FromEngine, Tab, ToEngine } from './engine-messages.ts'
import { createKeeping } from './engine-keeping.ts'
import { lateTaps } from './engine-late-taps.ts'
import type { Errand, ErrandHost } from './engine-errands.ts'
import type { SavedRecord } from './engine-record.ts'
import type { RecordStore } from './record-store.ts'
import { createJudges } from './engine-judges.ts'
import { createMoves } from './engine-moves.ts'
import { askQuiet } from './engine-quiet.ts'
import { batch, plain, proxyState, withSpelling } from './engine-posts.ts'
import type { TapHost } from './engine-taps.ts'
import { createViews } from './engine-views.ts'

export interface EngineEnvironment {
  /** `transfer`: what is handed over instead of copied. */
  post(message: FromEngine, transfer?: Transferable[]): void
  /** Opens the WebSocket to the proxy. */
  makeSocket(): SocketLike
  fetch: FetchHandler
  /** Where records lie over a reload; left out: nowhere. */
  store?: () => Promise<RecordStore>
  /** The browser's own WebSocket, to any host; undefined where there is none. */
  webSocket?: (url: string, protocols: string[]) => BrowserSocket
}

const FRAME = 16
/** Milliseconds after a server is up: the page draws it first. */
const SOON = 500
/** Changes of counts alone are told less often. */
const COUNTS = 500
/** Results in which a person sees content: their large parts stay here. */
const HOLDS = new Set(['tools/call', 'resources/read', 'prompts/get'])
/** Bytes of an answer beneath which no list is long. */
const LONG_LIST = 32_768
/** Bytes that large results may take, and records too. */
let memory = 0
const held = async () => {
  const module = await import('./engine-held.ts')
  module.holdAtMost(memory)
  return module
}

/** Starts an engine; gives it each message of the page. */
export function serve(environment: EngineEnvironment): (message: ToEngine) => void {
  const { post } = environment
  const connections = new Map<string, Connection>()
  const records = new Map<string, SavedRecord>()
  const calls = new Map<number, AbortController>()
  const asks = createAsks(post)
  const states = batch<Connection>((changed) => post({ kind: 'state', states: [...changed].map(stateOf) }))
  const moves = createMoves(post)
  const views = createViews(
    (id, filter) => sources.of(id, filter),
    (pushed) => post({ kind: 'push', ...pushed }),
  )
  let tunnel: Tunnel | undefined
  let host: ConnectionHost | undefined
  let tab: Tab | undefined

  const tapped = batch<SavedRecord>((changed) =>
    post({ kind: 'state', states: [...changed].filter(({ id }) => records.has(id)).map((one) => one.state()) }),
  )
  const tapHost: TapHost = {
    taken: () => [...connections.keys(), ...records.keys()],
    memoryLimit: () => host?.memoryLimit ?? 0,
    show(record) {
      const { id } = record
      if (known.get(id) !== 'tap') {
        known.set(id, 'tap')
        records.set(id, record)
        judges.watch(id)
      }
      if (records.get(id) !== record) return
      tapped.add(record, COUNTS)
      views.touch(id)
    },
  }
  const onTap = lateTaps(tapHost)
  const keeping = createKeeping(environment.store, () => tab)
  const stateOf = (one: Connection): ConnectionState => {
    const restoring = keeping.share(one.id)
    return restoring === undefined ? one.state() : { ...one.state(), restoring }
  }

  function hello({ token, origin, proxy, memoryLimit, tab: given, kept: stored = [] }: Extract<ToEngine, { kind: 'hello' }>): void {
    tab = given
    memory = memoryLimit
    authorization.take(stored)
    host = {
      origin,
      direct: environment.fetch,
      webSocket: environment.webSocket,
      tunnel: () => tunnel,
      memoryLimit,
      ...authorization.host,
      settled: ({ id }) => keeping.settled(id),
      onState: (one) => told(one),
      onAsk: asks.onAsk,
      onNotices: (notices) => post({ kind: 'notices', notices }),
      onGap: ({ id }, uris) => post({ kind: 'gap', connection: id, uris }),
    }
    if (proxy) {
      const { makeSocket } = environment
      tunnel = openTunnel({ makeSocket, token, onState: (state) => post({ kind: 'proxy', state: proxyState(state) }), onTap })
      if (tunnel.state.kind === 'opening') post({ kind: 'proxy', state: { kind: 'opening' } })
    } else post({ kind: 'proxy', state: { kind: 'absent', why: 'This page was opened without its proxy: run "node dist/loupe.js".' } })
    post({ kind: 'ready' })
  }

  /** The status that the page knows of each connection. */
  const known = new Map<string, string>()

  /** A connection that was forgotten has no more to say. Another status is told at once: somebody waits for it. */
  function told(connection: Connection, within = FRAME): void {
    const { id, status } = connection
    if (connections.get(id) !== connection) return
    states.add(connection, known.get(id) === status ? within : 0)
    known.set(id, status)
  }

  /** What has a record under this id, alive or from a file. */
  const shownAs = (id: string) => connections.get(id) ?? records.get(id)

  const sources = createSources(
    shownAs,
    () => [...connections.values(), ...records.values()],
    () => views.touch(ALL),
  )

  function recorded(id: string): Connection | SavedRecord {
    return records.get(id) ?? connectionOf(id)
  }

  function connectionOf(id: unknown): Connection {
    const connection = connections.get(String(id))
    if (records.has(String(id)))
      throw new McpError('unreachable', 'This is a saved record: nothing can be sent', { advice: 'Connect to the server itself.' })
    if (connection === undefined) throw new McpError('unreachable', `There is no connection ${String(id)}`, { advice: 'Connect first.' })
    return connection
  }

  /** Sessions are the larger part of the engine's code, and a page is usable before it has one. */
  let code: Promise<typeof import('./engine-connection.ts')> | undefined
  const load = () => (code ??= import('./engine-connection.ts'))

  /** The connection with this id, made where there is none. What was kept of it may come back yet. */
  async function made(id: string, name: string, target: Target): Promise<Connection> {
    const { Connection } = await load()
    if (host === undefined) throw new McpError('unreachable', 'The engine was not greeted yet')
    const known = connections.get(id)
    if (known !== undefined) return known
    const connection = new Connection(id, name, target, host)
    connections.set(id, connection)
    connection.traffic.subscribe(() => {
      views.touch(id)
      told(connection, COUNTS)
    })
    views.touch(id)
    void keeping.attach(id, connection.traffic, target, () => told(connection, COUNTS))
    return connection
  }

  /** The same, with all that was kept of it. */
  async function open(id: string, name: string, target: Target): Promise<Connection> {
    const connection = await made(id, name, target)
    await keeping.settled(id)
    if (connections.get(id) !== connection) throw new McpError('cancelled', 'The connection was closed meanwhile')
    return connection
  }

  const authorization = createAuthorization({
    connection: (id) => connections.get(id),
    saved: (id) => records.get(id),
    connectionOf,
    open,
    host: () => host!,
    flush: () => keeping.flush(),
    post,
  })
  const judges = createJudges(shownAs, (connection, found) => {
    post({ kind: 'findings', connection, found })
    if (found.marks.length > 0) views.touch(connection, /finding|rule/i)
  })

  let rehearsed = false
  const opened = (id: string): void => {
    judges.watch(id)
    // Neither a first result nor a large one is the moment to fetch code, nor to compile it.
    setTimeout(() => {
      held().catch(() => undefined)
      if (!rehearsed) import('./engine-rehearsal.ts').then(({ rehearse }) => rehearse()).catch(() => undefined)
      rehearsed = true
    }, SOON)
  }

  /** An answer as it travels to the page: without what is too large for it. */
  const carried = async (method: string, answer: Answer): Promise<Answer> => {
    const holds = HOLDS.has(method)
    const large = (holds && answer.bytes > LONG_TEXT) || (answer.bytes > DEEPEST && isDeep(answer.result))
    return large ? (await held()).holdLarge(answer, !holds) : withSpelling(answer)
  }

  /** Tells a call how far it is. */
  const parts = (id: number) => (part: unknown) => post({ kind: 'part', id, part })

  const errandHost: ErrandHost = {
    connectionOf,
    recorded,
    judges,
    keeping,
    told,
    dressed: (connection) => authorization.dressed(connection),
    get host() {
      return host!
    },
    tunnel: () => tunnel,
    fetch: environment.fetch,
    show(id, record) {
      if (records.has(id)) judges.drop(id)
      records.set(id, record)
      judges.watch(id)
      post({ kind: 'state', states: [record.state()] })
      views.touch(id)
    },
  }

  const answers: {
    [Name in Exclude<keyof EngineCalls, Errand>]: (args: Parameters<EngineCalls[Name]>, id: number, signal: AbortSignal) => unknown
  } = {
    connect: ([id, name, target, settings]: [string, string, Target, ConnectSettings], _call, signal) =>
      made(id, name, target).then((connection) => connection.open(name, target, settings, signal).finally(() => opened(id))),
    blamedFor: ([id, seq]) => recorded(id).traffic.blamedFor(seq),
    // Of a page that goes: no time to fetch code.
    keepNow: () => keeping.flush(),
    async disconnect([id]) {
      await code
      await connections.get(id)?.close()
    },
    async forget([id]) {
      await code
      const connection = connections.get(id)
      connections.delete(id)
      records.delete(id)
      judges.drop(id)
      authorization.drop(id)
      await connection?.close()
      await keeping.forget(id, true)
      views.touch(id)
    },
    request: ([id, method, params, { limits, spelled, askedAt, wish }], call, signal) => {
      if (spelled !== undefined) spell(params, spelled)
      views.patient()
      return connectionOf(id)
        .request(method, params, {
          signal,
          ...(limits === undefined ? {} : { limits }),
          ...(askedAt === undefined ? {} : { askedAt }),
          ...(wish && { wish }),
          onProgress: (progress) => moves.progress(call, progress),
          onSent: (seq, exchange) => post({ kind: 'sent', id: call, seq, exchange }),
          onClock: (clock, extend) => moves.clock(call, clock, extend),
          onLate: (late) =>
            void (async () => {
              const answer = late.answer === undefined ? undefined : await carried(method, late.answer)
              post({ kind: 'late', id: call, late: answer === undefined ? late : { ...late, answer } })
            })(),
          onStray: (stray) => post({ kind: 'stray', id: call, stray }),
        })
        .then((answer) => carried(method, answer))
        .then(async (answer) =>
          answer.bytes < LONG_LIST
            ? answer
            : (await import('./list-parts.ts')).inParts(method, answer, (part) => post({ kind: 'part', id: call, part })),
        )
    },
    ask: async ([id, pointer, name, args]: [number, string, keyof BigSource, unknown[]]) => (await held()).askHeld(id, pointer, name, args),
    heldBytes: async ([id, pointer]) => (await held()).heldBytes(id, pointer),
    keep: async ([text]) => (await held()).keep(text, text.length),
    raw: ([id, text, options], call, signal) =>
      connectionOf(id).raw(text, { ...options, signal, onSent: (seq, exchange) => post({ kind: 'sent', id: call, seq, exchange }) }),
    watchTasks: ([id, ids], call, signal) => connectionOf(id).session?.watchTasks(ids, parts(call), signal),
    adjust: ([id, settings]) => connections.get(id)?.adjust(settings),
    keepConnecting: ([id]) => connections.get(id)?.keepConnecting(),
    notify: ([id, method, params]) => connectionOf(id).notify(method, params),
    ...authorization.answers,
    async message([id, seq, apart]) {
      const message = shownAs(id)?.traffic.message(seq) ?? null
      if (message?.http?.aside === true) return (await import('#mcp/auth/mask-detail.ts')).maskMessage(message)
      return apart === true && message !== null ? (await held()).holdText(message) : message
    },
    messageBytes: async ([id, seq]) => (await held()).bytesOf(shownAs(id)?.traffic.message(seq)),
    async exchange([id, exchange]) {
      const detail = shownAs(id)?.traffic.exchange(exchange) ?? null
      return detail?.aside === true ? (await import('#mcp/auth/mask-detail.ts')).maskExchange(detail) : detail
    },
    appSaid: ([id, way, app, text, why]) =>
      connections.get(id)?.traffic.append(0, { kind: 'app', way, app, text, ...(why === undefined ? {} : { why }) }) ?? 0,
    activity: (args) => sources.activity(...args),
  }

  async function call(id: number, name: keyof EngineCalls, args: unknown[]): Promise<void> {
    const control = new AbortController()
    calls.set(id, control)
    try {
      const answer = answers[name as keyof typeof answers] as ((args: unknown[], id: number, signal: AbortSignal) => unknown) | undefined
      const value =
        answer === undefined
          ? await (await import('./engine-errands.ts')).run(name as Errand, errandHost, args, control.signal, parts(id))
          : await answer(args, id, control.signal)
      moves.over(id)
      const pushed = views.hurry()
      post(
        { kind: 'return', id, value, ...(pushed.length > 0 && { pushed }) },
        value instanceof Object && 'bytes' in value && value.bytes instanceof Uint8Array ? [value.bytes.buffer as ArrayBuffer] : [],
      )
    } catch (error) {
      post({ kind: 'throw', id, error: plain(error) })
    } finally {
      calls.delete(id)
      moves.forget(id)
    }
  }

  return (message) => {
    switch (message.kind) {
      case 'hello':
        return hello(message)
      case 'kept':
        return authorization.heard(message.kept)
      case 'prepare':
        if (message.rest === true)
          return void import('./engine-rest.ts').then(({ loadRest }) => loadRest(() => calls.size > 0)).catch(() => undefined)
        return void load().catch(() => (code = undefined))
      case 'act':
        return askQuiet()
      case 'call':
        return void call(message.id, message.name, message.args)
      case 'abort':
        return calls.get(message.id)?.abort(message.reason)
      case 'more':
        return moves.more(message.id)
      case 'view':
        return views.show(message.view, message.connection, message.query)
      case 'unview':
        views.hide(message.view)
        return views.shows(ALL) ? undefined : sources.release()
      case 'hand':
        return void held().then(({ handHeld }) => handHeld(message.id, message.pointer, message.through))
      case 'release':
        return void held().then(({ release }) => release(message.id))
      case 'ack':
        return views.acknowledge(message.view)
      case 'answer':
        return asks.answer(message)
    }
  }
}
