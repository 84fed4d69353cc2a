// Which rule an ask meets, how it is called, and what an echo says.
import { isObject, type Json } from '#mcp/json.ts'
import type { Rule, Rules } from '../session/ask-rules.ts'

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
      return sampling ? 'let a provider answer' : 'let a provider fill it in'
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
