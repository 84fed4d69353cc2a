// One conversation of the demo server: reads messages, answers requests, asks the client back, cancels. What the answers
// are is the table's business, and how messages travel is the transport's.
import { isObject, writeJson, type Json } from '#mcp/json.ts'
import { idKey, read, type Id, type Reading } from '#mcp/jsonrpc.ts'

export type Params = { [name: string]: Json }

/** An answer that is a JSON-RPC error. */
export class RpcFailure extends Error {
  readonly code: number
  readonly data: Json | undefined
  constructor(code: number, message: string, data?: Json) {
    super(message)
    this.code = code
    this.data = data
  }
}

export const LEVELS = ['debug', 'info', 'notice', 'warning', 'error', 'critical', 'alert', 'emergency'] as const
export type Level = (typeof LEVELS)[number]

/** What lasts as long as the conversation. */
export interface State {
  /** Empty until `initialize`. */
  revision: string
  /** Capabilities of the client. */
  client: Params
  level: Level
  addedTools: number
  subscriptions: Map<string, () => void>
  notify(method: string, params?: Params): void
}

/** What a request's handler may do while it works. */
export interface Call {
  state: State
  /** Aborts when the client cancels or leaves. */
  signal: AbortSignal
  /** Does nothing when the client did not ask for progress. */
  progress(progress: number, total: number, message: string): void
  log(level: Level, data: Json): void
  /** Asks the client. @throws RpcFailure when it answers with an error. */
  ask(method: string, params: Params): Promise<Json>
}

export type Handler = (params: Params, call: Call) => Json | Promise<Json>

export interface Peer {
  state: State
  receive(text: string): void
  close(): void
}

/** Sends a message; `during` is the request in whose course it is sent (or which it answers). */
export type Send = (message: string, during?: { id: Id; last: boolean }) => void

export function createPeer(handlers: { [method: string]: Handler }, send: Send, onReady: (state: State) => void): Peer {
  const working = new Map<string, AbortController>()
  const asked = new Map<string, { resolve: (value: Json) => void; reject: (error: Error) => void }>()
  let lastId = 0
  const state: State = {
    revision: '',
    client: {},
    level: 'info',
    addedTools: 0,
    subscriptions: new Map(),
    notify: (method, params) => send(notification(method, params)),
  }

  const answer = async ({ id, method, params }: Extract<Reading, { kind: 'request' }>): Promise<void> => {
    const key = idKey(id)
    const controller = new AbortController()
    working.set(key, controller)
    const given: Params = isObject(params) ? params : {}
    const token = isObject(given._meta) ? given._meta.progressToken : undefined
    const during = { id, last: false }
    const call: Call = {
      state,
      signal: controller.signal,
      progress(progress, total, message) {
        if (token === undefined || controller.signal.aborted) return
        const told: Params = { progressToken: token, progress, total }
        if (state.revision >= '2025-03-26') told.message = message // 2024-11-05 has no message here
        send(notification('notifications/progress', told), during)
      },
      log(level, data) {
        if (LEVELS.indexOf(level) < LEVELS.indexOf(state.level)) return
        send(notification('notifications/message', { level, logger: 'demo', data }), during)
      },
      ask(method, params) {
        const ownId = ++lastId
        return new Promise<Json>((resolve, reject) => {
          asked.set(idKey(ownId), { resolve, reject })
          controller.signal.addEventListener('abort', () => {
            if (!asked.delete(idKey(ownId))) return
            send(notification('notifications/cancelled', { requestId: ownId, reason: 'The call it belongs to was cancelled' }), during)
            reject(new RpcFailure(0, 'cancelled'))
          })
          send(writeJson({ jsonrpc: '2.0', id: ownId, method, params }), during)
        })
      },
    }
    const reply = await outcome(handlers, method, given, call)
    working.delete(key)
    // Whoever cancelled waits for no answer.
    if (!controller.signal.aborted) send(writeJson({ jsonrpc: '2.0', id, ...reply }), { id, last: true })
  }

  const hear = ({ method, params }: Extract<Reading, { kind: 'notification' }>): void => {
    if (method === 'notifications/initialized') onReady(state)
    if (method !== 'notifications/cancelled' || !isObject(params)) return
    const { requestId } = params
    if (typeof requestId === 'string' || typeof requestId === 'number' || typeof requestId === 'bigint')
      working.get(idKey(requestId))?.abort()
  }

  const take = (reading: Reading): void => {
    switch (reading.kind) {
      case 'request':
        return void answer(reading)
      case 'notification':
        return hear(reading)
      case 'result':
      case 'failure': {
        if (reading.id === undefined || reading.id === null) return
        const waiting = asked.get(idKey(reading.id))
        asked.delete(idKey(reading.id))
        if (reading.kind === 'result') waiting?.resolve(reading.result)
        else waiting?.reject(new RpcFailure(Number(reading.error.code), reading.error.message, reading.error.data))
        return
      }
      case 'batch':
        // One revision allows batches; its answers may come one by one.
        if (state.revision === '2025-03-26') return reading.members.forEach(take)
        return complain(-32600, 'Batches exist in revision 2025-03-26 alone')
      case 'garbled':
        return complain(reading.value === undefined ? -32700 : -32600, reading.why, reading.value)
    }
  }

  /** An error without an id is allowed since 2025-11-25; before that only stderr can tell. */
  const complain = (code: number, why: string, value?: Json): void => {
    const id = isObject(value) ? value.id : undefined
    if (typeof id === 'string' || Number.isInteger(id)) send(writeJson({ jsonrpc: '2.0', id: id as Id, error: { code, message: why } }))
    else if (state.revision >= '2025-11-25') send(writeJson({ jsonrpc: '2.0', error: { code, message: why } }))
    else process.stderr.write(`Loupe demo could not read a message: ${why}\n`)
  }

  return {
    state,
    receive: (text) => take(read(text)),
    close() {
      for (const controller of working.values()) controller.abort()
      for (const stop of state.subscriptions.values()) stop()
      state.subscriptions.clear()
    },
  }
}

async function outcome(handlers: { [method: string]: Handler }, method: string, params: Params, call: Call): Promise<Params> {
  try {
    const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined
    if (handler === undefined) throw new RpcFailure(-32601, `This server does not know the method ${method}`)
    if (call.state.revision === '' && method !== 'initialize' && method !== 'ping')
      throw new RpcFailure(-32600, `${method} came before initialize`)
    return { result: await handler(params, call) }
  } catch (error) {
    if (!(error instanceof RpcFailure)) return { error: { code: -32603, message: error instanceof Error ? error.message : String(error) } }
    const { code, message, data } = error
    return { error: data === undefined ? { code, message } : { code, message, data } }
  }
}

function notification(method: string, params?: Params): string {
  return writeJson(params === undefined ? { jsonrpc: '2.0', method } : { jsonrpc: '2.0', method, params })
}
