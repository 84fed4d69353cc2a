// The params of sampling/createMessage as a provider needs them: read leniently, since a person may have edited anything.
import { isObject, writeJson, type Json } from '../json.ts'

export type Block = { [name: string]: Json }

export interface Sampling {
  systemPrompt?: string
  messages: { role: string; content: Json }[]
  maxTokens?: number
  temperature?: number
  stopSequences?: string[]
  tools: { name: string; description?: string; inputSchema: Json }[]
  toolChoice?: 'auto' | 'required' | 'none'
  /** In words, what no provider is told. */
  unsent: string[]
}

export function samplingOf(params: Json): Sampling {
  const value = isObject(params) ? params : {}
  const messages = (Array.isArray(value.messages) ? value.messages : []).filter(isObject)
  const read: Sampling = {
    messages: messages.map(({ role, content }) => ({ role: role === 'assistant' ? 'assistant' : 'user', content: content ?? [] })),
    tools: (Array.isArray(value.tools) ? value.tools : []).filter(isObject).map(({ name, description, inputSchema }) => ({
      name: String(name),
      inputSchema: inputSchema ?? { type: 'object' },
      ...(typeof description === 'string' ? { description } : {}),
    })),
    unsent: [],
  }
  if (typeof value.systemPrompt === 'string') read.systemPrompt = value.systemPrompt
  if (typeof value.maxTokens === 'number') read.maxTokens = value.maxTokens
  if (typeof value.temperature === 'number') read.temperature = value.temperature
  if (Array.isArray(value.stopSequences) && value.stopSequences.length > 0) read.stopSequences = value.stopSequences.map(String)
  const mode = isObject(value.toolChoice) ? value.toolChoice.mode : undefined
  if (mode === 'auto' || mode === 'required' || mode === 'none') read.toolChoice = mode
  if (value.includeContext === 'thisServer' || value.includeContext === 'allServers')
    read.unsent.push(`“includeContext” is “${value.includeContext}”: no context is added.`)
  if (value.metadata !== undefined) read.unsent.push('“metadata” is not sent.')
  return read
}

export function blocksOf(content: Json): Block[] {
  return (Array.isArray(content) ? content : [content]).filter(isObject)
}

/** The text of a tool's result: providers take no more. */
export function textOf({ content, structuredContent }: Block): string {
  const texts = blocksOf(content ?? []).map((block) => (block.type === 'text' ? String(block.text ?? '') : `[${String(block.type)}]`))
  return texts.length > 0 ? texts.join('\n') : structuredContent === undefined ? '' : writeJson(structuredContent)
}
