// Checks that no rule judges: each would have its place here, with the reason.

export interface Consent {
  title: string
  why: string
  ids: readonly string[]
}

/** None at present: what a safe run does not play, a person may tick or do by hand, and it is judged then. */
export const NEEDS_CONSENT: readonly Consent[] = []
