// The demo server whole: which method is answered by whom, and what it says of itself.
import { isObject, writeJson } from '#mcp/json.ts'
import { idKey, read } from '#mcp/jsonrpc.ts'
import { version } from '../version.ts'
import { cancelledKey, createModern, MODERN, type ModernDemo } from './modern.ts'
import { createPeer, LEVELS, RpcFailure, type Handler, type Level, type Params, type Peer, type Send, type State } from './peer.ts'
import { completePrompt, getPrompt, knowsPrompt, listPrompts } from './prompts.ts'
import { completeResource, knowsTemplate, listResources, listTemplates, readResource, subscribe, unsubscribe } from './resources.ts'
import { formFault } from './strict.ts'
import { callTool, listTools } from './tools.ts'

export const REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25']

const INSTRUCTIONS = `This is the demo server that comes with Loupe. It shows each thing MCP can do, once.

Start with the tool "echo". Then "every_content" shows what a result may hold, "ask_model" and "ask_person" turn the
tables and ask you, and "count" shows progress and can be cancelled. Subscribe to the resource "demo://clock" to see it
change. All that crosses the wire stands in the traffic.`

const initialize: Handler = ({ protocolVersion, capabilities, clientInfo }, { state }) => {
  if (state.revision !== '') throw new RpcFailure(-32600, 'This conversation was initialized before')
  if (typeof protocolVersion !== 'string') throw new RpcFailure(-32602, '"protocolVersion" must be a text', { supported: REVISIONS })
  if (!isObject(capabilities) || !isObject(clientInfo)) throw new RpcFailure(-32602, '"capabilities" and "clientInfo" must be objects')
  // What we do not know is answered with the newest that we know; the client then decides.
  const revision = REVISIONS.includes(protocolVersion) ? protocolVersion : REVISIONS.at(-1)!
  state.revision = revision
  state.client = capabilities
  return { protocolVersion: revision, capabilities: offeredIn(revision), serverInfo: aboutIn(revision), instructions: INSTRUCTIONS }
}

function aboutIn(revision: string): Params {
  const serverInfo: Params = { name: 'loupe-demo', version }
  if (revision >= '2025-06-18') serverInfo.title = 'Loupe demo'
  if (revision >= '2025-11-25') serverInfo.description = 'Shows each thing MCP can do, once'
  return serverInfo
}

function offeredIn(revision: string): Params {
  const offered: Params = {
    tools: { listChanged: true },
    resources: { subscribe: true, listChanged: false },
    prompts: { listChanged: false },
    logging: {},
  }
  if (revision >= '2025-03-26') offered.completions = {}
  return offered
}

const setLevel: Handler = ({ level }, { state }) => {
  if (!LEVELS.includes(level as Level)) throw new RpcFailure(-32602, `There is no level ${writeJson(level)}`, { levels: [...LEVELS] })
  state.level = level as Level
  return {}
}

const complete: Handler = ({ ref, argument }) => {
  if (!isObject(ref) || !isObject(argument)) throw new RpcFailure(-32602, '"ref" and "argument" must be objects')
  const [name, typed] = [String(argument.name), String(argument.value ?? '')]
  const known = ref.type === 'ref/prompt' ? knowsPrompt(String(ref.name)) : ref.type === 'ref/resource' && knowsTemplate(ref.uri)
  if (!known) throw new RpcFailure(-32602, 'There is nothing of that name to complete', { ref })
  const values = (ref.type === 'ref/prompt' ? completePrompt(String(ref.name), name, typed) : completeResource(name, typed)) ?? []
  return { completion: { values, total: values.length, hasMore: false } }
}

const HANDLERS: { [method: string]: Handler } = {
  initialize,
  ping: () => ({}),
  'tools/list': listTools,
  'tools/call': callTool,
  'resources/list': listResources,
  'resources/templates/list': listTemplates,
  'resources/read': readResource,
  'resources/subscribe': subscribe,
  'resources/unsubscribe': unsubscribe,
  'prompts/list': listPrompts,
  'prompts/get': getPrompt,
  'completion/complete': complete,
  'logging/setLevel': setLevel,
}

const welcome = ({ notify }: State): void =>
  notify('notifications/message', {
    level: 'info',
    logger: 'demo',
    data: 'Welcome! This is a log message: it came as soon as you were connected.',
  })

/** What the newer era has no more: it says such things with each request. */
const OLDER = ['initialize', 'ping', 'resources/subscribe', 'resources/unsubscribe', 'logging/setLevel']

export function createModernDemo(): ModernDemo {
  return createModern({
    handlers: Object.fromEntries(Object.entries(HANDLERS).filter(([method]) => !OLDER.includes(method))),
    older: REVISIONS,
    capabilities: offeredIn(MODERN),
    serverInfo: aboutIn(MODERN),
    instructions: INSTRUCTIONS,
  })
}

/** One conversation over one channel, in whichever era each request is. */
export function createDemo(send: Send): Peer {
  const older = createPeer(HANDLERS, send, welcome)
  const modern = createModernDemo()
  const working = new Map<string, AbortController>()
  return {
    state: older.state,
    receive(text) {
      const reading = read(text)
      const fault = formFault(text, reading)
      if (fault !== undefined && reading.kind === 'request') {
        const error = { code: -32600, message: fault }
        return send(writeJson({ jsonrpc: '2.0', id: reading.id, error }), { id: reading.id, last: true })
      }
      if (reading.kind === 'request' && modern.knows(reading)) {
        const key = idKey(reading.id)
        const control = new AbortController()
        working.set(key, control)
        void modern
          .answer(reading, (message, last) => send(message, { id: reading.id, last }), control.signal)
          .finally(() => working.delete(key))
        return
      }
      const cancelled = reading.kind === 'notification' ? cancelledKey(reading) : undefined
      if (cancelled !== undefined && working.has(cancelled)) return working.get(cancelled)!.abort()
      older.receive(text)
    },
    close() {
      for (const control of working.values()) control.abort()
      older.close()
    },
  }
}
