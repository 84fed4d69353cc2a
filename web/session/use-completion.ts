// Suggestions from the server while a person types: asked for on focus and after a pause, the newest question wins.
// Asked of servers that declare completions, and of those of 2024-11-05, which could not yet declare them.
import { useCallback, useEffect, useRef, useState } from 'react'
import { isObject, type Json } from '#mcp/json.ts'
import type { CompletionRef } from '#mcp/model.ts'
import type { Facts } from '#mcp/session-types.ts'
import { useConnection } from './connections.ts'
import { request } from './engine.ts'

const PAUSE = 150

export interface Completion {
  values: string[]
  /** What is behind the values: how many there are in all, or why there are none. */
  note: string
  /** Asks for what fits `value`; `context`: the arguments already given. */
  ask: (value: string, context: { [name: string]: string }) => void
}

export function useCompletion(ref: CompletionRef, argument: string): Completion {
  const connection = useConnection()
  const [found, setFound] = useState<{ values: string[]; note: string }>({ values: [], note: '' })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(0)
  /** The connection whose server does not know the method. */
  const unknown = useRef('')
  const id = connection?.id ?? ''
  const able = connection?.status === 'connected' && mayComplete(connection.facts)
  const where = JSON.stringify(ref)
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = useCallback(
    (value: string, context: { [name: string]: string }) => {
      if (!able || unknown.current === id) return
      clearTimeout(timer.current)
      timer.current = setTimeout(async () => {
        const number = (asked.current += 1)
        try {
          const params = completionParams(JSON.parse(where) as CompletionRef, argument, value, context)
          const { result } = await request(id, 'completion/complete', params)
          if (number === asked.current) setFound(readCompletion(result))
        } catch (error) {
          if ((error as { code?: unknown }).code === -32601) unknown.current = id
          if (number === asked.current) setFound({ values: [], note: `No suggestions: ${(error as Error).message}` })
        }
      }, PAUSE)
    },
    [able, id, where, argument],
  )
  return { ...found, ask }
}

/** Whether a server may be asked: 2024-11-05 has the method, and no capability for it. */
export function mayComplete(facts: Pick<Facts, 'capabilities' | 'revision'> | undefined): boolean {
  return facts !== undefined && ('completions' in facts.capabilities || facts.revision === '2024-11-05')
}

/** What is asked; the arguments given so far go along, save blank ones and the one in question. */
export function completionParams(
  ref: CompletionRef,
  argument: string,
  value: string,
  context: { [name: string]: string },
): { [member: string]: Json } {
  const given = Object.entries(context).filter(([name, text]) => name !== argument && text !== '')
  return {
    ref: { ...ref },
    argument: { name: argument, value },
    ...(given.length === 0 ? {} : { context: { arguments: Object.fromEntries(given) } }),
  }
}

/** Reads a `completion/complete` result. Never throws. */
export function readCompletion(result: unknown): { values: string[]; note: string } {
  const completion = isObject(result) ? result.completion : undefined
  if (!isObject(completion) || !Array.isArray(completion.values)) return { values: [], note: 'The answer holds no suggestions.' }
  const values = completion.values.filter((value) => typeof value === 'string')
  const { total, hasMore } = completion
  const more =
    typeof total === 'number' && total > values.length ? `${values.length} of ${total}` : hasMore === true ? 'There are more.' : ''
  return { values: [...new Set(values)], note: more }
}
