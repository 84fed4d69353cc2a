// Which scopes are asked for, and where they come from (2025-11-25 and later: basic/authorization, scope selection).

export function scopesOf(text: string | undefined): string[] {
  return [...new Set((text ?? '').split(/\s+/).filter((one) => one !== ''))]
}

export function union(...lists: readonly (readonly string[])[]): string[] {
  return [...new Set(lists.flat())]
}

export interface ScopeChoice {
  /** Empty: the parameter is left out. */
  scopes: string[]
  from: 'you' | 'step-up' | 'challenge' | 'resource metadata' | 'nothing'
}

export interface ScopeSources {
  /** What a person typed; '' means none. */
  chosen?: string
  /** What a step-up asks for: old and new. */
  stepUp?: readonly string[]
  challenge?: string
  /** `scopes_supported` of the protected resource. */
  resource?: readonly string[]
}

export function chooseScopes({ chosen, stepUp, challenge, resource }: ScopeSources): ScopeChoice {
  if (chosen !== undefined) return { scopes: scopesOf(chosen), from: 'you' }
  if (stepUp !== undefined) return { scopes: union(stepUp), from: 'step-up' }
  if (challenge !== undefined && scopesOf(challenge).length > 0) return { scopes: scopesOf(challenge), from: 'challenge' }
  if (resource !== undefined && resource.length > 0) return { scopes: union(resource), from: 'resource metadata' }
  return { scopes: [], from: 'nothing' }
}
