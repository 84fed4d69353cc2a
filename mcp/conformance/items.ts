// The things within messages that rules look at, each with its JSON Pointer.
import { isObject, type Json } from '../json.ts'
import type { Message, Obj } from './seen.ts'

type Items = Generator<[string, Obj]>

export const TOOL_LIST = ['result tools/list'] as const
export const RESOURCE_LIST = ['result resources/list'] as const
export const TEMPLATE_LIST = ['result resources/templates/list'] as const
export const PROMPT_LIST = ['result prompts/list'] as const
export const LISTS = [...TOOL_LIST, ...RESOURCE_LIST, ...TEMPLATE_LIST, ...PROMPT_LIST] as const
/** Every answer to a method. */
export const BOTH = (method: string): string[] => [`result ${method}`, `failure ${method}`]
/** What a server declares that has a method. */
export const CAPABILITY: { [method: string]: string } = {
  'tools/list': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'resources',
  'prompts/list': 'prompts',
  'tools/call': 'tools',
  'resources/read': 'resources',
  'prompts/get': 'prompts',
}
/** Where content blocks come from. */
export const CONTENT = ['result tools/call', 'result prompts/get'] as const

/** The member of a list's result that holds its items. */
export const MEMBER: { [method: string]: string } = {
  'tools/list': 'tools',
  'resources/list': 'resources',
  'resources/templates/list': 'resourceTemplates',
  'prompts/list': 'prompts',
}

function* members(value: Json | undefined, at: string): Items {
  if (Array.isArray(value)) for (const [index, one] of value.entries()) if (isObject(one)) yield [`${at}/${index}`, one]
}

/** The items of a list that are objects. */
export function listed({ method, result }: Message): Items {
  const member = MEMBER[method] ?? ''
  return members(result[member], `/result/${member}`)
}

export function* inputSchemas(seen: Message): Items {
  for (const [at, tool] of listed(seen)) if (isObject(tool.inputSchema)) yield [`${at}/inputSchema`, tool.inputSchema]
}

export function* bothSchemas(seen: Message): Items {
  for (const [at, tool] of listed(seen))
    for (const name of ['inputSchema', 'outputSchema']) {
      const schema = tool[name]
      if (isObject(schema)) yield [`${at}/${name}`, schema]
    }
}

export function contents({ result }: Message): Items {
  return members(result.contents, '/result/contents')
}

export function messagesOf({ result }: Message): Items {
  return members(result.messages, '/result/messages')
}

export function* blocks(seen: Message): Items {
  yield* members(seen.result.content, '/result/content')
  for (const [at, message] of messagesOf(seen)) if (isObject(message.content)) yield [`${at}/content`, message.content]
}

export function* ofType(seen: Message, type: string): Items {
  for (const [at, block] of blocks(seen)) if (block.type === type) yield [at, block]
}

/** Annotations of resources and of content. */
export function* annotated(seen: Message): Items {
  const each = function* (all: Items): Items {
    for (const [at, one] of all) if (isObject(one.annotations)) yield [`${at}/annotations`, one.annotations]
  }
  if (seen.method !== 'tools/list') yield* each(listed(seen))
  yield* each(blocks(seen))
}

export function* icons(seen: Message): Items {
  for (const [at, item] of listed(seen)) yield* members(item.icons, `${at}/icons`)
  const { serverInfo } = seen.result
  if (isObject(serverInfo)) yield* members(serverInfo.icons, '/result/serverInfo/icons')
}

export const isText = (value: Json | undefined): value is string => typeof value === 'string'
export const isAbsoluteUri = (uri: string): boolean => /^[A-Za-z][A-Za-z0-9+.-]*:\S+$/.test(uri) && !/[\s<>"{}|\\^`]/.test(uri)
export const isBase64 = (text: string): boolean => text.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(text)
export const isMime = (text: Json | undefined): boolean =>
  typeof text === 'string' && /^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;.*)?$/.test(text)
