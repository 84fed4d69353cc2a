// Suggestions from the server while a person types: asked for on focus and after a pause, the newest question wins.
// Never asked of a server that does not declare completions.
import { useCallback, useEffect, useRef, useState } from 'react'
import { isObject } from '#mcp/json.ts'
import type { CompletionRef } from '#mcp/model.ts'
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
  const id = connection?.id ?? ''
  const able = connection?.status === 'connected' && connection.facts !== undefined && 'completions' in connection.facts.capabilities
  const where = JSON.stringify(ref)
  useEffect(() => () => clearTimeout(timer.current), [])
  const ask = useCallback(
    (value: string, context: { [name: string]: string }) => {
      if (!able) return
      clearTimeout(timer.current)
      timer.current = setTimeout(async () => {
        const number = (asked.current += 1)
        const given = Object.entries(context).filter(([name, text]) => name !== argument && text !== '')
        try {
          const { result } = await request(id, 'completion/complete', {
            ref: JSON.parse(where) as { type: string },
            argument: { name: argument, value },
            ...(given.length === 0 ? {} : { context: { arguments: Object.fromEntries(given) } }),
          })
          if (number === asked.current) setFound(readCompletion(result))
        } catch (error) {
          if (number === asked.current) setFound({ values: [], note: `No suggestions: ${(error as Error).message}` })
        }
      }, PAUSE)
    },
    [able, id, where, argument],
  )
  return { ...found, ask }
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
