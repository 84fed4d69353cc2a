// Requests of the server: answered here, by a person, or refused; taken back when the server or the connection does.
import { McpError } from '../errors.ts'
import { isObject, type Json } from '../json.ts'
import { idKey, type Id, type Reading } from '../jsonrpc.ts'
import type { Ask, AskReply, ClockReading } from '../session-types.ts'
import type { Call } from './call.ts'
import type { Clock } from './clock.ts'
import { CANCELLED_BY_PERSON } from './patience.ts'
import { CALL_CANCELLED, reasonOf } from './reason.ts'
import { OwnTasks, takesTask } from './own-tasks.ts'
import { itself } from '../wish.ts'

/** Methods for a person, with the client capability that a server needs before it may send them. */
const FOR_PEOPLE: { [method: string]: string } = {
  'sampling/createMessage': 'sampling',
  'elicitation/create': 'elicitation',
  'roots/list': 'roots',
}

const TASK = itself('it is about a task of this client')

/** What was asked for in a way that we did not declare. */
const INVALID_PARAMS = -32602
/** The call that the ask belongs to has ended, or was cancelled. */
const CALL_GONE = -32000

export interface AskHost {
  /** Capabilities that we declared last. */
  declared(): { [name: string]: Json }
  onAsk: (ask: Ask) => Promise<AskReply>
  reply(id: Id, reply: AskReply): void
}

/** One request among those of a result. */
export interface Wanted {
  key: string
  method: string
  params?: Json | undefined
}

/** The result that they came in, and the request of ours that it answered. */
export interface Source {
  seq: number
  exchange: number
  during: { method: string; name: string }
  clock?: ClockReading
}

export class Asks {
  readonly #host: AskHost
  readonly #open = new Map<string, { control: AbortController; call: Call | undefined }>()
  readonly #tasks = new OwnTasks()
  #count = 0

  constructor(host: AskHost) {
    this.#host = host
  }

  /**
   * Takes in one request. `call` is the request of ours that it surely belongs to; `held` are the clocks that stand
   * still meanwhile.
   */
  take(
    reading: Extract<Reading, { kind: 'request' }>,
    seq: number,
    exchange: number,
    call: Call | undefined,
    held: readonly Clock[],
  ): void {
    const { id, method, params } = reading
    if (method === 'ping') return this.#host.reply(id, { kind: 'result', result: {}, wish: itself('a ping is answered at once') })
    const told = this.#tasks.answer(method, params, this.#host.declared())
    if (told !== undefined) return void Promise.resolve(told).then((reply) => this.#host.reply(id, { ...reply, wish: TASK }))
    const capability = FOR_PEOPLE[method]
    if (capability === undefined)
      return this.#refuse(id, `This client does not know the method ${method}`, 'this client does not know the method')
    const missing = undeclared(capability, params, this.#host.declared())
    if (missing !== undefined)
      return this.#refuse(
        id,
        `This client did not declare the capability "${missing}"`,
        'this was not declared',
        missing === capability ? undefined : INVALID_PARAMS,
      )
    const key = `ask-${++this.#count}`
    const control = new AbortController()
    const task = takesTask(method, params, this.#host.declared()) ? this.#tasks.make(params ?? {}, control) : undefined
    if (task?.now.kind === 'error') return this.#host.reply(id, { ...task.now, wish: TASK })
    // A task outlives the request that made it, and the call during which it came.
    this.#open.set(task === undefined ? idKey(id) : key, { control, call: task === undefined ? call : undefined })
    const releases = held.map((clock) => clock.hold())
    const ask: Ask = { key, method, params: params ?? {}, exchange, seq, signal: control.signal }
    if (task !== undefined) ask.task = true
    if (call !== undefined) ask.during = { method: call.method, name: call.name }
    if (call?.settled === true) ask.late = true
    else if (held[0] !== undefined) ask.clock = held[0].reading
    const release = (): void => releases.forEach((one) => one())
    if (task === undefined) return void this.#settle(id, ask, control).finally(release)
    this.#host.reply(id, { ...task.now, wish: TASK })
    void this.#decided(ask, control)
      .then((reply) => task.settle(reply === 'gone' ? reply : related(ask.params, reply)))
      .finally(() => {
        this.#open.delete(key)
        release()
      })
  }

  /**
   * Takes in requests that came in a result, all at once, and resolves with the results for them, by their keys.
   * @throws McpError when one must not be answered, or a person would not.
   */
  async gather(wanted: Wanted[], from: Source, signal: AbortSignal): Promise<{ [key: string]: Json }> {
    const { seq, exchange, during, clock } = from
    for (const { method, params } of wanted) {
      const capability = FOR_PEOPLE[method]
      const missing = capability === undefined ? undefined : undeclared(capability, params, this.#host.declared())
      if (capability !== undefined && missing === undefined) continue
      const why = capability === undefined ? 'which no client knows' : `and this client did not declare the capability "${missing}"`
      throw new McpError('garbled', `The server answered ${during.method} with a request for ${method}, ${why}`, { exchange })
    }
    const control = new AbortController()
    const stop = (): void => control.abort(reasonOf(signal, CALL_CANCELLED))
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    try {
      const id = `round-${++this.#count}`
      const replies = wanted.map(async ({ key, method, params }): Promise<[string, Json]> => {
        const round = { id, size: wanted.length, name: key }
        const ask: Ask = { key: `ask-${++this.#count}`, method, params: params ?? {}, exchange, seq, during, round, signal: control.signal }
        if (clock !== undefined) ask.clock = clock
        const reply = await this.#host.onAsk(ask)
        if (reply.kind === 'result') return [key, reply.result]
        throw new McpError('cancelled', `${method} was refused (${reply.message}), so ${during.method} was not sent again`, { exchange })
      })
      const gone = new Promise<never>((_, reject) => {
        const give = (): void => reject(new McpError('cancelled', String(control.signal.reason), { exchange }))
        if (control.signal.aborted) give()
        control.signal.addEventListener('abort', give, { once: true })
      })
      return Object.fromEntries(await Promise.race([Promise.all(replies), gone]))
    } catch (error) {
      control.abort(error instanceof Error ? error.message : 'Another question was refused')
      throw error
    } finally {
      signal.removeEventListener('abort', stop)
    }
  }

  /** The server sent notifications/cancelled. */
  cancelled(params: Json | undefined): void {
    if (!isObject(params)) return
    const id = params.requestId
    if (typeof id !== 'string' && typeof id !== 'number' && typeof id !== 'bigint') return
    const said = typeof params.reason === 'string' && params.reason !== '' ? `: ${params.reason}` : ''
    this.#open.get(idKey(id))?.control.abort(`The server took its request back${said}`)
  }

  /** A call of ours is over: what the server asked during it is of no use any more. */
  ended(call: Call, why: string): void {
    for (const open of this.#open.values()) if (open.call === call) open.control.abort(why)
  }

  close(why: string): void {
    for (const open of this.#open.values()) open.control.abort(why)
    this.#open.clear()
    this.#tasks.close()
  }

  /** What becomes of an ask. */
  async #decided(ask: Ask, control: AbortController): Promise<AskReply | 'gone'> {
    const gone = new Promise<'gone'>((resolve) => control.signal.addEventListener('abort', () => resolve('gone'), { once: true }))
    try {
      return await Promise.race([this.#host.onAsk(ask), gone])
    } catch (error) {
      return {
        kind: 'error',
        code: -32603,
        message: error instanceof Error ? error.message : String(error),
        wish: itself('nobody could be asked'),
      }
    }
  }

  async #settle(id: Id, ask: Ask, control: AbortController): Promise<void> {
    const reply = await this.#decided(ask, control)
    const open = this.#open.get(idKey(id))
    if (open?.control === control) this.#open.delete(idKey(id))
    if (reply !== 'gone') return this.#host.reply(id, related(ask.params, reply))
    // A request that the server cancelled must stay without an answer; any other gets one.
    if (open?.call?.settled !== true) return
    const why = String(control.signal.reason)
    const message = why === CALL_CANCELLED ? CANCELLED_BY_PERSON : why
    this.#host.reply(id, { kind: 'error', code: CALL_GONE, message, wish: itself('the call that it belongs to is over') })
  }

  #refuse(id: Id, message: string, why: string, code = -32601): void {
    this.#host.reply(id, { kind: 'error', code, message, wish: itself(why) })
  }
}

const RELATED = 'io.modelcontextprotocol/related-task'

/** What belongs to a task says so in its answer too (2025-11-25, tasks). */
function related(params: Json, reply: AskReply): AskReply {
  const task = isObject(params) && isObject(params._meta) ? params._meta[RELATED] : undefined
  if (task === undefined || reply.kind !== 'result' || !isObject(reply.result)) return reply
  const meta = isObject(reply.result._meta) ? reply.result._meta : {}
  return { kind: 'result', result: { ...reply.result, _meta: { [RELATED]: task, ...meta } } }
}

/** The capability that a request needs and that was not declared; with its member where the request's own form needs that. */
function undeclared(capability: string, params: Json | undefined, declared: { [name: string]: Json }): string | undefined {
  const members = declared[capability]
  if (members === undefined) return capability
  const has = (member: string): boolean => isObject(members) && members[member] !== undefined
  const said = isObject(params) ? params : {}
  if (capability === 'sampling' && (said.tools !== undefined || said.toolChoice !== undefined) && !has('tools')) return 'sampling.tools'
  if (capability !== 'elicitation') return undefined
  const mode = said.mode ?? 'form'
  // One that names no mode means forms.
  const able = mode === 'form' ? has('form') || !has('url') : has(String(mode))
  return able ? undefined : `elicitation.${String(mode)}`
}
