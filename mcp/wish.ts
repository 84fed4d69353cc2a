// Who wanted a message of ours: what a person asked for is told from what this client does by itself.

/** A person; this client by itself; an app of the server; a rule by which a person answers. */
export const BY = ['you', 'loupe', 'app', 'rule'] as const
export type By = (typeof BY)[number]

export interface Wish {
  by: By
  /** The reason, as it goes on after a colon: "the list changed". Of a rule: its words. */
  why?: string
}

/** What this client does by itself, and why. */
export const itself = (why: string): Wish => ({ by: 'loupe', why })

/** What goes out once more for the same who wanted it. */
export const onceMore = (wish: Wish | undefined, why: string): Wish => ({ by: wish?.by ?? 'you', why })

const LONGEST = 300

/** A wish as anybody may have written it down; nothing where there is none. */
export function readWish({ by, why }: { readonly [name: string]: unknown }): Partial<Wish> {
  const known = BY.find((one) => one === by)
  if (known === undefined) return {}
  return typeof why === 'string' && why !== '' ? { by: known, why: why.slice(0, LONGEST) } : { by: known }
}
