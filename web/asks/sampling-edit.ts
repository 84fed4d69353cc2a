// A sampling request under a person's hands: which parts differ from what came, how one is set or put back, and what about
// the request or the answer breaks a rule.
import { isObject, writeJson, type Json } from '#mcp/json.ts'

export type Params = { [name: string]: Json }

export function paramsOf(params: Json): Params {
  return isObject(params) ? params : {}
}

/** Undefined leaves it out. Others keep their order. */
export function withMember(params: Json, name: string, value: Json | undefined): Params {
  const { [name]: _, ...rest } = paramsOf(params)
  if (value === undefined) return rest
  return Object.hasOwn(paramsOf(params), name) ? { ...paramsOf(params), [name]: value } : { ...rest, [name]: value }
}

export function differs(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return false
  return a === undefined || b === undefined || writeJson(a) !== writeJson(b)
}

/** Names of the members that were changed, added or left out. */
export function editedMembers(original: Json, edited: Json): string[] {
  const [was, is] = [paramsOf(original), paramsOf(edited)]
  return [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((name) => differs(was[name], is[name]))
}

export function messagesOf(params: Json): Json[] {
  const { messages } = paramsOf(params)
  return Array.isArray(messages) ? messages : []
}

/** Content may be one block or a list; it stays what it was unless it must change. */
export function blocksIn(content: Json | undefined): Json[] {
  return content === undefined ? [] : Array.isArray(content) ? content : [content]
}

export function contentOf(blocks: Json[], wasList: boolean): Json {
  return blocks.length === 1 && !wasList ? blocks[0]! : blocks
}

export const BLOCKS: { type: string; title: string; blank: () => Params }[] = [
  { type: 'text', title: 'Text', blank: () => ({ type: 'text', text: '' }) },
  { type: 'image', title: 'Image', blank: () => ({ type: 'image', data: '', mimeType: 'image/png' }) },
  { type: 'audio', title: 'Audio', blank: () => ({ type: 'audio', data: '', mimeType: 'audio/wav' }) },
  { type: 'tool_use', title: 'Tool use', blank: () => ({ type: 'tool_use', id: 'call-1', name: '', input: {} }) },
  { type: 'tool_result', title: 'Tool result', blank: () => ({ type: 'tool_result', toolUseId: '', content: [] }) },
]

const typesIn = (content: Json | undefined) => blocksIn(content).map((block) => (isObject(block) ? block.type : undefined))
const idsIn = (content: Json | undefined, type: string, member: string) =>
  blocksIn(content).flatMap((block) => (isObject(block) && block.type === type ? [String(block[member])] : []))

/** What of the history breaks the rules of 2025-11-25 for tool uses and their results. */
export function historyFaults(params: Json): string[] {
  const faults: string[] = []
  const messages = messagesOf(params).filter(isObject)
  messages.forEach(({ content }, at) => {
    const types = typesIn(content)
    if (types.includes('tool_result') && types.some((type) => type !== 'tool_result'))
      faults.push(`Message ${at + 1} mixes tool results with other content, which it must not.`)
    const asked = idsIn(content, 'tool_use', 'id')
    if (asked.length === 0) return
    const answered = new Set(idsIn(messages[at + 1]?.content, 'tool_result', 'toolUseId'))
    const open = asked.filter((id) => !answered.has(id))
    if (open.length > 0) faults.push(`The message after ${at + 1} must answer the tool use ${open.join(', ')}.`)
  })
  return faults
}

/** What of an answer its server did not ask for, or its revision does not know. Nothing of it stops the answer. */
export function answerDoubts(params: Json, content: readonly Json[], revision: string | undefined): string[] {
  const doubts: string[] = []
  const uses = typesIn([...content]).filter((type) => type === 'tool_use').length
  const { toolChoice, tools } = paramsOf(params)
  const mode = isObject(toolChoice) ? toolChoice.mode : undefined
  if (mode === 'required' && uses === 0) doubts.push('“toolChoice” is required: the answer should use a tool at least once.')
  if (mode === 'none' && uses > 0) doubts.push('“toolChoice” is none: the answer should use no tool.')
  if (uses > 0 && tools === undefined) doubts.push('The request offers no tools, and the answer uses one.')
  if (revision === undefined || revision >= '2025-11-25') return doubts
  if (content.length !== 1) doubts.push(`A list of blocks is new in 2025-11-25; this server speaks ${revision}.`)
  if (uses > 0) doubts.push(`Tool use is new in 2025-11-25; this server speaks ${revision}.`)
  return doubts
}
