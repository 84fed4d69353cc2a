// A conversation as plain text, for pasting: roles as headings, what is not text named in brackets.
import type { ContentBlock, PromptMessage } from '#mcp/model.ts'

export function conversationText(messages: readonly PromptMessage[]): string {
  return messages.map(({ role, content }) => `${role || 'no role'}:\n${content.map(blockText).join('\n')}`).join('\n\n')
}

function blockText(block: ContentBlock): string {
  switch (block.kind) {
    case 'text':
      return block.text
    case 'image':
    case 'audio':
      return `[${block.kind}: ${block.mimeType || 'no type'}, ${block.data.length} characters of base64]`
    case 'resource':
      return block.resource.text ?? `[resource: ${block.resource.uri}]`
    case 'resource_link':
      return `[resource link: ${block.uri}]`
    default:
      return `[${block.kind}]`
  }
}
