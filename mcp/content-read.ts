// Reads content as it comes in tool results, prompt messages and sampling: every block survives, in its order;
// a block that cannot be drawn says why.
import { heldText, type HeldRef } from './held.ts'
import { isObject, type Json } from './json.ts'
import type { Annotations, ContentBlock, Oddity, PromptMessage, ResourceContents, ToolResult } from './model.ts'
import { kindOf, readAnnotations, readIcons } from './model-read.ts'

/** Reads a `tools/call` result. Never throws. */
export function readToolResult(result: Json): ToolResult {
  const value = isObject(result) ? result : {}
  const { content } = value
  const read: ToolResult = {
    // A text that stands for the whole is told of once, as what `content` is.
    content: typeof content === 'string' ? [bareText(content, heldText(value, 'content'), [])] : readBlocks(content),
    hasContent: content !== undefined,
    isError: value.isError === true,
    raw: result,
  }
  if (!isObject(result)) read.contentFlaw = `The result is ${kindOf(result)}, where an object with “content” must be.`
  if (content !== undefined && !Array.isArray(content))
    read.contentFlaw = `“content” is ${kindOf(content)}, where a list of blocks must be.`
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

/** Reads content that may be a list or a single block; null is none. */
export function readBlocks(raw: Json | undefined): ContentBlock[] {
  if (raw === undefined || raw === null) return []
  return Array.isArray(raw) ? raw.map((one, at) => readContent(one, heldText(raw, String(at)))) : [readContent(raw)]
}

/** Reads one block. Never throws: what lacks its parts is `unknown` with the reason. `held`: the rest of a bare text. */
export function readContent(raw: Json, held?: HeldRef): ContentBlock {
  if (typeof raw === 'string') return bareText(raw, held, ['It is a bare text, where an object with a “type” must be.'])
  if (!isObject(raw)) return unknown(raw, '', `this is ${kindOf(raw)}, where an object with a “type” must be`)
  const oddities: Oddity[] = []
  const block = readObject(raw, oddities)
  return oddities.length === 0 ? block : { ...block, flaws: oddities.map(({ says }) => `${says}.`) }
}

function bareText(text: string, held: HeldRef | undefined, flaws: string[]): ContentBlock {
  const block: ContentBlock = { kind: 'text', text, raw: text, annotations: {}, flaws }
  return held === undefined ? block : { ...block, held }
}

function readObject(raw: { [key: string]: Json }, oddities: Oddity[]): ContentBlock {
  const { type } = raw
  if (typeof type !== 'string')
    return unknown(raw, '', type === undefined ? 'the block has no "type"' : `"type" is ${kindOf(type)}, not a string`)
  const annotations = readAnnotations(raw.annotations, oddities)
  switch (type) {
    case 'text':
      return typeof raw.text === 'string' ? { kind: 'text', text: raw.text, raw, annotations } : unknown(raw, type, noString(raw, 'text'))
    case 'image':
    case 'audio':
      if (typeof raw.data !== 'string') return unknown(raw, type, noString(raw, 'data'))
      oddString(raw, 'mimeType', oddities)
      return { kind: type, data: raw.data, mimeType: typeof raw.mimeType === 'string' ? raw.mimeType : '', raw, annotations }
    case 'resource':
      if (!isObject(raw.resource))
        return unknown(
          raw,
          type,
          raw.resource === undefined ? 'it has no "resource"' : `"resource" is ${kindOf(raw.resource)}, not an object`,
        )
      return { kind: 'resource', resource: readResourceContents(raw.resource), raw, annotations }
    case 'resource_link':
      return readLink(raw, annotations, oddities)
    case 'tool_use':
      if (typeof raw.id !== 'string' || typeof raw.name !== 'string') return unknown(raw, type, '"id" and "name" must be strings')
      return { kind: 'tool_use', id: raw.id, name: raw.name, input: raw.input ?? {}, raw, annotations }
    case 'tool_result': {
      if (typeof raw.toolUseId !== 'string') return unknown(raw, type, noString(raw, 'toolUseId'))
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

function noString(raw: { [key: string]: Json }, key: string): string {
  return raw[key] === undefined ? `it has no "${key}"` : `"${key}" is ${kindOf(raw[key])}, not a string`
}

/** Notes a member that is there and no string. */
function oddString(raw: { [key: string]: Json }, key: string, oddities: Oddity[]): void {
  const value = raw[key]
  if (value !== undefined && typeof value !== 'string') oddities.push({ at: `/${key}`, says: `"${key}" is ${kindOf(value)}, not a string` })
}

function readLink(raw: { [key: string]: Json }, annotations: Annotations, oddities: Oddity[]): ContentBlock {
  if (typeof raw.uri !== 'string') return unknown(raw, 'resource_link', noString(raw, 'uri'))
  const link: Extract<ContentBlock, { kind: 'resource_link' }> = {
    kind: 'resource_link',
    uri: raw.uri,
    name: typeof raw.name === 'string' ? raw.name : '',
    icons: readIcons(raw.icons, oddities),
    raw,
    annotations,
  }
  if (raw.name === undefined) oddities.push({ at: '/name', says: 'It has no "name"' })
  for (const key of ['name', 'title', 'description', 'mimeType'] as const) {
    const value = raw[key]
    if (typeof value === 'string') link[key] = value
    else oddString(raw, key, oddities)
  }
  if (typeof raw.size === 'number') link.size = raw.size
  else if (raw.size !== undefined) oddities.push({ at: '/size', says: `"size" is ${kindOf(raw.size)}, not a number` })
  return link
}

function readResourceContents(raw: Json): ResourceContents {
  const read: ResourceContents = { uri: '', raw }
  if (!isObject(raw)) return read
  if (typeof raw.uri === 'string') read.uri = raw.uri
  if (typeof raw.mimeType === 'string') read.mimeType = raw.mimeType
  if (typeof raw.text === 'string') read.text = raw.text
  else if (typeof raw.blob === 'string') read.blob = raw.blob
  const oddities: Oddity[] = []
  for (const key of ['uri', 'mimeType', 'text', 'blob']) oddString(raw, key, oddities)
  if (oddities.length > 0) read.flaws = oddities.map(({ says }) => `${says}.`)
  return read
}

function unknown(raw: Json, type: string, why: string): ContentBlock {
  return { kind: 'unknown', type, why, raw, annotations: {} }
}
