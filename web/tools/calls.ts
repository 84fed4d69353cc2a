// Calls of tools: those in flight outlive the view that started them, the last one of each tool keeps its result, and
// what was sent is remembered across reloads.
import { create } from 'zustand'
import { isObject, parseJson, writeJson, type Json } from '#mcp/json.ts'
import { readToolResult } from '#mcp/content-read.ts'
import type { ToolResult } from '#mcp/model.ts'
import type { Answer, ClockReading, LateAnswer, Limits, StrayAnswer } from '#mcp/session-types.ts'
import { EngineFailure, request } from '../session/engine.ts'
import { noteBegin, noteEnd, takeInterrupted } from '../session/interrupted.ts'
import { readTask, taskToken } from '../session/task-read.ts'
import { withMeta, type Meta } from '../session/server-extras.ts'
import { keepRecent } from './recent-results.ts'
import { readSetting, writeSetting } from '../ui/use-setting.ts'

export type CallState = 'running' | 'done' | 'tool-error' | 'failed' | 'cancelled'

export interface Progress {
  at: number
  progress: number
  total?: number
  message?: string
}

export interface ToolCall {
  id: number
  tool: string
  arguments: Json
  /** What a person wanted sent along. */
  meta?: Meta
  state: CallState
  /** Milliseconds since the epoch. */
  startedAt: number
  endedAt?: number
  /** How often the connection had been opened: a later one means that the server was started anew since. */
  generation: number
  /** How many lines the server had written before. */
  written?: number
  progress: Progress[]
  seq?: number
  exchange?: number
  answer?: Answer
  result?: ToolResult
  failure?: EngineFailure
  /** How long it may take yet, or might have; `more` gives it longer while it runs. */
  clock?: { reading: ClockReading; more: () => void }
  /** It was given up, and its answer came after all. */
  late?: LateAnswer
  /** An answer came while it ran that answers nothing. */
  stray?: StrayAnswer
  /** It became a task, of this key. */
  task?: string
  /** It was running when the page was reloaded. */
  lost?: true
  cancel: (reason?: string) => void
}

/** A line of a tool's history, as it is stored. `arguments` is JSON text, so that big integers stay exact. */
export interface PastCall {
  at: number
  arguments: string
  /** `_meta` of the call as JSON text. */
  meta?: string
  state: CallState
  ms?: number
  /** The result as JSON text, where it is short. */
  result?: string
}

/** Progress beyond this is dropped from the middle of what is kept; Traffic has it all. */
const MOST_PROGRESS = 200
const MOST_PAST = 50
/** Milliseconds after which a result is drawn: it is written into the history then, which takes the time of a frame from it. */
const DRAWN = 50
/** Longer results (bytes) are not kept with the history: storage is small. */
const LONGEST_RESULT = 2000

export const NO_CALLS: PastCall[] = []

/** A call younger than this (milliseconds) is not drawn as running: most are answered sooner, and a view that changes
 *  twice within a blink only delays the answer. */
const BLINK = 100

interface Calls {
  /** The newest call of each tool, as it stands. */
  calls: ReadonlyMap<string, ToolCall>
  /** The same as it is drawn: a call appears here once it ended or lasted longer than a blink. */
  drawn: ReadonlyMap<string, ToolCall>
}

let lastId = 0

export const useCalls = create<Calls>(() => {
  const calls = beforeReload()
  return { calls, drawn: calls }
})

/** Calls that a reload cut off: they fail in words, and can be sent again. */
function beforeReload(): Map<string, ToolCall> {
  const calls = new Map<string, ToolCall>()
  for (const { key, at, text } of takeInterrupted('call')) {
    const noted = text === undefined ? undefined : parseJson(text)
    if (!isObject(noted) || typeof noted.tool !== 'string') continue
    lastId += 1
    const message = 'Its answer is lost; the server may have carried it out all the same. “Call again” sends the same arguments.'
    const args = noted.arguments ?? {}
    calls.set(key, {
      id: lastId,
      tool: noted.tool,
      arguments: args,
      state: 'failed',
      startedAt: at,
      generation: 0,
      progress: [],
      failure: new EngineFailure({ name: 'Interrupted', kind: 'silent', message }),
      lost: true,
      cancel: () => undefined,
    })
    keepPast(key, { at, arguments: writeJson(args), state: 'failed' })
  }
  return calls
}

/** Names what a call, a draft or a history belongs to: a tool of a server. */
export function toolKey(server: string, tool: string, copy = 0): string {
  return `${encodeURIComponent(server)}/${encodeURIComponent(tool)}${copy === 0 ? '' : `/${copy}`}`
}

export function historyKey(key: string): string {
  return `calls/${key}`
}

export interface CallOrder {
  key: string
  connection: string
  generation: number
  /** How many lines the server wrote so far. */
  written?: number
  tool: string
  arguments: Json
  meta?: Meta
  /** Where they are not those of the server. */
  limits?: Partial<Limits>
  /** The server is asked to make a task of it (2025-11-25). */
  task?: { ttl?: number }
}

/** Calls a tool. How it went is in the store under `key`; never rejects. */
export async function callTool({
  key,
  connection,
  generation,
  written,
  tool,
  arguments: args,
  meta,
  limits,
  task,
}: CallOrder): Promise<void> {
  lastId += 1
  const id = lastId
  const aborter = new AbortController()
  const call: ToolCall = {
    id,
    tool,
    arguments: args,
    ...(meta === undefined ? {} : { meta }),
    state: 'running',
    startedAt: Date.now(),
    generation,
    ...(written === undefined ? {} : { written }),
    progress: [],
    cancel: (reason) => aborter.abort(reason === undefined || reason === '' ? undefined : reason),
  }
  useCalls.setState(({ calls }) => ({ calls: new Map(calls).set(key, call) }))
  const change = (with_: Partial<ToolCall> | ((before: ToolCall) => Partial<ToolCall>), draw = false) =>
    useCalls.setState(({ calls, drawn }) => {
      const before = calls.get(key)
      if (before?.id !== id) return {}
      const now = { ...before, ...(typeof with_ === 'function' ? with_(before) : with_) }
      const next = { calls: new Map(calls).set(key, now) }
      return draw || now.state !== 'running' || drawn.get(key)?.id === id ? { ...next, drawn: new Map(drawn).set(key, now) } : next
    })
  const slow = setTimeout(() => change({}, true), BLINK)
  let state: CallState
  let kept: Answer | undefined
  try {
    const token = task === undefined ? undefined : taskToken(`${Date.now()}-${id}`)
    const params = { name: tool, arguments: args, ...(task === undefined ? {} : { task: { ...task }, _meta: { progressToken: token! } }) }
    const answered = request(connection, 'tools/call', withMeta(params, meta), {
      signal: aborter.signal,
      limits,
      onClock: (reading, more) => change({ clock: { reading, more } }),
      onLate: (late) => change(late.answer === undefined ? { late } : { late, result: readToolResult(late.answer.result) }),
      onStray: (stray) => change({ stray }, true),
      onSent: (seq, exchange) => change({ seq, exchange }),
      onProgress: (progress) => change((now) => ({ progress: [...now.progress.slice(-MOST_PROGRESS), { ...progress, at: Date.now() }] })),
    })
    // Noted once it is on its way, so that the note does not delay it.
    noteBegin('call', key, writeJson({ tool, arguments: args }))
    const answer = await answered
    const made = readTask(answer.result)
    if (made !== undefined) {
      const { trackTask } = await import('../session/tasks.ts')
      change({ task: trackTask(connection, tool, made, token) })
    }
    const result = readToolResult(answer.result)
    state = result.isError ? 'tool-error' : 'done'
    change({ state, endedAt: Date.now(), answer, result, seq: answer.requestSeq, exchange: answer.exchange })
    kept = answer
  } catch (error) {
    const failure =
      error instanceof EngineFailure
        ? error
        : new EngineFailure({ name: 'EngineFailure', kind: 'engine', message: (error as Error).message })
    state = failure.kind === 'cancelled' ? 'cancelled' : 'failed'
    change({ state, endedAt: Date.now(), failure, ...(failure.exchange === undefined ? {} : { exchange: failure.exchange }) })
  }
  clearTimeout(slow)
  await new Promise((drawn) => setTimeout(drawn, DRAWN))
  const past: PastCall = { at: call.startedAt, arguments: writeJson(args), state }
  if (meta !== undefined) past.meta = writeJson(meta)
  if (kept !== undefined) past.ms = kept.ms
  if (kept !== undefined && kept.bytes <= LONGEST_RESULT) past.result = writeJson(kept.result)
  else if (kept !== undefined) keepRecent(key, call.startedAt, kept.result, kept.bytes)
  keepPast(key, past)
  if (useCalls.getState().calls.get(key)?.id === id) noteEnd('call', key)
}

function keepPast(key: string, past: PastCall): void {
  const name = historyKey(key)
  writeSetting(name, [past, ...readSetting<PastCall[]>(name, NO_CALLS)].slice(0, MOST_PAST))
}
