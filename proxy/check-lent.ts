// What a person lends to `loupe check`: a tool, a prompt, a template with what they are given; a resource, tokens, a client.
import { isObject, parseJson, type Json } from '#mcp/json.ts'
import type { GuineaPigs } from '#mcp/conformance/scenario.ts'
import type { Traffic } from '#mcp/traffic.ts'

type Obj = { [name: string]: Json }
const NAMED = { '--tool': 'tool', '--prompt': 'prompt', '--template': 'template' } as const
const LOGIN: { [flag: string]: 'client' | 'redirect' | 'code' | 'refresh' } = {
  '--client-id': 'client',
  '--redirect': 'redirect',
  '--code': 'code',
  '--refresh-token': 'refresh',
}
export const LENT_FLAGS: readonly string[] = [
  ...Object.keys(NAMED),
  '--arguments',
  '--resource',
  '--token-foreign',
  '--token-other',
  '--token-broad',
  ...Object.keys(LOGIN),
]

export class Lent {
  readonly #pigs: GuineaPigs
  #last: (typeof NAMED)[keyof typeof NAMED] | undefined
  /** Arguments that came before what they are for. */
  #early: { text: string; own: Obj } | undefined

  constructor(pigs: GuineaPigs) {
    this.#pigs = pigs
  }

  takes(flag: string): boolean {
    return LENT_FLAGS.includes(flag)
  }

  /** What is wrong with it, if anything. */
  take(flag: string, text: string): string | undefined {
    const pigs = this.#pigs
    if (flag in NAMED) {
      this.#last = NAMED[flag as keyof typeof NAMED]
      pigs[this.#last] = { name: text, arguments: {} }
      const early = this.#early
      this.#early = undefined
      return early === undefined ? undefined : this.#give(early.text, early.own)
    }
    if (flag === '--arguments') {
      const own = objectIn(text)
      return own === undefined ? `--arguments ${text}: that is no JSON object.` : this.#give(text, own)
    }
    if (flag === '--resource') pigs.resource = text
    else if (flag.startsWith('--token-')) pigs.tokens = { ...pigs.tokens, [flag.slice('--token-'.length)]: text }
    else pigs.login = { client: '', ...pigs.login, [LOGIN[flag]!]: text }
    return undefined
  }

  /** Nothing more comes. */
  end(): string | undefined {
    return this.#early === undefined ? undefined : `--arguments ${this.#early.text}: name the tool, prompt or template that they are for.`
  }

  #give(text: string, own: Obj): string | undefined {
    const pigs = this.#pigs
    if (this.#last === undefined) {
      this.#early = { text, own }
      return undefined
    }
    // The protocol has texts alone there.
    const odd = Object.entries(own).find(([, value]) => typeof value !== 'string')
    if (this.#last !== 'tool' && odd !== undefined) return `--arguments ${text}: "${odd[0]}" is no text, and a ${this.#last} takes texts.`
    const named = pigs[this.#last]
    if (named !== undefined) named.arguments = own
    return undefined
  }
}

function objectIn(text: string): Obj | undefined {
  try {
    const value = parseJson(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

const LISTS = { tool: ['tools', 'name'], prompt: ['prompts', 'name'], template: ['resourceTemplates', 'uriTemplate'] } as const

/** What was lent by a name that the server does not list, in words: "--tool ech: the server lists no such tool, but echo." */
export function notListed(traffic: Traffic, pigs: GuineaPigs): string[] {
  const kinds = (['tool', 'prompt', 'template'] as const).filter((kind) => pigs[kind] !== undefined)
  if (kinds.length === 0) return []
  const seen = new Map(kinds.map((kind) => [kind, new Set<string>()]))
  for (const event of traffic.events(0, new Set(['frame', 'body']))) {
    const message = 'text' in event ? objectIn(event.text ?? '') : undefined
    for (const kind of kinds) {
      const [member, name] = LISTS[kind]
      const list = isObject(message?.result) ? message.result[member] : undefined
      if (!Array.isArray(list)) continue
      for (const one of list) if (isObject(one) && typeof one[name] === 'string') seen.get(kind)!.add(one[name])
    }
  }
  return kinds.flatMap((kind) => {
    const names = seen.get(kind)!
    const { name } = pigs[kind]!
    if (names.has(name)) return []
    const some = [...names].slice(0, SOME).join(', ')
    const others = names.size === 0 ? '' : `, but ${some}${names.size > SOME ? ` and ${names.size - SOME} more` : ''}`
    return [`--${kind} ${name}: the server lists no such ${kind}${others}.`]
  })
}

/** Names that are given to choose from. */
const SOME = 12
