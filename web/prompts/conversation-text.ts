// A conversation as plain text, for pasting: roles as headings, what is not text named in brackets.
import { heldText, type HeldRef } from '#mcp/held.ts'
import type { ContentBlock, PromptMessage } from '#mcp/model.ts'

export function conversationText(messages: readonly PromptMessage[]): string {
  return messages.map(({ role, content }) => `${role || 'no role'}:\n${content.map(blockText).join('\n')}`).join('\n\n')
}

/** Of a very long text only the beginning is here. */
function cut(text: string, held: HeldRef | undefined): string {
  return held === undefined ? text : `${text}\n[… cut here, of ${held.length} characters]`
}

function blockText(block: ContentBlock): string {
  switch (block.kind) {
    case 'text':
      return cut(block.text, heldText(block.raw, 'text'))
    case 'image':
    case 'audio':
      return `[${block.kind}: ${block.mimeType || 'no type'}, ${block.data.length} characters of base64]`
    case 'resource':
      return block.resource.text === undefined
        ? `[resource: ${block.resource.uri}]`
        : cut(block.resource.text, heldText(block.resource.raw, 'text'))
    case 'resource_link':
      return `[resource link: ${block.uri}]`
    default:
      return `[${block.kind}]`
  }
}
