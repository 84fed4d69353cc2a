// The host's side of the ui/* dialect (2026-01-26): who may say what and when, in which order an app is fed, and what each
// request of the app comes to. Knows no frame: messages come and go as JSON.
import { isObject, type Json } from '../json.ts'
import { isDisplayMode, modesOfApp, changeOf, DISPLAY_MODES, type DisplayMode, type HostContext } from './host-context.ts'
import { filesOf, withRead, type AppFile } from './app-files.ts'
import { visibilityOf } from './app-tool.ts'

export const APPS_REVISION = '2026-01-26'

/** What an app may do only as far as a person lets it. */
export const CONSENT_KINDS = ['tool', 'link', 'message', 'context', 'download'] as const
export type ConsentKind = (typeof CONSENT_KINDS)[number]

/** `seq`: row of the server's traffic that it came of. */
export type Outcome = ({ result: Json } | { error: { code: number; message: string; data?: Json } }) & { seq?: number }

export interface HostActs {
  send(message: Json): void
  /** Every message, both ways, before it is acted on. `remark`: what is odd about it; `seq`: the row it came of. */
  log(direction: 'to' | 'from', message: Json, remark?: string, seq?: number): void
  /** Asks the person, or what they decided for good. */
  consent(kind: ConsentKind, params: Json, method: string): Promise<boolean>
  /** Sends to the server that the app is of. Never rejects. */
  forward(method: string, params: Json | undefined): Promise<Outcome>
  /** The definition of a tool as the server listed it; undefined when it lists none of that name. */
  tool(name: string): Json | undefined
  /** @returns why it is not opened; undefined when it is. */
  open(url: string): string | undefined
  /** Hands the files to the person; each has its bytes. */
  save(files: readonly AppFile[]): void
  /** What it says to the conversation, or (replacing what it said before) has the model know. */
  said(kind: 'message' | 'context', params: Json): void
  sized(size: { width?: number; height?: number }): void
  moded(mode: DisplayMode): void
  /** It asks to be taken away. */
  done(): void
  /** It greeted; it is ready to be fed. */
  ready(): void
}

export interface AppFacts {
  info?: { name: string; version: string }
  revision?: string
  modes: readonly DisplayMode[]
  capabilities?: Json
}

export interface AppHost {
  readonly facts: AppFacts
  /** What came from the app. */
  receive(message: Json): void
  /** Only before the input. */
  partial(args: Json): void
  /** Once; a second time is not sent. */
  input(args: Json): void
  result(result: Json): void
  cancelled(reason: string): void
  context(now: HostContext): void
  /** The server said that a list of its own changed: `notifications/tools/list_changed` and the like. Of nobody's interest before it is ready. */
  changed(method: string, params: Json | undefined): void
  /** Asks the app, as for tools of its own. Never rejects; an app that is silent for `patience` milliseconds fails. */
  ask(method: string, params: Json, patience?: number): Promise<Outcome>
  /** Resolves when the app answered, or after `patience` milliseconds. */
  teardown(reason: string, patience?: number): Promise<void>
}

/** Reads the server that the app is of, changing nothing. */
const READING = new Set(['resources/read', 'resources/list', 'resources/templates/list', 'tools/list', 'prompts/list'])
const REFUSED = -32000
const TEARDOWN_PATIENCE = 1000
const ANSWER_PATIENCE = 10_000

export function createAppHost(acts: HostActs, greeting: { hostInfo: Json; hostCapabilities: Json; context: HostContext }): AppHost {
  const facts: AppFacts = { modes: DISPLAY_MODES }
  let known = greeting.context
  let stage: 'silent' | 'greeted' | 'ready' | 'gone' = 'silent'
  let inputSent = false
  let ended = false
  let lastId = 0
  const queue: (() => void)[] = []
  const answers = new Map<string, (message: { [name: string]: Json }) => void>()

  const send = (message: { [name: string]: Json }, seq?: number): void => {
    const whole = { jsonrpc: '2.0', ...message }
    acts.log('to', whole, undefined, seq)
    acts.send(whole)
  }
  const notify = (method: string, params: Json): void => send({ method, params })
  /** Nothing may be said to an app before it is ready. */
  const whenReady = (act: () => void): void => {
    if (stage === 'ready') act()
    else if (stage !== 'gone') queue.push(act)
  }

  const answer = async (id: Json, method: string, params: Json | undefined): Promise<void> => {
    const outcome = await actOn(method, params).catch((error: unknown): Outcome => failure(-32603, `The host failed: ${String(error)}`))
    const { seq, ...answered } = outcome
    if (stage !== 'gone') send({ id, ...answered }, seq)
  }

  const actOn = async (method: string, params: Json | undefined): Promise<Outcome> => {
    const given = isObject(params) ? params : {}
    switch (method) {
      case 'ui/initialize':
        return greet(given)
      case 'ping':
        return { result: {} }
      case 'tools/call':
        return callTool(given)
      case 'ui/open-link': {
        if (typeof given.url !== 'string') return failure(-32602, 'ui/open-link needs a “url”.')
        if (!/^https?:\/\//i.test(given.url) || !URL.canParse(given.url))
          return failure(REFUSED, `Not opened: ${given.url.slice(0, 200)} is no http(s) address.`)
        if (!(await acts.consent('link', given, method))) return failure(REFUSED, 'The person did not let it open the link.')
        const why = acts.open(given.url)
        return why === undefined ? { result: {} } : failure(REFUSED, why)
      }
      case 'ui/download-file':
        return saveFiles(given, method)
      case 'ui/message':
        if (given.role !== 'user' && given.role !== 'assistant') return failure(-32602, 'ui/message needs a “role”: "user".')
        if (given.content === undefined) return failure(-32602, 'ui/message needs “content”.')
        if (!(await acts.consent('message', given, method))) return failure(REFUSED, 'The person did not let the message through.')
        acts.said('message', given)
        return { result: {} }
      case 'ui/update-model-context':
        if (!(await acts.consent('context', given, method))) return failure(REFUSED, 'The person did not let the context through.')
        acts.said('context', given)
        return { result: {} }
      case 'ui/request-display-mode': {
        const current = isDisplayMode(known.displayMode) ? known.displayMode : 'inline'
        const offered = Array.isArray(known.availableDisplayModes) ? known.availableDisplayModes : DISPLAY_MODES
        const { mode } = given
        if (!isDisplayMode(mode)) return failure(-32602, 'ui/request-display-mode needs a “mode”: inline, fullscreen or pip.')
        if (!facts.modes.includes(mode) || !offered.includes(mode)) return { result: { mode: current } }
        if (mode !== current) acts.moded(mode)
        return { result: { mode } }
      }
      default:
        if (READING.has(method)) return acts.forward(method, params)
        return failure(-32601, `This host does not know ${method.slice(0, 100)}.`)
    }
  }

  const greet = (given: { [name: string]: Json }): Outcome => {
    if (stage === 'silent') stage = 'greeted'
    const { appInfo, protocolVersion, appCapabilities } = given
    if (isObject(appInfo)) facts.info = { name: String(appInfo.name ?? ''), version: String(appInfo.version ?? '') }
    if (typeof protocolVersion === 'string') facts.revision = protocolVersion
    if (appCapabilities !== undefined) facts.capabilities = appCapabilities
    facts.modes = modesOfApp(appCapabilities)
    const { hostInfo, hostCapabilities } = greeting
    return { result: { protocolVersion: APPS_REVISION, hostInfo, hostCapabilities, hostContext: known } }
  }

  const callTool = async (given: { [name: string]: Json }): Promise<Outcome> => {
    const { name } = given
    if (typeof name !== 'string') return failure(-32602, 'tools/call needs a “name”.')
    const tool = acts.tool(name)
    if (tool !== undefined && !visibilityOf(tool).includes('app'))
      return failure(REFUSED, `Blocked: the tool ${name} is not for apps (its visibility lacks "app").`)
    if (!(await acts.consent('tool', given, 'tools/call'))) return failure(REFUSED, `The person did not let it call ${name}.`)
    return acts.forward('tools/call', given)
  }

  const saveFiles = async (given: { [name: string]: Json }, method: string): Promise<Outcome> => {
    const read = filesOf(given)
    if ('fault' in read) return failure(-32602, read.fault)
    if (!(await acts.consent('download', given, method))) return failure(REFUSED, 'The person did not let it save the file.')
    const files: AppFile[] = []
    let seq: number | undefined
    for (const file of read.files) {
      if (file.bytes !== undefined) {
        files.push(file)
        continue
      }
      const outcome = await acts.forward('resources/read', { uri: file.uri })
      if ('error' in outcome) return outcome
      seq = outcome.seq
      const whole = withRead(file, outcome.result)
      if (typeof whole === 'string') return failure(REFUSED, whole)
      files.push(whole)
    }
    acts.save(files)
    return { result: {}, ...(seq === undefined ? {} : { seq }) }
  }

  const heed = (method: string, params: Json | undefined): string | undefined => {
    const given = isObject(params) ? params : {}
    switch (method) {
      case 'ui/notifications/initialized':
        if (stage === 'silent') return 'It says that it is initialized and never asked ui/initialize.'
        if (stage !== 'greeted') return undefined
        stage = 'ready'
        acts.ready()
        for (const act of queue.splice(0)) act()
        return undefined
      case 'ui/notifications/size-changed': {
        const { width, height } = given
        const size = { ...(isLength(width) ? { width } : {}), ...(isLength(height) ? { height } : {}) }
        if (Object.keys(size).length === 0) return 'It holds no width or height that is a number of pixels.'
        acts.sized(size)
        return undefined
      }
      case 'ui/notifications/request-teardown':
        acts.done()
        return undefined
      case 'notifications/tools/list_changed':
      case 'notifications/message':
      case 'notifications/cancelled':
      case 'notifications/progress':
        return undefined
      default:
        return 'This host does not know this notification.'
    }
  }

  return {
    facts,
    receive(message) {
      if (stage === 'gone') return
      if (!isObject(message) || message.jsonrpc !== '2.0')
        return acts.log('from', message, 'This is no JSON-RPC message: it is not heeded.')
      const { id, method, params } = message
      if (typeof method !== 'string') {
        const waiting = answers.get(String(id))
        acts.log('from', message, waiting === undefined ? 'It answers nothing that was asked.' : undefined)
        answers.delete(String(id))
        return waiting?.(message)
      }
      if (id === undefined) return acts.log('from', message, heedLater(method, params))
      acts.log('from', message)
      if (typeof id !== 'string' && typeof id !== 'number') return send({ id: null, ...failure(-32600, 'An id is a string or a number.') })
      void answer(id, method, params)
    },
    partial: (args) =>
      whenReady(() => {
        if (!inputSent) notify('ui/notifications/tool-input-partial', { arguments: args })
      }),
    input: (args) =>
      whenReady(() => {
        if (inputSent) return
        inputSent = true
        notify('ui/notifications/tool-input', { arguments: args })
      }),
    result: (result) =>
      whenReady(() => {
        if (ended) return
        ended = true
        notify('ui/notifications/tool-result', result)
      }),
    cancelled: (reason) =>
      whenReady(() => {
        if (ended) return
        ended = true
        notify('ui/notifications/tool-cancelled', { reason })
      }),
    context(now) {
      const changed = changeOf(known, now)
      known = now
      if (changed !== undefined && stage === 'ready') notify('ui/notifications/host-context-changed', changed)
    },
    changed(method, params) {
      if (stage === 'ready') send({ method, ...(params === undefined ? {} : { params }) })
    },
    async ask(method, params, patience = ANSWER_PATIENCE) {
      if (stage !== 'ready') return failure(REFUSED, 'The app is not ready.')
      lastId += 1
      const id = `host-${lastId}`
      return new Promise((resolve) => {
        const timer = setTimeout(
          () => (answers.delete(id), resolve(failure(REFUSED, `The app did not answer within ${patience / 1000} s.`))),
          patience,
        )
        answers.set(id, ({ result, error }) => {
          clearTimeout(timer)
          if (!isObject(error)) return resolve({ result: result ?? null })
          const { code, message, data } = error
          resolve({ error: { code: Number(code), message: String(message ?? ''), ...(data === undefined ? {} : { data }) } })
        })
        send({ id, method, params })
      })
    },
    async teardown(reason, patience = TEARDOWN_PATIENCE) {
      if (stage === 'ready') {
        lastId += 1
        const id = `host-${lastId}`
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, patience)
          answers.set(id, () => (clearTimeout(timer), resolve()))
          send({ id, method: 'ui/resource-teardown', params: { reason } })
        })
      }
      stage = 'gone'
      queue.length = 0
    },
  }

  /** The log holds a notification before what it brings about. */
  function heedLater(method: string, params: Json | undefined): string | undefined {
    if (method !== 'ui/notifications/initialized' || stage !== 'greeted') return heed(method, params)
    queueMicrotask(() => heed(method, params))
    return undefined
  }
}

function failure(code: number, message: string): Outcome {
  return { error: { code, message } }
}

function isLength(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0
}
