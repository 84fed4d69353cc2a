// Rules that a person writes for repeated work: what a server is answered without asking. Kept by the server's name.
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
