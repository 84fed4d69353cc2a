// The page's handle on the engine worker: calls with promises, aborts, progress, views, and the stores that the
// engine's pushes fill. One per page; it outlives hot updates of components.
import type { Json } from '#mcp/json.ts'
import { reasonOf } from '#mcp/session/reason.ts'
import { spell, spelledIn } from '#mcp/spelling.ts'
import type { Answer, AskReply, ClockReading, LateAnswer, Limits, StrayAnswer } from '#mcp/session-types.ts'
import type { RowQuery, RowWindow } from '#mcp/traffic-row.ts'
import type { Wish } from '#mcp/wish.ts'
import { acceptAuth } from './auth-state.ts'
import type { Kept } from '#mcp/auth/kept.ts'
import { keep } from './auth-kept.ts'
import { acceptStates, dropConnection } from './connections.ts'
import { acceptAsk, dropAsk } from './asks.ts'
import { acceptFindings } from './findings.ts'
import { wholeAgain } from './list-parts.ts'
import { acceptGap, acceptNotices } from './notices.ts'
import { acceptProxy } from './proxy-state.ts'
import { withMeta, type Meta } from './server-extras.ts'
import type { EngineCalls, EngineError, FromEngine, PendingAsk, Pushed, ToEngine } from './engine-messages.ts'

/** What went wrong with a call, across the worker boundary: test `kind`, never the class. */
export class EngineFailure extends Error implements EngineError {
  readonly kind: EngineError['kind']
  readonly exchange: number | undefined
  readonly code: number | undefined
  readonly data: Json | undefined
  readonly retryAt: number | undefined
  readonly advice: string | undefined

  constructor(error: EngineError) {
    super(error.message)
    this.name = error.name
    this.kind = error.kind
    this.exchange = error.exchange
    this.code = error.code
    this.data = error.data
    this.retryAt = error.retryAt
    this.advice = error.advice
  }
}

export interface CallOptions {
  signal?: AbortSignal
  onProgress?: (progress: { progress: number; total?: number; message?: string }) => void
  onSent?: (seq: number, exchange: number) => void
  onPart?: (part: unknown) => void
  /** `more` gives the call both limits again. */
  onClock?: (clock: ClockReading, more: () => void) => void
  /** Its answer came after the call was given up. */
  onLate?: (late: LateAnswer) => void
  /** An answer came meanwhile that answers nothing. */
  onStray?: (stray: StrayAnswer) => void
}

interface Waiting extends CallOptions {
  resolve: (value: never) => void
  reject: (error: Error) => void
}

/** What an engine is spoken to through: a Worker, or a MessagePort in tests. */
export interface EnginePort {
  postMessage(message: ToEngine, transfer?: Transferable[]): void
  onmessage: ((event: MessageEvent<FromEngine>) => void) | null
}

let port: EnginePort | undefined
let lastId = 0
let up = false
let gone: EngineFailure | undefined
const waiting = new Map<number, Waiting>()
/** Calls that were given up, whose answers are welcome all the same; the oldest goes first. */
const givenUp = new Map<number, NonNullable<CallOptions['onLate']>>()
const MOST_GIVEN_UP = 50
const views = new Map<number, (window: RowWindow) => void>()

/** Ties the page to an engine. Called once, before anything else here. */
export function attachEngine(engine: EnginePort, hello: Omit<Extract<ToEngine, { kind: 'hello' }>, 'kind'>): void {
  port = engine
  gone = undefined
  up = false
  engine.onmessage = (event) => receive(event.data)
  engine.postMessage({ kind: 'hello', ...hello })
}

/** The engine is gone (its script did not load, or it crashed): every waiting call fails with `why`. */
export function engineLost(why: string): void {
  const failure = new EngineFailure({ name: 'EngineFailure', kind: 'engine', message: why })
  for (const call of waiting.values()) call.reject(failure)
  waiting.clear()
  // One that never came up hears nothing; one that did may have broken in one place alone.
  if (!up) gone = failure
}

/** Another page of this browser changed what is stored of tokens. */
export function tellKept(kept: Kept[]): void {
  post({ kind: 'kept', kept })
}

/** Has the engine fetch what connecting needs, ahead of it. */
export function prepareEngine(): void {
  post({ kind: 'prepare' })
}

/** What else the engine can do is fetched now: later the proxy, which has the files, may be gone. */
export function prepareRest(): void {
  post({ kind: 'prepare', rest: true })
}

/** Somebody presses or types: what nobody waits for rests a while. */
export function tellActing(): void {
  post({ kind: 'act' })
}

/** Whether a call is under way. */
export function isAsked(): boolean {
  return waiting.size > 0
}

function post(message: ToEngine): void {
  if (port === undefined) throw new Error('The engine is not attached yet')
  port.postMessage(message)
}

function receive(message: FromEngine): void {
  switch (message.kind) {
    case 'return':
    case 'throw': {
      const call = waiting.get(message.id)
      waiting.delete(message.id)
      if (message.kind === 'return') message.pushed?.forEach(show)
      if (message.kind === 'throw') remember(message.id, call)
      if (message.kind === 'return') call?.resolve(message.value as never)
      else call?.reject(new EngineFailure(message.error))
      return
    }
    case 'progress':
      return waiting.get(message.id)?.onProgress?.(message.progress)
    case 'sent':
      return waiting.get(message.id)?.onSent?.(message.seq, message.exchange)
    case 'clock':
      return waiting.get(message.id)?.onClock?.(message.clock, () => post({ kind: 'more', id: message.id }))
    case 'stray':
      return waiting.get(message.id)?.onStray?.(message.stray)
    case 'late':
      void takeLate(message.id, message.late)
      return void givenUp.delete(message.id)
    case 'part':
      return waiting.get(message.id)?.onPart?.(message.part)
    case 'push':
      return show(message)
    case 'state':
      return acceptStates(message.states)
    case 'proxy':
      return acceptProxy(message.state)
    case 'auth':
      return acceptAuth(message.connection, message.flow)
    case 'keep':
      return keep(message)
    case 'ask':
      return acceptAsk(message.ask)
    case 'unask':
      return dropAsk(message.key, message.why)
    case 'gap':
      return acceptGap(message.connection, message.uris)
    case 'notices':
      return acceptNotices(message.notices)
    case 'findings':
      return acceptFindings(message.connection, message.found)
    case 'up':
      up = true
      return
    case 'ready':
      return
  }
}

function show({ view, window }: Pushed): void {
  views.get(view)?.(window)
  // A page that is hidden draws no frame, and is sent no more until it does; one that is busy comes to its timers late. To await a
  // frame in one that is seen would make the browser prepare one, though nothing is to be drawn yet.
  ;(document.hidden ? requestAnimationFrame : setTimeout)(() => port?.postMessage({ kind: 'ack', view }))
}

function remember(id: number, options: CallOptions | undefined): void {
  if (options?.onLate === undefined) return
  givenUp.set(id, options.onLate)
  if (givenUp.size > MOST_GIVEN_UP) givenUp.delete(givenUp.keys().next().value!)
}

/** Calls the engine. @throws EngineFailure; an aborted call rejects at once with kind 'cancelled'. */
export function call<Name extends keyof EngineCalls>(
  name: Name,
  args: Parameters<EngineCalls[Name]>,
  options: CallOptions = {},
): Promise<ReturnType<EngineCalls[Name]>> {
  lastId += 1
  const id = lastId
  return new Promise((resolve, reject) => {
    const { signal } = options
    const cancelled = () => new EngineFailure({ name: 'AbortError', kind: 'cancelled', message: 'Cancelled by you.' })
    if (signal?.aborted === true) return reject(cancelled())
    if (gone !== undefined) return reject(gone)
    const abort = (): void => {
      if (!waiting.delete(id)) return
      remember(id, options)
      post({ kind: 'abort', id, ...(typeof signal?.reason === 'string' ? { reason: signal.reason } : {}) })
      reject(cancelled())
    }
    // A signal may outlive thousands of calls.
    const settled = (): void => signal?.removeEventListener('abort', abort)
    waiting.set(id, {
      ...options,
      resolve: (value: never) => (settled(), (resolve as (value: never) => void)(value)),
      reject: (error) => (settled(), reject(error)),
    })
    signal?.addEventListener('abort', abort, { once: true })
    post({ kind: 'call', id, name, args })
  })
}

let metaFor: (connection: string) => Meta | undefined = () => undefined

/** Says what `_meta` goes with every request on a connection; handed in at start, since settings are stored elsewhere. */
export function metaComesFrom(source: (connection: string) => Meta | undefined): void {
  metaFor = source
}

/** Sends an MCP request on a connection. `wish`: who wants it, where that is no person. @throws EngineFailure */
export function request(
  connection: string,
  method: string,
  params?: Json,
  options: CallOptions & { limits?: Partial<Limits>; wish?: Wish | undefined } = {},
): Promise<Answer> {
  const { limits, wish, ...rest } = options
  const given = withMeta(params, metaFor(connection))
  const spelled = spelledIn(given)
  const askedAt = performance.timeOrigin + performance.now()
  const more = { ...(limits === undefined ? {} : { limits }), ...(spelled.length === 0 ? {} : { spelled }), ...(wish && { wish }), askedAt }
  const parts: Json[][] = []
  return call('request', [connection, method, given, more], { ...rest, onPart: (part) => parts.push(part as Json[]) })
    .then((answer) => {
      if (parts.length > 0) wholeAgain(method, answer, parts)
      return taken(answer)
    })
    .finally(answered)
}

const answerHeard = new Set<() => void>()
const answered = (): void => answerHeard.forEach((hear) => hear())

/** Hears when a request is over, however it ended. Returns the way to stop. */
export function onAnswer(hear: () => void): () => void {
  answerHeard.add(hear)
  return () => answerHeard.delete(hear)
}

/** An answer as it came over to the page, with what is known beside it. */
async function taken(answer: Answer): Promise<Answer> {
  const { held, result } = answer
  if (answer.spelled !== undefined) spell(result, answer.spelled)
  if (held === undefined || typeof result !== 'object' || result === null) return answer
  const { noteHeld } = await import('#mcp/held.ts')
  noteHeld(result, held)
  releaseWith(result, held.id)
  return answer
}

async function takeLate(id: number, late: LateAnswer): Promise<void> {
  const tell = givenUp.get(id)
  if (tell === undefined) return
  if (late.answer !== undefined) await taken(late.answer)
  tell(late)
}

export async function forget(connection: string): Promise<void> {
  await call('forget', [connection])
  dropConnection(connection)
}

/** Has the engine send a held value through a port. */
export function handThrough(through: MessagePort, id: number, pointer: string): void {
  port?.postMessage({ kind: 'hand', id, pointer, through }, [through])
}

const unused = new FinalizationRegistry<number>((id) => post({ kind: 'release', id }))

/** The engine keeps what it holds under `id` as long as `owner` is in use here. */
export function releaseWith(owner: object, id: number): void {
  unused.register(owner, id)
}

const localAsks = new Map<string, (reply: AskReply) => void>()

/** Puts to the person what the page itself was told that a server wants. Aborting takes it away; the promise then stays open. */
export function askHere(ask: PendingAsk, signal: AbortSignal): Promise<AskReply> {
  return new Promise((resolve) => {
    if (signal.aborted) return
    localAsks.set(ask.key, resolve)
    signal.addEventListener(
      'abort',
      () => {
        if (localAsks.delete(ask.key)) dropAsk(ask.key, reasonOf(signal, 'it is no longer wanted'))
      },
      { once: true },
    )
    acceptAsk(ask)
  })
}

/** `by`: the rule that answers in the person's place; the record says so. */
export function answerAsk(key: string, reply: AskReply, by?: string): void {
  const local = localAsks.get(key)
  localAsks.delete(key)
  const spelled = reply.kind === 'result' ? spelledIn(reply.result) : []
  const more = { ...(by === undefined ? {} : { by }), ...(spelled.length === 0 ? {} : { spelled }) }
  if (local === undefined) post({ kind: 'answer', ask: key, reply, ...more })
  else local(reply)
  dropAsk(key, 'answered')
}

/** Opens a live window on a connection's rows; `ask` changes what it shows, `close` ends it. */
export function openView(connection: string, onWindow: (window: RowWindow) => void): { ask: (query: RowQuery) => void; close: () => void } {
  lastId += 1
  const view = lastId
  views.set(view, onWindow)
  return {
    ask: (query) => post({ kind: 'view', view, connection, query }),
    close: () => {
      views.delete(view)
      post({ kind: 'unview', view })
    },
  }
}
