// What WWW-Authenticate says: one or several challenges, as RFC 9110 §11.6.1 writes them. Reading never throws; what does not
// fit the grammar is named.

export interface Challenge {
  /** As it was written: 'Bearer'. */
  scheme: string
  /** Lower-case names; the first of two that have one name. */
  params: { [name: string]: string }
  /** Instead of params. */
  token68?: string
}

export interface ReadChallenges {
  challenges: Challenge[]
  /** Sentences about what could not be read. */
  faults: string[]
}

const TOKEN = /[!#$%&'*+.^_`|~\w-]+/y
const TOKEN68 = /[A-Za-z0-9._~+/-]+=*(?=\s*(?:,|$))/y

export function readChallenges(header: string): ReadChallenges {
  const challenges: Challenge[] = []
  const faults: string[] = []
  let at = 0
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at
    const found = pattern.exec(header)?.[0]
    if (found !== undefined) at += found.length
    return found
  }
  const spaces = (): void => {
    while (at < header.length && /[\s,]/.test(header[at]!)) at += 1
  }
  const value = (): string => {
    if (header[at] !== '"') return take(/[^\s,"]*/y) ?? ''
    let text = ''
    for (at += 1; at < header.length && header[at] !== '"'; at += 1) {
      if (header[at] === '\\' && at + 1 < header.length) at += 1
      text += header[at]
    }
    if (header[at] !== '"') faults.push(`a quotation mark is never closed (after ${JSON.stringify(text.slice(0, 40))})`)
    at += 1
    return text
  }
  for (spaces(); at < header.length; spaces()) {
    const start = at
    const word = take(TOKEN)
    if (word === undefined) {
      faults.push(`${JSON.stringify(header.slice(at, at + 20))} is neither a scheme nor a parameter`)
      take(/[^,]*/y)
      if (at === start) at += 1
      continue
    }
    const gap = take(/\s*/y) ?? ''
    const current = challenges.at(-1)
    if (header[at] === '=' && current !== undefined) {
      at += 1
      take(/\s*/y)
      const name = word.toLowerCase()
      const text = value()
      if (name in current.params) faults.push(`${word} stands twice; the first is used`)
      else current.params[name] = text
      continue
    }
    if (header[at] === '=') {
      faults.push(`the parameter ${word} stands before any scheme`)
      at += 1
      take(/\s*/y)
      value()
      continue
    }
    const challenge: Challenge = { scheme: word, params: {} }
    challenges.push(challenge)
    if (gap === '') continue
    const token = take(TOKEN68)
    // `Bearer realm` without a value looks like one, and so does the name of the next scheme.
    if (token !== undefined) challenge.token68 = token
  }
  return { challenges, faults }
}

/** The one that OAuth answers: Bearer, or DPoP. */
export function bearerOf(challenges: readonly Challenge[]): Challenge | undefined {
  return (
    challenges.find(({ scheme }) => scheme.toLowerCase() === 'bearer') ?? challenges.find(({ scheme }) => scheme.toLowerCase() === 'dpop')
  )
}
