// Rules that a person writes for repeated work: what a server is answered without asking. Kept by the server's name.
import type { Json } from '#mcp/json.ts'
import { isObject } from '#mcp/json.ts'

export type RuleKind = 'fixed' | 'echo' | 'provider' | 'decline'

export interface Rule {
  kind: RuleKind
  /** 'fixed': the whole result as JSON text. */
  result?: string
  /** 'provider': its id. */
  provider?: string
}

/** A method that is left out is put to the person. */
export interface Rules {
  sampling?: Rule
  elicitation?: Rule
}

export const NO_RULES: Rules = {}

/** Under this name a server's rules are remembered. */
export function rulesKey(server: string): string {
  return `rules/${server}`
}

export function hasRules({ sampling, elicitation }: Rules): boolean {
  return sampling !== undefined || elicitation !== undefined
}

export function ruleFor(rules: Rules, method: string): Rule | undefined {
  return method === 'sampling/createMessage' ? rules.sampling : method === 'elicitation/create' ? rules.elicitation : undefined
}

/** In the words of its history and of the record. */
export function ruleWords({ kind }: Rule, method: string): string {
  const sampling = method === 'sampling/createMessage'
  switch (kind) {
    case 'fixed':
      return 'always this answer'
    case 'echo':
      return sampling ? 'echo' : 'accept the defaults'
    case 'provider':
      return 'let a provider answer'
    case 'decline':
      return 'decline'
  }
}

/** The last text of the request, said back. */
export function echoOf(params: Json): { [name: string]: Json } {
  const messages = isObject(params) && Array.isArray(params.messages) ? params.messages : []
  const last = messages.at(-1)
  const content = isObject(last) ? last.content : undefined
  const blocks = Array.isArray(content) ? content : content === undefined ? [] : [content]
  const text = blocks.flatMap((block) => (isObject(block) && typeof block.text === 'string' ? [block.text] : [])).join('\n')
  return { role: 'assistant', content: { type: 'text', text }, model: 'echo', stopReason: 'endTurn' }
}
