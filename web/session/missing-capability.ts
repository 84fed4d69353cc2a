// A server that needs a capability which was not declared (2026-07-28, error -32021): what it is, in words, and the way to
// declare it to this server from the next request on.
import { isObject, type Json } from '#mcp/json.ts'
import type { ConnectionState } from './connection-state.ts'
import type { EngineFailure } from './engine.ts'
import { changeOwn, declaredTo } from './opening.ts'
import type { Capabilities } from './engine-messages.ts'

type Able = keyof Capabilities

const CODE = -32021
const ON_UNLESS_OFF = new Set<Able>(['elicitationForm', 'elicitationUrl', 'rootsChanged'])
/** What each lets a server do. What is not here, nobody here can do. */
const ABLE: { [name: string]: { by: Able[]; says: string } } = {
  roots: { by: ['roots'], says: 'to ask which folders it should keep to' },
  sampling: { by: ['sampling'], says: 'to ask for a model’s answer' },
  'sampling.tools': { by: ['sampling', 'samplingTools'], says: 'to offer tools to the model' },
  'sampling.context': { by: ['sampling', 'samplingContext'], says: 'to want context of servers added' },
  elicitation: { by: ['elicitation'], says: 'to ask you something' },
  'elicitation.form': { by: ['elicitation', 'elicitationForm'], says: 'to ask you to fill in a form' },
  'elicitation.url': { by: ['elicitation', 'elicitationUrl'], says: 'to ask you to visit a page' },
  'extensions.io.modelcontextprotocol/tasks': { by: ['tasks'], says: 'to make a task of a call' },
  'extensions.io.modelcontextprotocol/ui': { by: ['apps'], says: 'to draw apps of its own' },
  'extensions.io.modelcontextprotocol/skills': { by: ['skills'], says: 'to list its skills' },
}

export interface Missing {
  says: string
  /** What is to be switched on; left out when that is of no use, or cannot be. */
  enables?: Able[]
}

/** Undefined for any other failure. `declared`: what is declared to the server now. */
export function missingCapability(failure: { code?: number; data?: Json } | undefined, declared: Capabilities): Missing | undefined {
  if (failure?.code !== CODE) return undefined
  const required = isObject(failure.data) && isObject(failure.data.requiredCapabilities) ? failure.data.requiredCapabilities : {}
  const names = Object.entries(required).flatMap(([name, members]) => {
    const inner = isObject(members) ? Object.keys(members) : []
    return inner.length === 0 ? [name] : inner.map((member) => `${name}.${member}`)
  })
  if (names.length === 0) return { says: 'The server does not say which: its error lacks “requiredCapabilities”.' }
  const unable = names.filter((name) => !Object.hasOwn(ABLE, name))
  const needs = names.map((name) => (Object.hasOwn(ABLE, name) ? `${name} (${ABLE[name]!.says})` : name)).join(' and ')
  if (unable.length > 0) return { says: `It needs ${needs}. Loupe cannot do ${unable.join(' and ')}, so it does not claim to.` }
  const enables = [...new Set(names.flatMap((name) => ABLE[name]!.by))].filter((name) => !(declared[name] ?? ON_UNLESS_OFF.has(name)))
  if (enables.length === 0) return { says: `It needs ${needs}, which was declared: see _meta of the request.` }
  return { says: `It needs ${needs}, and that is switched off.`, enables }
}

export interface Remedy {
  says: string
  /** Declares what is missing to this server, from the next request on. */
  enable?: () => void
}

export function remedyFor({ name, facts }: ConnectionState, failure: EngineFailure | undefined): Remedy | undefined {
  const missing = failure?.code === CODE ? missingCapability(failure, declaredTo(name)) : undefined
  if (missing === undefined) return undefined
  const { says, enables } = missing
  if (enables === undefined) return { says }
  if (facts?.era !== 'modern') return { says: `${says} Switch it on in Settings, and reconnect.` }
  const on = Object.fromEntries(enables.map((one) => [one, true]))
  return { says, enable: () => changeOwn(name, (own) => ({ ...own, capabilities: { ...own.capabilities, ...on } })) }
}
