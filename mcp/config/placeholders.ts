// Places that a configuration leaves open, `${API_KEY}` and its relatives: found, named and filled.
import type { Target } from '../transport/target.ts'

export interface Placeholder {
  /** As it stands in the text. */
  text: string
  /** 'env': a variable of the environment; 'input': asked of a person; 'other': a place that only the host knows. */
  kind: 'env' | 'input' | 'other'
  name: string
  /** What stands for it when there is none: `${PORT:-8080}`. */
  default?: string
}

const PATTERN = /\$\{([^{}$]+)\}|\{env:([^{}]+)\}/g

/** The placeholders of one text, in their order. */
export function placeholdersIn(text: string): Placeholder[] {
  return [...text.matchAll(PATTERN)].map((match) => placeholder(match[0], match[1], match[2]))
}

function placeholder(text: string, inside: string | undefined, env: string | undefined): Placeholder {
  if (inside === undefined) return { text, kind: 'env', name: env ?? '' }
  const input = /^input:(.+)$/.exec(inside)
  if (input !== null) return { text, kind: 'input', name: input[1]! }
  const variable = /^(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::-(.*))?$/.exec(inside)
  // A name in lower case without a prefix is a place of the host: ${workspaceFolder}, ${userHome}.
  if (variable === null || (/[a-z]/.test(variable[1]!) && !inside.startsWith('env:') && variable[2] === undefined))
    return { text, kind: 'other', name: inside }
  return { text, kind: 'env', name: variable[1]!, ...(variable[2] === undefined ? {} : { default: variable[2] }) }
}

/** Each placeholder of a target once. */
export function placeholdersOf(target: Target): Placeholder[] {
  const found = new Map<string, Placeholder>()
  mapTexts(target, (text) => {
    for (const one of placeholdersIn(text)) found.set(one.text, one)
    return text
  })
  return [...found.values()]
}

/** The target with each placeholder replaced by what `lookup` gives; where it gives undefined, the placeholder stays. */
export function fill(target: Target, lookup: (placeholder: Placeholder) => string | undefined): Target {
  return mapTexts(target, (text) => fillText(text, lookup))
}

/** The same for one text. */
export function fillText(text: string, lookup: (placeholder: Placeholder) => string | undefined): string {
  return text.replace(PATTERN, (whole: string, inside: string | undefined, env: string | undefined) => {
    const one = placeholder(whole, inside, env)
    return lookup(one) ?? one.default ?? whole
  })
}

function mapTexts(target: Target, map: (text: string) => string): Target {
  const pairs = (list: { name: string; value: string }[]) => list.map(({ name, value }) => ({ name, value: map(value) }))
  if (target.kind === 'stdio')
    return {
      ...target,
      command: map(target.command),
      args: target.args.map(map),
      env: pairs(target.env),
      ...(target.cwd === undefined ? {} : { cwd: map(target.cwd) }),
    }
  return {
    ...target,
    url: map(target.url),
    headers: pairs(target.headers),
    ...(target.bearer === undefined ? {} : { bearer: map(target.bearer) }),
  }
}
