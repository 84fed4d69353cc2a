// Suggestions for the texts of a form, from whoever owns it: asked for on focus and after a pause, the newest question
// wins, and an answer that comes too late is dropped.
import { createContext, useCallback, useContext, useEffect, useRef, useState } from 'react'
import { isObject, type Json } from '#mcp/json.ts'

export interface Suggestions {
  values: string[]
  /** What is behind the values: how many there are in all, or why there are none. */
  note: string
}

/**
 * Finds what fits what is typed in a member of the form; `given`: the texts of the other members. undefined: nothing can
 * be asked now. May reject: the form says why.
 */
export type Suggest = (member: string, value: string, given: { [name: string]: string }) => Promise<Suggestions> | undefined

export const SuggestContext = createContext<{ suggest: Suggest; given: () => Json } | undefined>(undefined)

/** Milliseconds without a key. */
const PAUSE = 150
const NONE: Suggestions = { values: [], note: '' }

/** `member`: the form's own member in which the text stands. */
export function useSuggestions(member: string): Suggestions & { ask: (value: string) => void } {
  const source = useContext(SuggestContext)
  const [found, setFound] = useState(NONE)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(0)
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      asked.current += 1
    },
    [],
  )
  const ask = useCallback(
    (value: string) => {
      clearTimeout(timer.current)
      // From here on an answer to what was asked before is one to another question.
      const number = (asked.current += 1)
      if (source === undefined) return
      timer.current = setTimeout(() => {
        const answer = source.suggest(member, value, givenTexts(source.given(), member))
        const take = (suggestions: Suggestions) => number === asked.current && setFound(suggestions)
        if (answer === undefined) take(NONE)
        else answer.then(take, (error: Error) => take({ values: [], note: `No suggestions: ${error.message}` }))
      }, PAUSE)
    },
    [source, member],
  )
  return { ...found, ask }
}

/** The members that are sent as texts, without the one in question. */
export function givenTexts(value: Json, without: string): { [name: string]: string } {
  if (!isObject(value)) return {}
  return Object.fromEntries(
    Object.entries(value).filter((pair): pair is [string, string] => pair[0] !== without && typeof pair[1] === 'string'),
  )
}
