// Suggestions from the server for what a person types (`completion/complete`). Asked of servers that declare completions,
// and of those of 2024-11-05, which could not yet declare them; who does not know the method is asked once.
import { useCallback } from 'react'
import { isObject, type Json } from '#mcp/json.ts'
import type { CompletionRef } from '#mcp/model.ts'
import type { Facts } from '#mcp/session-types.ts'
import { useConnection } from './connections.ts'
import { request } from './engine.ts'

export interface Suggestions {
  values: string[]
  /** What is behind the values: how many there are in all, or why there are none. */
  note: string
}

/** What fits `value`; `given`: the arguments already given. undefined: the server cannot be asked. */
export type Completion = (argument: string, value: string, given: { [name: string]: string }) => Promise<Suggestions> | undefined

/** Connections, each with its generation, whose server does not know the method. */
const unknown = new Set<string>()

/** `ref` may be a new object each time. */
export function useCompletion(ref: CompletionRef): Completion {
  const connection = useConnection()
  const id = connection?.id ?? ''
  const session = `${connection?.generation} ${id}`
  const able = connection?.status === 'connected' && mayComplete(connection.facts)
  const where = JSON.stringify(ref)
  return useCallback(
    (argument, value, given) => {
      if (!able || unknown.has(session)) return undefined
      return request(id, 'completion/complete', completionParams(JSON.parse(where) as CompletionRef, argument, value, given), {
        wish: { by: 'loupe', why: 'to suggest what may be typed' },
      }).then(
        ({ result }) => readCompletion(result),
        (error: Error & { code?: unknown }) => {
          if (error.code === -32601) unknown.add(session)
          throw error
        },
      )
    },
    [able, id, session, where],
  )
}

/** Whether a server may be asked: 2024-11-05 has the method, and no capability for it. */
export function mayComplete(facts: Pick<Facts, 'capabilities' | 'revision'> | undefined): boolean {
  return facts !== undefined && ('completions' in facts.capabilities || facts.revision === '2024-11-05')
}

/** What is asked; the other arguments given so far go along. */
export function completionParams(
  ref: CompletionRef,
  argument: string,
  value: string,
  given: { [name: string]: string },
): { [member: string]: Json } {
  return {
    ref: { ...ref },
    argument: { name: argument, value },
    ...(Object.keys(given).length === 0 ? {} : { context: { arguments: given } }),
  }
}

/** Reads a `completion/complete` result. Never throws. */
export function readCompletion(result: unknown): Suggestions {
  const completion = isObject(result) ? result.completion : undefined
  if (!isObject(completion) || !Array.isArray(completion.values)) return { values: [], note: 'The answer holds no suggestions.' }
  const values = completion.values.filter((value) => typeof value === 'string')
  const { total, hasMore } = completion
  const counted = typeof total === 'number' && total > values.length
  const note = counted ? `${values.length} of ${total}` : hasMore === true ? `${values.length} shown, and there are more.` : ''
  return { values: [...new Set(values)], note }
}
