// Reads content as it comes in tool results, prompt messages and sampling: every block survives, in its order;
// a block that cannot be drawn says why.
import { isObject, type Json } from './json.ts'
import type { Annotations, ContentBlock, PromptMessage, ResourceContents, ToolResult } from './model.ts'
import { readAnnotations, readIcons } from './model-read.ts'

/** Reads a `tools/call` result. Never throws. */
export function readToolResult(result: Json): ToolResult {
  const value = isObject(result) ? result : {}
  const read: ToolResult = {
    content: readBlocks(value.content),
    hasContent: value.content !== undefined,
    isError: value.isError === true,
    raw: result,
  }
  if (value.structuredContent !== undefined) read.structuredContent = value.structuredContent
  return read
}

/** Reads a `resources/read` result; entries that are no objects come without URI, text and blob. */
export function readContents(result: Json): ResourceContents[] {
  const list = isObject(result) ? result.contents : undefined
  if (isObject(list)) return [readResourceContents(list)]
  return Array.isArray(list) ? list.map(readResourceContents) : []
}

/** Reads a `prompts/get` result. A message's content may be one block, a list of blocks or (wrongly) a bare string. */
export function readPromptResult(result: Json): { description?: string; messages: PromptMessage[] } {
  const value = isObject(result) ? result : {}
  const messages = Array.isArray(value.messages) ? value.messages.map(readMessage) : []
  return typeof value.description === 'string' ? { description: value.description, messages } : { messages }
}

/** Reads one message of a prompt or of a sampling request. */
export function readMessage(raw: Json): PromptMessage {
  if (!isObject(raw)) return { role: '', content: [unknown(raw, '', 'the message is not an object')] }
  return { role: typeof raw.role === 'string' ? raw.role : '', content: readBlocks(raw.content) }
}

/** Reads content that may be a list or a single block. */
export function readBlocks(raw: Json | undefined): ContentBlock[] {
  if (raw === undefined) return []
  return Array.isArray(raw) ? raw.map(readContent) : [readContent(raw)]
}

/** Reads one block. Never throws: what lacks its parts is `unknown` with the reason. */
export function readContent(raw: Json): ContentBlock {
  if (!isObject(raw)) return unknown(raw, '', 'a block must be an object with a "type"')
  const { type } = raw
  if (typeof type !== 'string') return unknown(raw, '', 'the block has no "type"')
  const annotations = readAnnotations(raw.annotations, [])
  switch (type) {
    case 'text':
      return typeof raw.text === 'string'
        ? { kind: 'text', text: raw.text, raw, annotations }
        : unknown(raw, type, '"text" is not a string')
    case 'image':
    case 'audio':
      if (typeof raw.data !== 'string') return unknown(raw, type, '"data" is not a string')
      return { kind: type, data: raw.data, mimeType: typeof raw.mimeType === 'string' ? raw.mimeType : '', raw, annotations }
    case 'resource':
      if (!isObject(raw.resource)) return unknown(raw, type, '"resource" is not an object')
      return { kind: 'resource', resource: readResourceContents(raw.resource), raw, annotations }
    case 'resource_link':
      return readLink(raw, annotations)
    case 'tool_use':
      if (typeof raw.id !== 'string' || typeof raw.name !== 'string') return unknown(raw, type, '"id" and "name" must be strings')
      return { kind: 'tool_use', id: raw.id, name: raw.name, input: raw.input ?? {}, raw, annotations }
    case 'tool_result': {
      if (typeof raw.toolUseId !== 'string') return unknown(raw, type, '"toolUseId" is not a string')
      const block = {
        kind: 'tool_result' as const,
        toolUseId: raw.toolUseId,
        content: readBlocks(raw.content),
        isError: raw.isError === true,
        raw,
        annotations,
      }
      return raw.structuredContent === undefined ? block : { ...block, structuredContent: raw.structuredContent }
    }
    default:
      return unknown(raw, type, 'this type is not known')
  }
}

function readLink(raw: { [key: string]: Json }, annotations: Annotations): ContentBlock {
  if (typeof raw.uri !== 'string') return unknown(raw, 'resource_link', '"uri" is not a string')
  const link: Extract<ContentBlock, { kind: 'resource_link' }> = {
    kind: 'resource_link',
    uri: raw.uri,
    name: typeof raw.name === 'string' ? raw.name : '',
    icons: readIcons(raw.icons, []),
    raw,
    annotations,
  }
  for (const key of ['title', 'description', 'mimeType'] as const) {
    const value = raw[key]
    if (typeof value === 'string') link[key] = value
  }
  if (typeof raw.size === 'number') link.size = raw.size
  return link
}

function readResourceContents(raw: Json): ResourceContents {
  const read: ResourceContents = { uri: '', raw }
  if (!isObject(raw)) return read
  if (typeof raw.uri === 'string') read.uri = raw.uri
  if (typeof raw.mimeType === 'string') read.mimeType = raw.mimeType
  if (typeof raw.text === 'string') read.text = raw.text
  else if (typeof raw.blob === 'string') read.blob = raw.blob
  return read
}

function unknown(raw: Json, type: string, why: string): ContentBlock {
  return { kind: 'unknown', type, why, raw, annotations: {} }
}
