// One request that a person starts, watches and may cancel: its state outlives the view that started it, and what
// it brought before stays until something newer comes.
import { useCallback } from 'react'
import { create } from 'zustand'
import type { Json } from '#mcp/json.ts'
import type { Answer, ClockReading, LateAnswer, Limits, StrayAnswer } from '#mcp/session-types.ts'
import type { Wish } from '#mcp/wish.ts'
import { EngineFailure, request } from './engine.ts'
import { noteBegin, noteEnd, takeInterrupted } from './interrupted.ts'

export interface Run {
  state: 'running' | 'done' | 'failed' | 'cancelled'
  /** Milliseconds since the epoch. */
  startedAt: number
  endedAt?: number
  /** Row of the request in the record, once it was sent. */
  seq?: number
  progress?: { progress: number; total?: number; message?: string }
  clock?: { reading: ClockReading; more: () => void }
  /** Asks for the same once more, with these limits or as before. */
  again?: (limits?: Partial<Limits>) => void
  /** It was given up, and its answer came after all. */
  late?: LateAnswer
  /** An answer came while it ran that answers nothing. */
  stray?: StrayAnswer
  /** The newest answer, of this run or of one before. */
  answer?: Answer
  /** The answer before that one. */
  previous?: { answer: Answer; at: number }
  error?: EngineFailure
}

/** Runs kept, the newest. */
const MOST = 60

const useStore = create<{ runs: ReadonlyMap<string, Run> }>(() => ({ runs: beforeReload() }))

function beforeReload(): Map<string, Run> {
  const message = 'This was under way when the page was reloaded; its answer is lost'
  const error = new EngineFailure({ name: 'Interrupted', kind: 'silent', message, advice: 'Ask again: what you typed is still there.' })
  return new Map(takeInterrupted('run').map(({ key, at }) => [key, { state: 'failed', startedAt: at, error }]))
}
const controls = new Map<string, AbortController>()

function put(key: string, change: (before: Run | undefined) => Run): void {
  useStore.setState(({ runs }) => {
    const next = new Map(runs)
    const run = change(next.get(key))
    next.delete(key)
    next.set(key, run)
    for (const [old, { state }] of next) {
      if (next.size <= MOST) break
      if (state !== 'running') next.delete(old)
    }
    return { runs: next }
  })
}

async function start(key: string, connection: string, method: string, params: Json, wish?: Wish, limits?: Partial<Limits>): Promise<void> {
  controls.get(key)?.abort()
  const control = new AbortController()
  controls.set(key, control)
  const mine = () => controls.get(key) === control
  noteBegin('run', key)
  const again = (other = limits) => void start(key, connection, method, params, undefined, other)
  put(key, (before) => ({
    state: 'running',
    startedAt: Date.now(),
    again,
    answer: before?.answer,
    previous: before?.answer === undefined ? before?.previous : { answer: before.answer, at: before.endedAt ?? before.startedAt },
  }))
  const note = (change: Partial<Run>) => {
    if (mine()) put(key, (run) => ({ ...(run ?? { state: 'running', startedAt: Date.now() }), ...change }))
  }
  try {
    const answer = await request(connection, method, params, {
      signal: control.signal,
      limits,
      wish,
      onSent: (seq) => note({ seq }),
      onStray: (stray) => note({ stray }),
      onProgress: (progress) => note({ progress }),
      onClock: (reading, more) => note({ clock: { reading, more } }),
      onLate: (late) => note({ late, ...(late.answer === undefined ? {} : { answer: late.answer }) }),
    })
    note({ state: 'done', answer, endedAt: Date.now(), progress: undefined })
  } catch (error) {
    const failure = error instanceof EngineFailure ? error : new EngineFailure({ name: 'Error', kind: 'engine', message: String(error) })
    note({
      state: failure.kind === 'cancelled' ? 'cancelled' : 'failed',
      error: failure,
      endedAt: Date.now(),
      progress: undefined,
      clock: undefined,
    })
  }
  if (mine()) noteEnd('run', key)
}

export interface RunHandle {
  run: Run | undefined
  /** `wish`: who wants it, where that is no person. */
  start: (connection: string, method: string, params: Json, wish?: Wish) => void
  cancel: () => void
}

/** `key` names what is run: a connection and an item. */
export function useRun(key: string): RunHandle {
  const run = useStore((state) => state.runs.get(key))
  return {
    run,
    start: useCallback((connection, method, params, wish) => void start(key, connection, method, params, wish), [key]),
    cancel: useCallback(() => controls.get(key)?.abort('Cancelled by the person.'), [key]),
  }
}
