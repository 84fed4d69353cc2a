// What a safe run does not play, and nobody else does by themselves: it has its place here, and waits for a person who does it by hand.

export interface Consent {
  title: string
  why: string
  /** Checks that no rule judges. */
  ids: readonly string[]
}

export const NEEDS_CONSENT: readonly Consent[] = [
  {
    title: 'Apps as they are drawn',
    why: 'Open the app in the tools panel: what it may load and what it says to its host is shown beside it.',
    ids: ['AP-07'],
  },
]
