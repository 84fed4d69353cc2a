// Rules that a person writes for repeated work: what a server is answered without asking. Kept by the server's name.
import { isObject, type Json } from '#mcp/json.ts'

export type RuleKind = 'fixed' | 'echo' | 'provider' | 'decline'

export interface Rule {
  kind: RuleKind
  /** 'fixed': the whole result as JSON text. */
  result?: string
  /** 'provider': its id. */
  provider?: string
  /** The form that it answers, as `formPrint` writes it; left out: any. */
  only?: string
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

/** What tells one form from another: its members and their types, not what is said of them. */
export function formPrint(params: Json): string {
  const schema = isObject(params) && isObject(params.requestedSchema) ? params.requestedSchema : {}
  const members = isObject(schema.properties) ? Object.entries(schema.properties) : []
  return members.map(([name, member]) => `${name}: ${isObject(member) && typeof member.type === 'string' ? member.type : '?'}`).join(', ')
}
