// Why there was nothing for a rule to look at: one number for all of it hides what a server could still show.
import type { Facts } from './facts.ts'

export type Unseen =
  /** It is for other revisions than were spoken. */
  | 'revision'
  /** It is for another transport. */
  | 'transport'
  /** The server declares nothing of the kind. */
  | 'offer'
  /** Something came, and told nothing. */
  | 'unclear'
  /** What was found is told by another rule: this one was seen, and is not told twice. */
  | 'told'
  /** Nothing of the kind came. */
  | 'nothing'

const HTTP: readonly (Facts['transport'] | undefined)[] = ['streamable-http']
const TRANSPORTS: { [area: string]: readonly (Facts['transport'] | undefined)[] } = {
  ST: ['stdio'],
  HT: HTTP,
  SE: HTTP,
  RS: HTTP,
  HD: HTTP,
  XH: HTTP,
  MS: HTTP,
  HS: ['http+sse'],
  WS: ['websocket'],
  AU: ['streamable-http', 'http+sse'],
  AS: ['streamable-http', 'http+sse'],
}

const CAPABILITIES: { [area: string]: string } = {
  RE: 'resources',
  RT: 'resources',
  SU: 'resources',
  PR: 'prompts',
  TL: 'tools',
  TC: 'tools',
  LG: 'logging',
  CM: 'completions',
  TK: 'tasks',
  XE: 'extensions',
  AP: 'extensions',
  SK: 'extensions',
}

/** `offered`: what the server declared at any time; undefined where it never came to that. */
export function whyUnseen(id: string, transport: Facts['transport'], offered: ReadonlySet<string> | undefined): Unseen {
  const area = id.slice(0, 2)
  const carried = TRANSPORTS[area]
  if (carried !== undefined && transport !== undefined && !carried.includes(transport)) return 'transport'
  const capability = CAPABILITIES[area]
  return capability !== undefined && offered?.has(capability) === false ? 'offer' : 'nothing'
}
