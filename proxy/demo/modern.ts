// The demo server in the era without sessions (2026-07-28): each request says who asks and what may be asked back, questions are
// results that want input, and what changes is told on subscriptions. The same handlers answer as in the older era.
import { isObject, parseJson, writeJson, type Json } from '#mcp/json.ts'
import { idKey, type Id, type Reading } from '#mcp/jsonrpc.ts'
import { LEVELS, RpcFailure, type Call, type Handler, type Level, type Params, type State } from './peer.ts'
import { watch } from './resources.ts'

export const MODERN = '2026-07-28'
const META = 'io.modelcontextprotocol/'
/** Who says one of these in a request means this era. */
const SAYS = new Set([`${META}protocolVersion`, `${META}clientCapabilities`])
/** Lists and contents of today: whoever wants to know asks again. */
const FRESHNESS: Params = { ttlMs: 0, cacheScope: 'private' }
const CACHEABLE = /^(?:server\/discover|\w+(?:\/\w+)?\/list|resources\/read)$/
/** What a subscription may wish for, by the notification that brings it. */
const WISHES: { [method: string]: string } = { 'notifications/tools/list_changed': 'toolsListChanged' }

export type ModernRequest = Extract<Reading, { kind: 'request' }>
/** `last`: it is the answer. */
export type Reply = (message: string, last: boolean) => void

export interface ModernDemo {
  /** Whether a request is for this era. */
  knows(request: ModernRequest): boolean
  /** Answers it; resolves when all was said. A signal that aborts ends it without an answer. */
  answer(request: ModernRequest, reply: Reply, signal: AbortSignal): Promise<void>
}

interface Subscription {
  filter: Params
  tell(method: string, params: Params): void
}

/** The client must be asked first. */
class InputWanted {
  readonly key: string
  readonly method: string
  readonly params: Params
  constructor(key: string, method: string, params: Params) {
    this.key = key
    this.method = method
    this.params = params
  }
}

/** What the envelope of a request lacks, or has of the wrong type. */
export function envelopeFault(meta: Params): RpcFailure | undefined {
  if (typeof meta[`${META}protocolVersion`] !== 'string') return new RpcFailure(-32602, `_meta must hold "${META}protocolVersion"`)
  if (!isObject(meta[`${META}clientCapabilities`])) return new RpcFailure(-32602, `_meta must hold "${META}clientCapabilities"`)
  const [info, level] = [meta[`${META}clientInfo`], meta[`${META}logLevel`]]
  if (info !== undefined && !isObject(info)) return new RpcFailure(-32602, `"${META}clientInfo" must be an object`)
  return level === undefined || LEVELS.includes(level as Level)
    ? undefined
    : new RpcFailure(-32602, `There is no level ${writeJson(level)}`, { levels: [...LEVELS] })
}

export interface ModernOptions {
  handlers: { [method: string]: Handler }
  /** As the older era knows them, for those that say themselves what they speak. */
  older: string[]
  capabilities: Params
  serverInfo: Params
  instructions: string
}

export function createModern(options: ModernOptions): ModernDemo {
  const { handlers, older, capabilities, serverInfo, instructions } = options
  const subscriptions = new Set<Subscription>()
  const shared = { addedTools: 0 }
  const notify = (method: string, params: Params = {}): void => {
    for (const { filter, tell } of subscriptions) if (filter[WISHES[method] ?? ''] === true) tell(method, params)
  }

  /** What a request says of itself, as the state of a conversation that lasts as long as it. */
  function stateOf(meta: Params): State {
    const level = meta[`${META}logLevel`]
    const client = meta[`${META}clientCapabilities`]
    return {
      revision: MODERN,
      client: isObject(client) ? client : {},
      level: LEVELS.includes(level as Level) ? (level as Level) : 'emergency',
      get addedTools() {
        return shared.addedTools
      },
      set addedTools(count) {
        shared.addedTools = count
      },
      subscriptions: new Map(),
      notify,
    }
  }

  function check(meta: Params): void {
    const fault = envelopeFault(meta)
    if (fault !== undefined) throw fault
    const version = meta[`${META}protocolVersion`] ?? null
    if (version !== MODERN)
      throw new RpcFailure(-32022, `Revision ${writeJson(version)} is not spoken here`, { supported: [MODERN], requested: version })
  }

  function listen(id: Id, params: Params, reply: Reply, signal: AbortSignal): Promise<void> {
    const filter = params.notifications
    if (!isObject(filter)) throw new RpcFailure(-32602, '"notifications" must say what is wished for')
    const own = { [`${META}subscriptionId`]: id }
    const tell = (method: string, more: Params): void =>
      reply(writeJson({ jsonrpc: '2.0', method, params: { ...more, _meta: own } }), false)
    const uris = Array.isArray(filter.resourceSubscriptions) ? filter.resourceSubscriptions.map(String) : []
    const subscription: Subscription = { filter, tell }
    const agreed: Params = filter.toolsListChanged === true ? { toolsListChanged: true } : {}
    if (uris.length > 0) agreed.resourceSubscriptions = uris
    tell('notifications/subscriptions/acknowledged', { notifications: agreed })
    subscriptions.add(subscription)
    const stops = uris.map((uri) => watch(uri, (method, more) => tell(method, more)))
    return new Promise((resolve) => {
      const over = (): void => {
        subscriptions.delete(subscription)
        for (const stop of stops) stop()
        resolve()
      }
      if (signal.aborted) over()
      else signal.addEventListener('abort', over, { once: true })
    })
  }

  return {
    knows: ({ params }) => isObject(params) && isObject(params._meta) && Object.keys(params._meta).some((key) => SAYS.has(key)),
    async answer({ id, method, params }, reply, signal) {
      const given: Params = isObject(params) ? params : {}
      const meta: Params = isObject(given._meta) ? given._meta : {}
      const answer = (more: Params): void => {
        if (!signal.aborted) reply(writeJson({ jsonrpc: '2.0', id, ...more }), true)
      }
      const result = (value: Params): void =>
        answer({
          result: {
            resultType: 'complete',
            ...(CACHEABLE.test(method) ? FRESHNESS : {}),
            ...value,
            _meta: { [`${META}serverInfo`]: serverInfo },
          },
        })
      const call = callOf(stateOf(meta), meta, given, (one) => reply(one, false), signal)
      try {
        check(meta)
        if (method === 'subscriptions/listen') return await listen(id, given, reply, signal)
        if (method === 'server/discover') return result({ supportedVersions: [MODERN, ...older], capabilities, instructions })
        const handler = Object.hasOwn(handlers, method) ? handlers[method] : undefined
        if (handler === undefined) throw new RpcFailure(-32601, `This server does not know the method ${method}`)
        const value = await handler(given, call)
        result(isObject(value) ? value : {})
      } catch (thrown) {
        if (thrown instanceof InputWanted) {
          const { key, method, params } = thrown
          const requestState = writeJson(earlier(given))
          return result({ resultType: 'input_required', inputRequests: { [key]: { method, params } }, requestState })
        }
        const { code, message, data } =
          thrown instanceof RpcFailure
            ? thrown
            : { code: -32603, message: thrown instanceof Error ? thrown.message : String(thrown), data: undefined }
        // Here a resource that is not there is a parameter that is not valid.
        const said = { code: code === -32002 ? -32602 : code, message }
        answer({ error: data === undefined ? said : { ...said, data } })
      }
    },
  }
}

function callOf(state: State, meta: Params, given: Params, send: (message: string) => void, signal: AbortSignal): Call {
  const answers = earlier(given)
  let asked = 0
  const say = (method: string, params: Params): void => {
    if (!signal.aborted) send(writeJson({ jsonrpc: '2.0', method, params }))
  }
  return {
    state,
    signal,
    progress(progress, total, message) {
      const { progressToken } = meta
      if (progressToken !== undefined) say('notifications/progress', { progressToken, progress, total, message })
    },
    log(level, data) {
      // Who names no level wants none.
      if (meta[`${META}logLevel`] === undefined || LEVELS.indexOf(level) < LEVELS.indexOf(state.level)) return
      say('notifications/message', { level, logger: 'demo', data })
    },
    ask(method, params) {
      const key = `ask-${++asked}`
      const answer = answers[key]
      if (answer !== undefined) return Promise.resolve(answer)
      // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- it is no error, and must pass through handlers that mend errors
      return Promise.reject(new InputWanted(key, method, params))
    },
  }
}

/** What the client has answered so far: in this round, and in those before as it was told to remember. */
function earlier({ requestState, inputResponses }: Params): Params {
  let before: Json = {}
  try {
    if (typeof requestState === 'string') before = parseJson(requestState)
  } catch {
    // Whatever it is, it is not what was given out.
  }
  return { ...(isObject(before) ? before : {}), ...(isObject(inputResponses) ? inputResponses : {}) }
}

/** For a transport where all share one channel: which request a cancelled notification means. */
export function cancelledKey({ method, params }: Extract<Reading, { kind: 'notification' }>): string | undefined {
  const id = method === 'notifications/cancelled' && isObject(params) ? params.requestId : undefined
  return typeof id === 'string' || typeof id === 'number' || typeof id === 'bigint' ? idKey(id) : undefined
}
