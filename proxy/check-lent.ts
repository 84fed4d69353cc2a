// What a person lends to `loupe check`: a tool, a prompt, a template with what they are given; a resource, tokens, a client.
import { isObject, parseJson, type Json } from '#mcp/json.ts'
import type { GuineaPigs } from '#mcp/conformance/scenario.ts'

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
