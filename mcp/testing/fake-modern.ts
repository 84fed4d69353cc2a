// The modern half of the fake server (2026-07-28): stateless, POST only, each request checked as the revision demands.
import { isObject, writeJson, type Json } from '../json.ts'
import { idKey, type Id } from '../jsonrpc.ts'
import { FakeError, Stream } from './fake-parts.ts'
import type { Answer, Turn } from './turn.ts'

export interface ModernFake {
  /** Answers one request; `checked`: its headers count (HTTP). */
  answer(message: { [key: string]: Json }, id: Id, request: Request): Promise<Response>
  /** Sends a notification on every subscription. */
  push(message: { [key: string]: Json }): void
  /** Ends all subscriptions, in good order or not. */
  hangUp(graceful: boolean): void
  /** Ids of the requests whose streams the client closed. */
  closed: Id[]
}

export interface ModernFakeOptions {
  supportedVersions: string[]
  capabilities: { [name: string]: Json }
  answers: { [method: string]: Answer }
  /** Checks headers against the body: over HTTP. */
  headers: boolean
}

const META = 'io.modelcontextprotocol/'

export function fakeModern({ supportedVersions, capabilities, answers, headers }: ModernFakeOptions): ModernFake {
  const subscriptions = new Map<string, { id: Id; stream: Stream }>()
  const closed: Id[] = []
  const builtIn: { [method: string]: Answer } = {
    'server/discover': () => ({ supportedVersions, capabilities }),
    'tools/list': () => ({ tools: [{ name: 'echo', inputSchema: { type: 'object' } }] }),
    'tools/call': (params) => ({ content: [{ type: 'text', text: writeJson(params.arguments ?? null) }] }),
  }

  function check(message: { [key: string]: Json }, request: Request): void {
    const params = isObject(message.params) ? message.params : {}
    const meta = isObject(params._meta) ? params._meta : {}
    const version = meta[`${META}protocolVersion`]
    if (typeof version !== 'string' || !isObject(meta[`${META}clientCapabilities`]))
      throw new FakeError(-32602, 'The request says neither its version nor the capabilities of its client')
    if (headers) {
      const named: { [header: string]: Json | undefined } = {
        'mcp-protocol-version': version,
        'mcp-method': message.method,
        'mcp-name': ['tools/call', 'prompts/get'].includes(String(message.method))
          ? params.name
          : message.method === 'resources/read'
            ? params.uri
            : undefined,
      }
      for (const [header, value] of Object.entries(named)) {
        const sent = decode(request.headers.get(header))
        if (value !== undefined && sent !== value) throw new FakeError(-32020, `${header} is ${sent}, and the body says ${String(value)}`)
      }
    }
    if (!supportedVersions.includes(version))
      throw new FakeError(-32022, 'Unsupported protocol version', { supported: supportedVersions, requested: version })
  }

  function listen(id: Id, params: { [key: string]: Json }, request: Request): Response {
    const stream = new Stream()
    const _meta = { [`${META}subscriptionId`]: id }
    subscriptions.set(idKey(id), { id, stream })
    request.signal.addEventListener('abort', () => subscriptions.delete(idKey(id)) && closed.push(id))
    stream.event(
      writeJson({
        jsonrpc: '2.0',
        method: 'notifications/subscriptions/acknowledged',
        params: { _meta, notifications: params.notifications ?? {} },
      }),
    )
    return new Response(stream.readable, { headers: { 'content-type': 'text/event-stream' } })
  }

  return {
    closed,
    async answer(message, id, request) {
      const method = String(message.method)
      const params = isObject(message.params) ? message.params : {}
      const stream = new Stream()
      const reply = (rest: { [key: string]: Json }): string => writeJson({ jsonrpc: '2.0', id, ...rest })
      let begun = (): void => {}
      const streaming = new Promise<'stream'>((resolve) => (begun = () => resolve('stream')))
      const turn: Turn = {
        id,
        send(one) {
          stream.event(writeJson({ jsonrpc: '2.0', ...one }))
          begun()
        },
        ask: () => Promise.reject(new FakeError(-32603, 'There are no requests of servers in this revision')),
      }
      const work = async (): Promise<{ status: number; text: string }> => {
        try {
          check(message, request)
          const handler = answers[method] ?? builtIn[method]
          if (handler === undefined) throw new FakeError(-32601, `Unknown method ${method}`)
          const result = await handler(params, turn)
          const whole = isObject(result)
            ? { resultType: 'complete', ...result, _meta: { [`${META}serverInfo`]: { name: 'fake', version: '2' } } }
            : result
          return { status: 200, text: reply({ result: whole }) }
        } catch (error) {
          const { code, data } = error instanceof FakeError ? error : { code: -32603, data: undefined }
          const told = { code, message: (error as Error).message, ...(data === undefined ? {} : { data }) }
          const status = !headers || code === -32603 ? 200 : code === -32601 ? 404 : 400
          return { status, text: reply({ error: told }) }
        }
      }
      if (method === 'subscriptions/listen' && answers[method] === undefined) return listen(id, params, request)
      request.signal.addEventListener('abort', () => closed.push(id))
      const working = work()
      const first = await Promise.race([streaming, working])
      if (first !== 'stream') return new Response(first.text, { status: first.status, headers: { 'content-type': 'application/json' } })
      void working.then(({ text }) => {
        stream.event(text)
        stream.close()
      })
      return new Response(stream.readable, { headers: { 'content-type': 'text/event-stream' } })
    },
    push(message) {
      for (const { id, stream } of subscriptions.values()) {
        const params = isObject(message.params) ? message.params : {}
        stream.event(writeJson({ jsonrpc: '2.0', ...message, params: { ...params, _meta: { [`${META}subscriptionId`]: id } } }))
      }
    },
    hangUp(graceful) {
      for (const { id, stream } of subscriptions.values()) {
        const result = { resultType: 'complete', _meta: { [`${META}subscriptionId`]: id } }
        if (graceful) stream.event(writeJson({ jsonrpc: '2.0', id, result }))
        stream.close()
      }
      subscriptions.clear()
    },
  }
}

function decode(value: string | null): string | null {
  const coded = /^=\?base64\?(.*)\?=$/.exec(value ?? '')?.[1]
  return coded === undefined ? value : new TextDecoder().decode(Uint8Array.from(atob(coded), (char) => char.charCodeAt(0)))
}
