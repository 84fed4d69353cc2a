// The era without a handshake: revision 2026-07-28. Each request says all that the server must know of us.
import { McpError } from '../errors.ts'
import { isObject, writeJson, type Json } from '../json.ts'
import { spelledLike } from '../spelling.ts'
import type { RpcError } from '../jsonrpc.ts'
import type { Implementation } from '../model.ts'
import { readImplementation } from '../model-read.ts'

import type { HeaderList } from '../wire-event.ts'
import type { Dialect, Learnt, Meaning, Message, Wishes } from './dialect.ts'
import { headerText, mirror, paramHeaders, type ParamHeaders } from './param-headers.ts'
import { isModern, MODERN_REVISIONS, type ModernRevision } from './revisions.ts'

export interface ModernOptions {
  revision: ModernRevision
  clientInfo: Implementation
  /** As declared in the older era; adapted. */
  capabilities: { [name: string]: Json }
  /** One channel carries everything: no headers, and a stream that cannot be closed. */
  overPipe: boolean
}

const META = 'io.modelcontextprotocol/'
export const VERSION = `${META}protocolVersion`
/** The extension by which a call may become a task. */
const TASKS = `${META}tasks`
const HEADER_MISMATCH = -32020
const MISSING_CAPABILITY = -32021
const UNSUPPORTED_VERSION = -32022
/** Which member of the params a request's name is, for the header Mcp-Name. */
const NAMED: { [method: string]: string } = {
  'tools/call': 'name',
  'prompts/get': 'name',
  'resources/read': 'uri',
  'tasks/get': 'taskId',
  'tasks/update': 'taskId',
  'tasks/cancel': 'taskId',
}
/** What may be answered with `input_required`. */
const ASKING = new Set(['tools/call', 'prompts/get', 'resources/read'])
/** By capability and filter member. */
const CHANGES = [
  ['tools', 'toolsListChanged'],
  ['prompts', 'promptsListChanged'],
  ['resources', 'resourcesListChanged'],
] as const

export function modernDialect({ revision, clientInfo, capabilities, overPipe }: ModernOptions): Dialect {
  let speaks: ModernRevision = revision
  let logLevel: string | undefined
  /** What the newest lists said of each tool. */
  const tools = new Map<string, ParamHeaders>()
  let declared = adapt(capabilities)
  const introduced: Json = { ...clientInfo, icons: (clientInfo.icons ?? []).map((icon) => ({ ...icon })) }
  if (clientInfo.icons === undefined) delete introduced.icons

  const envelope = (): { [key: string]: Json } => ({
    [VERSION]: speaks,
    [`${META}clientInfo`]: introduced,
    [`${META}clientCapabilities`]: declared,
  })

  function toolOf({ method, params }: Message): ParamHeaders | undefined {
    if (overPipe || method !== 'tools/call' || !isObject(params)) return undefined
    return tools.get(String(params.name))
  }

  return {
    era: 'modern',
    greetingCancels: true,
    batches: () => false,
    answersByGet: false,
    serverRequests: false,
    sessions: false,
    hasSession: () => false,
    greeting: () => ({ method: 'server/discover' }),
    settled: () => [],
    learn(result): Learnt {
      const supported = isObject(result) ? result.supportedVersions : undefined
      if (!isObject(result) || !Array.isArray(supported))
        throw new McpError('garbled', 'The server answered server/discover without “supportedVersions”.', {
          advice: 'Look at the answer in the traffic: a server must list the revisions that it speaks.',
        })
      const newest = supported.filter(isModern).toSorted().at(-1)
      if (newest === undefined) throw apart(supported.map(String), speaks)
      speaks = newest
      const meta = isObject(result._meta) ? result._meta : {}
      const serverInfo = readImplementation(meta[`${META}serverInfo`]) ?? readImplementation(result.serverInfo)
      return {
        era: 'modern',
        revision: speaks,
        pings: false,
        capabilities: isObject(result.capabilities) ? result.capabilities : {},
        greeting: result,
        greetedBy: 'server/discover',
        envelope: envelope(),
        ...(serverInfo === undefined ? {} : { serverInfo }),
        ...(typeof result.instructions === 'string' ? { instructions: result.instructions } : {}),
      }
    },
    headers(message): HeaderList {
      if (overPipe || message === undefined) return []
      const params = isObject(message.params) ? message.params : {}
      const meta = isObject(params._meta) ? params._meta : {}
      const headers: [string, string][] = [
        // Equal to what the body says, whoever wrote that.
        ['MCP-Protocol-Version', typeof meta[VERSION] === 'string' ? headerText(meta[VERSION]) : speaks],
        ['Mcp-Method', headerText(message.method)],
      ]
      const name = params[NAMED[message.method] ?? '']
      if (typeof name === 'string') headers.push(['Mcp-Name', headerText(name)])
      const tool = toolOf(message)
      if (tool?.kind === 'headers') headers.push(...mirror(tool.headers, params.arguments).headers)
      return headers
    },
    dress({ params }, { progressToken }) {
      if (params !== undefined && !isObject(params)) return params
      const own = isObject(params?._meta) ? params._meta : {}
      const meta = envelope()
      if (logLevel !== undefined) meta[`${META}logLevel`] = logLevel
      if (progressToken !== undefined) meta.progressToken = progressToken
      return spelledLike(params, { ...params, _meta: spelledLike(own, { ...meta, ...own }) })
    },
    refuses(message) {
      const tool = toolOf(message)
      if (tool === undefined) return undefined
      if (tool.kind === 'fault') return `Over HTTP a client must leave this tool out: ${tool.why} (${tool.at})`
      return mirror(tool.headers, isObject(message.params) ? message.params.arguments : undefined).fault
    },
    meaning(message, result) {
      if (message.method === 'tools/list' && isObject(result) && Array.isArray(result.tools))
        for (const tool of result.tools)
          if (isObject(tool) && typeof tool.name === 'string') tools.set(tool.name, paramHeaders(tool.inputSchema ?? null))
      return meaningOf(message, result, isObject(declared.extensions) && declared.extensions[TASKS] !== undefined)
    },
    amends({ method }, { code, data }) {
      // The schema that the headers were made from may be old; with one revision to speak, the other is a matter of luck.
      if (Number(code) === HEADER_MISMATCH && method === 'tools/call' && !overPipe) return { list: 'tools/list' }
      const supported = isObject(data) && Array.isArray(data.supported) ? data.supported.filter(isModern).toSorted().at(-1) : undefined
      if (Number(code) !== UNSUPPORTED_VERSION || supported === undefined) return undefined
      speaks = supported
      return {}
    },
    advice: (_message, error) => adviceFor(error),
    cancel(requestId, reason) {
      const params: Json = reason === undefined ? { requestId } : { requestId, reason }
      return overPipe ? { method: 'notifications/cancelled', params } : null
    },
    listening: listen,
    subscribe: () => null,
    declare(capabilities) {
      declared = adapt(capabilities)
      return envelope()
    },
    setLogLevel(level) {
      logLevel = level
      return null
    },
  }
}

/** Capabilities as this era knows them: what told of changes, and tasks, is gone. */
function adapt(capabilities: { [name: string]: Json }): { [name: string]: Json } {
  const { tasks: _, roots, ...rest } = capabilities
  return roots === undefined ? rest : { ...rest, roots: {} }
}

function listen({ capabilities, uris, tasks = [] }: Wishes): Message | null {
  const filter: { [member: string]: Json } = {}
  for (const [capability, member] of CHANGES) {
    const said = capabilities[capability]
    if (isObject(said) && said.listChanged === true) filter[member] = true
  }
  if (uris.length > 0) filter.resourceSubscriptions = [...uris]
  if (tasks.length > 0) filter.taskIds = [...tasks]
  return Object.keys(filter).length === 0 ? null : { method: 'subscriptions/listen', params: { notifications: filter } }
}

function meaningOf({ method, params }: Message, result: Json, tasks: boolean): Meaning {
  const type = isObject(result) ? result.resultType : undefined
  if (type === 'complete') return { kind: 'final' }
  // Results of older servers lack it, so it counts as complete; of a server of this revision it is a fault.
  if (!isObject(result) || type === undefined) return { kind: 'final', flaw: 'no resultType' }
  if (type === 'task' && method === 'tools/call' && tasks) {
    const named = typeof result.taskId === 'string' && typeof result.status === 'string'
    return named ? { kind: 'final' } : { kind: 'invalid', why: 'it made a task of it, without “taskId” or “status”' }
  }
  if (type === 'task')
    return {
      kind: 'invalid',
      why: `it made a task of it, ${tasks ? `which an answer to ${method} must not` : 'and that extension was not declared'}`,
    }
  if (type !== 'input_required') return { kind: 'invalid', why: `its “resultType” is ${writeJson(type)}, which nobody here knows` }
  if (!ASKING.has(method)) return { kind: 'invalid', why: `it asks for input, which an answer to ${method} must not` }
  const { inputRequests, requestState } = result
  if (inputRequests === undefined && requestState === undefined)
    return { kind: 'invalid', why: 'it asks for input with neither “inputRequests” nor “requestState”' }
  const requests: { key: string; message: Message }[] = []
  for (const [key, wanted] of Object.entries(isObject(inputRequests) ? inputRequests : {})) {
    if (!isObject(wanted) || typeof wanted.method !== 'string')
      return { kind: 'invalid', why: `what it asks for as ${JSON.stringify(key)} has no “method”` }
    requests.push({ key, message: { method: wanted.method, ...(wanted.params === undefined ? {} : { params: wanted.params }) } })
  }
  return {
    kind: 'input',
    requests,
    again(replies) {
      // Nothing of an earlier round goes along: each round is a request of its own.
      const { inputResponses: _, requestState: __, ...rest } = isObject(params) ? params : {}
      const again: { [key: string]: Json } = { ...rest }
      if (inputRequests !== undefined) again.inputResponses = replies
      if (requestState !== undefined) again.requestState = requestState
      return again
    },
  }
}

function adviceFor({ code, data }: RpcError): string | undefined {
  const said = isObject(data) ? data : {}
  switch (Number(code)) {
    case HEADER_MISMATCH:
      return 'The server found that the headers do not fit the body. Compare both in the traffic; something between may have changed a header.'
    case MISSING_CAPABILITY: {
      const names = isObject(said.requiredCapabilities) ? Object.entries(said.requiredCapabilities).map(dotted).join(', ') : ''
      return `The server needs ${names === '' ? 'a capability' : names} of this client: switch it on in the settings and repeat the request.`
    }
    case UNSUPPORTED_VERSION:
      return Array.isArray(said.supported)
        ? `The server speaks ${said.supported.map(String).join(', ')}: ask for one of these revisions (in the connection settings, or with --era).`
        : undefined
    default:
      return undefined
  }
}

/** `elicitation.url`, or `sampling`. */
function dotted([name, members]: [string, Json]): string {
  const inner = isObject(members) ? Object.keys(members) : []
  return inner.length === 0 ? name : inner.map((member) => `${name}.${member}`).join(', ')
}

function apart(supported: string[], asked: string): McpError {
  return new McpError(
    'rpc',
    `The server speaks ${supported.join(', ') || 'no revision'}; it was asked for ${asked}. Supported here is ${MODERN_REVISIONS.join(', ')}.`,
    {
      data: { requested: asked, answered: supported, supported: [...MODERN_REVISIONS] },
      advice: 'Choose another era or revision (in the connection settings, or with --era), or use a server that speaks this one.',
    },
  )
}
