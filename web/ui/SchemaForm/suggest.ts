// Suggestions for the texts of a form, from whoever owns it: asked for when they are opened and after a pause, the newest question
// wins, and an answer that comes too late is dropped.
import { createContext, useCallback, useContext, useEffect, useState } from 'react'
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

/** Puts questions after a pause, the newest alone: what is typed in one go is one question. */
export class Asker {
  #timer: ReturnType<typeof setTimeout> | undefined
  #asked = 0

  /** `question` is put when no newer one has come within the pause; `take` hears its answer, unless a newer one has come by then. */
  put(question: () => Promise<Suggestions> | undefined, take: (suggestions: Suggestions) => void): void {
    this.stop()
    const number = this.#asked
    const answered = (suggestions: Suggestions) => number === this.#asked && take(suggestions)
    this.#timer = setTimeout(() => {
      const answer = question()
      if (answer === undefined) answered(NONE)
      else answer.then(answered, (error: Error) => answered({ values: [], note: `No suggestions: ${error.message}` }))
    }, PAUSE)
  }

  /** From here on an answer to what was asked before is one to another question. */
  stop(): void {
    clearTimeout(this.#timer)
    this.#asked += 1
  }
}

/** `member`: the form's own member in which the text stands. */
export function useSuggestions(member: string): Suggestions & { ask: (value: string) => void } {
  const source = useContext(SuggestContext)
  const [found, setFound] = useState(NONE)
  const [asker] = useState(() => new Asker())
  useEffect(() => () => asker.stop(), [asker])
  const ask = useCallback(
    (value: string) => {
      if (source === undefined) asker.stop()
      else asker.put(() => source.suggest(member, value, givenTexts(source.given(), member)), setFound)
    },
    [asker, source, member],
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
