// What the engine hands to the page, in the form in which it crosses.
import { McpError } from '#mcp/errors.ts'
import type { Answer } from '#mcp/session-types.ts'
import { spelledIn } from '#mcp/spelling.ts'
import type { TunnelState } from '#mcp/transport/tunnel.ts'
import type { EngineError, ProxyState } from './engine-messages.ts'

/** Collects what changed and hands it over once the time is up; the shortest time asked for counts. */
export function batch<T>(flush: (items: ReadonlySet<T>) => void): { add(item: T, within: number): void } {
  let items = new Set<T>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let due = Number.POSITIVE_INFINITY
  /** What was asked for when the time was set. */
  let asked = Number.POSITIVE_INFINITY
  return {
    add(item, within) {
      items.add(item)
      // Asked later for as long or longer, it is due later: in a flood the clock need not be read for each message.
      if (within >= asked) return
      const at = performance.now() + within
      if (at >= due) return
      due = at
      asked = within
      clearTimeout(timer)
      timer = setTimeout(() => {
        const full = items
        items = new Set()
        due = Number.POSITIVE_INFINITY
        asked = Number.POSITIVE_INFINITY
        flush(full)
      }, within)
    },
  }
}

export function proxyState(state: TunnelState): ProxyState {
  if (state.kind === 'open') return { kind: 'open', ...state.welcome }
  return state
}

/** An error as it crosses to the page. */
export function plain(error: unknown): EngineError {
  if (error instanceof McpError) {
    const { name, message, kind, exchange, code, data, retryAt, advice } = error
    return {
      name,
      message,
      kind,
      ...(exchange === undefined ? {} : { exchange }),
      ...(code === undefined ? {} : { code }),
      ...(data === undefined ? {} : { data }),
      ...(retryAt === undefined ? {} : { retryAt }),
      ...(advice === undefined ? {} : { advice }),
    }
  }
  return { name: 'EngineError', message: error instanceof Error ? error.message : String(error), kind: 'engine' }
}

/** With what the page cannot see of its numbers. */
export function withSpelling(answer: Answer): Answer {
  const spelled = spelledIn(answer.result)
  return spelled.length === 0 ? answer : { ...answer, spelled }
}
