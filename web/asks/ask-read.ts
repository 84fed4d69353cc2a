// Reads what a server asks, as it came: nothing is thrown away, what is odd is noted, no URL is trusted.
import { isObject, type Json } from '#mcp/json.ts'
import { readMessage } from '#mcp/content-read.ts'
import type { PromptMessage } from '#mcp/model.ts'
import { readAddress } from '../ui/web-address.ts'
import { outsideSubset } from './elicitation-subset.ts'

export interface SamplingAsk {
  messages: PromptMessage[]
  systemPrompt?: string
  /** Name and value of each further member, as it came, in a fixed order. */
  settings: { name: string; value: Json }[]
  tools: Json[]
  notes: string[]
}

const SETTINGS = ['maxTokens', 'temperature', 'stopSequences', 'modelPreferences', 'includeContext', 'toolChoice', 'metadata']

export function readSampling(params: Json): SamplingAsk {
  const value = isObject(params) ? params : {}
  const notes: string[] = []
  if (!Array.isArray(value.messages)) notes.push('“messages” is not a list.')
  if (value.maxTokens === undefined) notes.push('“maxTokens” is missing; it is required.')
  if (value.includeContext === 'thisServer' || value.includeContext === 'allServers')
    notes.push(`“includeContext” is “${value.includeContext}”: deprecated; Loupe adds no context.`)
  const known = new Set([...SETTINGS, 'messages', 'systemPrompt', 'tools', '_meta'])
  const settings = [...SETTINGS, ...Object.keys(value).filter((name) => !known.has(name))]
    .filter((name) => value[name] !== undefined)
    .map((name) => ({ name, value: value[name]! }))
  const ask: SamplingAsk = {
    messages: Array.isArray(value.messages) ? value.messages.map(readMessage) : [],
    settings,
    tools: Array.isArray(value.tools) ? value.tools : [],
    notes,
  }
  if (typeof value.systemPrompt === 'string') ask.systemPrompt = value.systemPrompt
  return ask
}

export type ElicitationAsk = { message: string; notes: string[] } & (
  | { mode: 'form'; schema: { [key: string]: Json } }
  | { mode: 'url'; url: string; elicitationId?: string }
)

const SECRET = /pass(word|phrase)|secret|token|api.?key|credit|card.?number|cvc|\bpin\b|private.?key/i

/** A missing mode means a form. */
export function readElicitation(params: Json, revision?: string): ElicitationAsk {
  const value = isObject(params) ? params : {}
  const message = typeof value.message === 'string' ? value.message : ''
  const notes: string[] = []
  if (message === '') notes.push('“message” is missing: the server does not say why it asks.')
  if (value.mode === 'url') {
    const url = typeof value.url === 'string' ? value.url : ''
    notes.push(...readAddress(url).notes)
    const ask: ElicitationAsk = { mode: 'url', message, notes, url }
    if (typeof value.elicitationId === 'string') ask.elicitationId = value.elicitationId
    return ask
  }
  if (!isObject(value.requestedSchema)) notes.push('“requestedSchema” is not an object: any JSON object can be sent.')
  const schema = isObject(value.requestedSchema) ? value.requestedSchema : { type: 'object' }
  const names = isObject(schema.properties) ? Object.entries(schema.properties) : []
  for (const [name, member] of names) {
    if (SECRET.test(name) || (isObject(member) && typeof member.title === 'string' && SECRET.test(member.title)))
      notes.push(`“${name}” looks like a secret. Servers must not ask for secrets in a form.`)
  }
  if (isObject(value.requestedSchema)) notes.push(...outsideSubset(schema, revision))
  return { mode: 'form', message, notes, schema }
}
