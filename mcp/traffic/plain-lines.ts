// Rows of what is no message of the protocol: what a process wrote, how it ended, what was noticed about a peer.
import type { WireFact } from '../wire-event.ts'
import { blank, type Line } from './line.ts'
import { firstWords } from './naming.ts'

type Fact<Kind extends WireFact['kind']> = Extract<WireFact, { kind: Kind }>

export function stderrLine({ text }: Fact<'stderr'>): Line {
  return { ...blank(), kind: 'stderr', name: firstWords(text), body: text }
}

export function noiseLine({ text, why }: Fact<'noise'>): Line {
  const line = { ...blank(), kind: 'noise' as const, direction: 'in' as const, name: firstWords(text), body: text }
  return { ...line, status: 'not a message', tone: 'warn', extra: JSON.stringify({ why }) }
}

export function noteLine({ text, fault }: Fact<'note'>): Line {
  const rule = fault === 'rule'
  const line = { ...blank(), kind: 'note' as const, name: firstWords(text), body: text }
  return { ...line, status: rule ? 'rule' : 'finding', tone: rule ? 'plain' : 'warn', extra: JSON.stringify({ fault }) }
}

export function exitLine(fact: Fact<'exit'>): Line {
  const how = fact.signal === null ? `code ${fact.code ?? 'unknown'}` : `signal ${fact.signal}`
  const good = fact.code === 0 || (fact.text !== undefined && fact.code === 1000) || fact.signal === 'SIGTERM'
  const name = fact.text ?? `Process exited with ${how}`
  return { ...blank(), kind: 'exit', name, status: how, tone: good ? 'plain' : 'bad', extra: JSON.stringify(fact) }
}

export function startLine({ text }: Fact<'start'>): Line {
  return { ...blank(), kind: 'start', name: firstWords(text), body: text }
}
