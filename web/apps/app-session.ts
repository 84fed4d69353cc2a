// One app at work: its document read and judged, its frame spoken to, everything that passes kept in a log. It lives from one
// call (or one feeding by hand) to the next; what it came to is in a store that components read.
import { createStore, type StoreApi } from 'zustand/vanilla'
import { createAppHost, type AppFacts, type AppHost, type ConsentKind, type Outcome } from '#mcp/apps/app-host.ts'
import { appOf } from '#mcp/apps/app-tool.ts'
import { readAppResource, type AppResource } from '#mcp/apps/app-resource.ts'
import { isProbe } from '#mcp/apps/csp.ts'
import { partialArguments, toldNow, type DisplayMode, type HostContext, type Told } from '#mcp/apps/host-context.ts'
import { STAGE_HTML, STAGE_NOTES, STAGE_READY, VIEW_SANDBOX } from '#mcp/apps/stage.ts'
import { heldAt } from '#mcp/held.ts'
import { isObject, parseJson, writeJson, type Json } from '#mcp/json.ts'
import { call, EngineFailure, request } from '../session/engine.ts'
import { onNotice } from '../session/notices.ts'
import { download } from '../ui/viewers/download.ts'
import { wholeJson } from '../ui/viewers/whole-json.ts'
import { itself } from '#mcp/wish.ts'
import { decide, decisionOf } from './consents.ts'
import { withPrelude } from './prelude.ts'

export interface LogEntry {
  id: number
  /** Milliseconds since the epoch. */
  at: number
  /** 'note': the sandbox says something of the app. */
  direction: 'to' | 'from' | 'note'
  message: Json
  remark?: string
  /** Row in the server's traffic. */
  seq?: number
}

export interface Pending {
  id: number
  kind: ConsentKind
  params: Json
  answer: (allowed: boolean, forGood?: boolean) => void
}

export interface AppState extends Told {
  /** 'reading' its document, 'loading' it, 'greeting', 'ready', or: why it is not drawn. */
  stage: 'reading' | 'loading' | 'greeting' | 'ready' | 'refused' | 'gone'
  fault?: string
  resource?: AppResource
  /** Row of the answer that brought it. */
  readSeq?: number
  facts?: AppFacts
  mode: DisplayMode
  size: { width?: number; height?: number }
  log: readonly LogEntry[]
  /** Entries that are gone from the beginning of the log. */
  forgotten: number
  pending: readonly Pending[]
  /** Its document has said nothing for a while, not even that it is there. */
  mute: boolean
  /** It is there, and has not greeted for a while. */
  shy: boolean
  violations: readonly Violation[]
  failures: readonly string[]
}

export interface Violation {
  directive: string
  blocked: string
  /** It only tried whether it may. */
  probe: boolean
  times: number
}

export interface AppOrder {
  connection: string
  server: string
  tool: Json
  hostInfo: Json
  context: HostContext
  /** Definition of another tool of the server. */
  toolNamed: (name: string) => Json | undefined
}

/** What an app is fed with: by a call, or by hand. */
export interface Feed {
  arguments: Json
  /** What came of the call; left out while nothing did. */
  end?: { result: Json } | { reason: string }
  /** Pieces of the input that are told before it is whole. */
  steps?: number
}

export interface AppSession {
  readonly store: StoreApi<AppState>
  /** Ties it to its frame; what comes from any other window is not heard. */
  attach(frame: HTMLIFrameElement, origin: string): () => void
  feed(args: Json, end?: Feed['end'], steps?: number): Promise<void>
  /** Asks the app for something of its own. */
  ask(method: string, params: Json): Promise<Outcome>
  context(now: HostContext): void
  /** A person chose it. */
  setMode(mode: DisplayMode): void
  clearLog(): void
  /** The frame loaded, and the sandbox in it is silent. */
  silent(why: string): void
  end(reason: string): Promise<void>
}

const MOST_LOGGED = 1000
/** Characters: what an app is fed with stands in the record already, as its server said it. */
const MOST_RECORDED = 1_000_000
const MOST_PENDING = 20
const LISTS_CHANGED = new Set(['tools', 'resources', 'prompts'].map((list) => `notifications/${list}/list_changed`))
const MOST_LISTED = 100
const STEP_PAUSE = 250
/** Milliseconds without a word of the app, whose document is made to speak each second. */
const MUTE = 5000

export function createAppSession(order: AppOrder): AppSession {
  const store = createStore<AppState>(() => ({
    stage: 'reading',
    mode: 'inline',
    size: {},
    log: [],
    forgotten: 0,
    pending: [],
    mute: false,
    shy: false,
    violations: [],
    failures: [],
    messages: [],
  }))
  const put = store.setState
  let lastId = 0
  let post: ((message: Json) => void) | undefined
  let host: AppHost | undefined
  const early: ((host: AppHost) => void)[] = []
  let context = order.context
  const ending = new AbortController()
  let heardAt = 0
  let drawnAt = 0
  /** A page that is not seen has slow clocks, and so has what it holds. */
  const watch = setInterval(() => {
    const { stage, mute, shy } = store.getState()
    const late = stage === 'greeting' && performance.now() - drawnAt > MUTE
    if (late !== shy) put({ shy: late })
    if (document.visibilityState !== 'visible' || (stage !== 'ready' && stage !== 'greeting')) heardAt = performance.now()
    else if (!mute && performance.now() - heardAt > MUTE) put({ mute: true })
  }, 1000)

  const note = (direction: LogEntry['direction'], message: Json, remark?: string, seq?: number): void => {
    lastId += 1
    const entry: LogEntry = { id: lastId, at: Date.now(), direction, message }
    if (remark !== undefined) entry.remark = remark
    if (seq !== undefined) entry.seq = seq
    if (direction !== 'note') record(direction, message, remark)
    put(({ log, forgotten }) => ({
      log: [...log, entry].slice(-MOST_LOGGED),
      forgotten: forgotten + (log.length >= MOST_LOGGED ? 1 : 0),
    }))
  }

  /** The record of the server has it, too, among what it brings about. */
  const record = (way: 'to' | 'from', message: Json, why?: string): void => {
    const text = writeJson(message)
    const cut = text.length > MOST_RECORDED
    const odd = cut ? `It has ${text.length} characters, of which the first ${MOST_RECORDED} are kept here.` : why
    void call('appSaid', [order.connection, way, appOf(order.tool)?.uri ?? '', cut ? text.slice(0, MOST_RECORDED) : text, odd]).catch(
      () => undefined,
    )
  }

  const consent = (kind: ConsentKind, params: Json): Promise<boolean> => {
    const decided = decisionOf(order.server, kind)
    if (decided !== undefined) return Promise.resolve(decided === 'always')
    if (store.getState().pending.length >= MOST_PENDING) return Promise.resolve(false)
    lastId += 1
    const id = lastId
    return new Promise((resolve) => {
      const answer = (allowed: boolean, forGood = false): void => {
        const of = (one: Pending): boolean => one.id === id || (forGood && one.kind === kind)
        if (forGood) decide(order.server, kind, allowed ? 'always' : 'never')
        const others = store.getState().pending.filter((one) => of(one) && one.id !== id)
        put(({ pending }) => ({ pending: pending.filter((one) => !of(one)) }))
        resolve(allowed)
        for (const one of others) one.answer(allowed)
      }
      put(({ pending }) => ({ pending: [...pending, { id, kind, params, answer }] }))
    })
  }

  const forward = async (method: string, params: Json | undefined): Promise<Outcome> => {
    let seq: number | undefined
    try {
      const answer = await request(order.connection, method, params, {
        signal: ending.signal,
        wish: { by: 'app' },
        onSent: (sent) => (seq = sent),
      })
      return { result: await whole(answer.result), seq: answer.requestSeq }
    } catch (error) {
      const {
        message,
        code = -32603,
        data,
      } = error instanceof EngineFailure ? error : { message: String(error), code: undefined, data: undefined }
      return { error: { code, message, ...(data === undefined ? {} : { data }) }, ...(seq === undefined ? {} : { seq }) }
    }
  }

  const begin = (resource: AppResource): void => {
    host = createAppHost(
      {
        send: (message) => post?.(message),
        log: note,
        consent,
        forward,
        tool: order.toolNamed,
        open: openLink,
        save: (files) => {
          for (const { name, bytes, mimeType } of files) download(name, bytes!, mimeType || undefined)
        },
        said: (kind, params) => put((before) => toldNow(before, kind, params)),
        sized: (size) => put((before) => ({ size: { ...before.size, ...size } })),
        moded: (mode) => put({ mode }),
        done: () => void session.end('The app asked for it.'),
        ready: () => put({ stage: 'ready', facts: { ...host!.facts } }),
      },
      {
        hostInfo: order.hostInfo,
        hostCapabilities: {
          openLinks: {},
          downloadFile: {},
          serverTools: { listChanged: true },
          serverResources: { listChanged: true },
          logging: {},
          message: { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {} },
          updateModelContext: { text: {}, image: {}, audio: {}, resource: {}, resourceLink: {}, structuredContent: {} },
          sandbox: { permissions: {}, csp: (resource.csp ?? {}) as Json },
        },
        context,
      },
    )
    for (const act of early.splice(0)) act(host)
  }

  const heed = (method: string, params: { [name: string]: Json }): void => {
    if (method === STAGE_READY) {
      const { resource } = store.getState()
      if (store.getState().stage !== 'loading' || resource === undefined) return
      drawnAt = performance.now()
      put({ stage: 'greeting' })
      post?.({ jsonrpc: '2.0', method: STAGE_HTML, params: { html: withPrelude(resource.html), sandbox: VIEW_SANDBOX } })
    } else if (method === STAGE_NOTES.violation) {
      const { directive, blocked, sample } = {
        directive: String(params.directive),
        blocked: String(params.blocked),
        sample: String(params.sample ?? ''),
      }
      const probe = blocked === 'eval' && isProbe(sample)
      const same = (one: Violation): boolean => one.directive === directive && one.blocked === blocked && one.probe === probe
      const { violations } = store.getState()
      const known = violations.find(same)
      if (known === undefined && violations.length < MOST_LISTED)
        put({ violations: [...violations, { directive, blocked, probe, times: 1 }] })
      else put({ violations: violations.map((one) => (same(one) ? { ...one, times: one.times + 1 } : one)) })
      if (known === undefined && probe) note('note', params, 'It tried whether it may run text as code, and may not (script-src).')
      else if (known === undefined) note('note', params, `The policy stopped ${blocked === '' ? 'something' : blocked} (${directive}).`)
    } else if (method === STAGE_NOTES.failure) {
      const message = String(params.message)
      put(({ failures }) => ({ failures: [...failures, message].slice(-MOST_LISTED) }))
      note('note', params, `Its script failed: ${message}`)
    } else if (method === STAGE_NOTES.left) note('note', params, 'The app left its own page, or tried to.')
    else if (method === STAGE_NOTES.dropped)
      note('note', params, `${String(params.count)} messages were dropped: too many in a second, too long, or not for an app to send.`)
  }

  const unhear = onNotice(({ connection, method, params }) => {
    if (connection === order.connection && LISTS_CHANGED.has(method)) host?.changed(method, params)
  })

  const withHost = (act: (host: AppHost) => void): void => {
    if (host === undefined) early.push(act)
    else act(host)
  }

  const session: AppSession = {
    store,
    attach(frame, origin) {
      const hear = (event: MessageEvent<unknown>): void => {
        if (event.source !== frame.contentWindow || event.origin !== origin || typeof event.data !== 'string') return
        let message: Json
        try {
          message = parseJson(event.data)
        } catch {
          return
        }
        heardAt = performance.now()
        if (store.getState().mute) put({ mute: false })
        const { method, params } = isObject(message) ? message : {}
        if (typeof method === 'string' && method.startsWith('ui/notifications/sandbox-')) heed(method, isObject(params) ? params : {})
        else host?.receive(message)
      }
      window.addEventListener('message', hear)
      post = (message) => frame.contentWindow?.postMessage(writeJson(message), origin)
      return () => {
        window.removeEventListener('message', hear)
        post = undefined
      }
    },
    async feed(args, end, steps = 0) {
      for (let step = 1; step <= steps; step++) {
        withHost((host) => host.partial(partialArguments(args, step / (steps + 1))))
        await new Promise((resolve) => void setTimeout(resolve, STEP_PAUSE))
      }
      withHost((host) => host.input(args))
      if (end === undefined) return
      if ('reason' in end) return withHost((host) => host.cancelled(end.reason))
      const result = await whole(end.result)
      withHost((host) => host.result(result))
    },
    ask: (method, params) => host?.ask(method, params) ?? Promise.resolve({ error: { code: -32000, message: 'The app is not ready.' } }),
    context(now) {
      context = now
      host?.context(now)
    },
    setMode: (mode) => put({ mode }),
    clearLog: () => put({ log: [], forgotten: 0 }),
    silent(why) {
      if (store.getState().stage === 'loading') put({ stage: 'refused', fault: why })
    },
    async end(reason) {
      if (store.getState().stage === 'gone') return
      unhear()
      clearInterval(watch)
      for (const one of store.getState().pending) one.answer(false)
      await host?.teardown(reason)
      ending.abort()
      put({ stage: 'gone', mode: 'inline' })
    },
  }

  const read = async (): Promise<void> => {
    const link = appOf(order.tool)
    if (link === undefined || link.fault !== undefined) return put({ stage: 'refused', fault: link?.fault ?? 'The tool names no app.' })
    try {
      const answer = await request(
        order.connection,
        'resources/read',
        { uri: link.uri },
        { signal: ending.signal, wish: itself('the tool has an app') },
      )
      const judged = readAppResource(await whole(answer.result), link.uri)
      if ('fault' in judged) return put({ stage: 'refused', fault: judged.fault, readSeq: answer.answerSeq })
      begin(judged.resource)
      put({ stage: 'loading', resource: judged.resource, readSeq: answer.answerSeq })
    } catch (error) {
      if (!ending.signal.aborted) put({ stage: 'refused', fault: `Its document could not be read: ${(error as Error).message}` })
    }
  }
  void read()
  return session
}

/** What the engine holds back of a large value is fetched. */
async function whole(value: Json): Promise<Json> {
  return heldAt(value) === undefined ? value : parseJson(await wholeJson(value))
}

function openLink(url: string): string | undefined {
  window.open(url, '_blank', 'noopener,noreferrer')
  return undefined
}
