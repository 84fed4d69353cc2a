// Which scopes the parties spoke of: what the challenge wants, what is on offer, what was asked for and what was granted.
import { isObject, parseJson } from '#mcp/json.ts'
import type { FlowState } from '#mcp/auth/flow-state.ts'
import type { StepId } from '#mcp/auth/step-id.ts'

export interface ScopeTable {
  /** Only columns of which something is known. */
  columns: { id: ScopeColumn; title: string }[]
  rows: { scope: string; in: ReadonlySet<ScopeColumn>; tone?: 'bad' | 'warn'; says?: string }[]
}

export type ScopeColumn = 'challenge' | 'resource' | 'server' | 'requested' | 'granted'

const TITLES: Record<ScopeColumn, string> = {
  challenge: 'Challenged',
  resource: 'Server lists',
  server: 'Authorization server lists',
  requested: 'Requested',
  granted: 'Granted',
}

/** Undefined when nobody named a scope. */
export function scopeTableOf(flow: FlowState): ScopeTable | undefined {
  const { token } = flow
  const requested = token?.requestedScope ?? requestedOf(flow)
  const known: { [Id in ScopeColumn]: string[] | undefined } = {
    challenge: wordsIn(factOf(flow, 'challenge', 'scope')),
    resource: listIn(flow, 'resource-metadata'),
    server: listIn(flow, 'server-metadata'),
    requested: wordsIn(requested),
    // What is not said is what was asked for (RFC 6749 §5.1).
    granted: token === undefined ? undefined : wordsIn(token.scope ?? requested),
  }
  const columns = (Object.keys(TITLES) as ScopeColumn[])
    .filter((id) => known[id] !== undefined)
    .map((id) => ({ id, title: id === 'granted' && token?.scope === undefined ? 'Granted, as asked for' : TITLES[id] }))
  // What is spoken of in this flow first, then what is only on offer.
  const order: ScopeColumn[] = ['challenge', 'requested', 'granted', 'resource', 'server']
  const scopes = [...new Set(order.flatMap((id) => known[id] ?? []))]
  if (scopes.length === 0) return undefined
  return {
    columns,
    rows: scopes.map((scope) => {
      const has = new Set(columns.filter(({ id }) => known[id]?.includes(scope)).map(({ id }) => id))
      return { scope, in: has, ...verdictOn(has, known) }
    }),
  }
}

function verdictOn(
  has: ReadonlySet<ScopeColumn>,
  known: { [Id in ScopeColumn]: string[] | undefined },
): { tone?: 'bad' | 'warn'; says?: string } {
  const granted = has.has('granted')
  if (known.granted !== undefined && has.has('challenge') && !granted) return { tone: 'bad', says: 'wanted by the server, not granted' }
  if (known.granted !== undefined && has.has('requested') && !granted) return { tone: 'warn', says: 'asked for, not granted' }
  if (granted && known.requested !== undefined && !has.has('requested')) return { tone: 'warn', says: 'granted without being asked for' }
  if (known.requested !== undefined && has.has('challenge') && !has.has('requested'))
    return { tone: 'bad', says: 'wanted by the server, not asked for' }
  return {}
}

function requestedOf(flow: FlowState): string | undefined {
  for (const id of ['token', 'authorization'] as const) {
    const scope = factOf(flow, id, 'Scope')
    if (scope === undefined) continue
    const also = factOf(flow, id, 'And offline_access') === undefined ? '' : ' offline_access'
    return scope === 'none' ? also : scope + also
  }
  return undefined
}

function factOf({ steps }: FlowState, id: StepId, name: string): string | undefined {
  return steps.find((step) => step.id === id)?.facts.find((fact) => fact.name === name)?.value
}

function listIn({ steps }: FlowState, id: StepId): string[] | undefined {
  const text = steps.find((step) => step.id === id)?.document
  if (text === undefined) return undefined
  try {
    const document = parseJson(text)
    const list = isObject(document) ? document.scopes_supported : undefined
    return Array.isArray(list) ? list.filter((one) => typeof one === 'string') : undefined
  } catch {
    return undefined
  }
}

function wordsIn(text: string | undefined): string[] | undefined {
  return text?.split(/\s+/).filter((word) => word !== '')
}
