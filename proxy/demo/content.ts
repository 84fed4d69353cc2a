// Every kind of content that the protocol knows, once; those that a revision does not know become a sentence.
import { writeJson, type Json } from '#mcp/json.ts'
import { picture, someBytes, sound } from './media.ts'
import type { Params } from './peer.ts'

export const text = (words: string): Params => ({ type: 'text', text: words })

export const MARKDOWN = `## Markdown

Texts may be **Markdown**. A list:

1. *Form* draws what is typed,
2. *Raw* shows what crossed the wire,
3. a table says how long it took.

| kind | field |
|---|---|
| text | \`text\` |
| image | \`data\` |

\`\`\`js
const answer = await call('echo', { message: 'hi' })
\`\`\`
`

/** `facts` stand in one block as JSON text: what has structured content is asked to say it as text as well. */
export function everyContent(facts: Params): Params[] {
  return [
    text('A plain text. Below it comes one block of every other kind.'),
    text(MARKDOWN),
    text(writeJson(facts, 2)),
    { type: 'image', data: picture(), mimeType: 'image/png' },
    { type: 'audio', data: sound(), mimeType: 'audio/wav' },
    {
      type: 'resource',
      resource: { uri: 'demo://notes.txt', mimeType: 'text/plain', text: 'An embedded text: the resource itself lies in the result.' },
    },
    { type: 'resource', resource: { uri: 'demo://bytes.bin', mimeType: 'application/octet-stream', blob: someBytes() } },
    {
      type: 'resource_link',
      uri: 'demo://welcome.md',
      name: 'welcome.md',
      title: 'Welcome',
      description: 'A link: read the resource to see what it holds.',
      mimeType: 'text/markdown',
    },
    { ...text('This one is for the assistant alone, says its annotation.'), annotations: { audience: ['assistant'], priority: 0.2 } },
  ]
}

/** What `revision` knows of a block: audio came in 2025-03-26, links in 2025-06-18. */
export function fitContent(block: Params, revision: string): Params {
  if (block.type === 'audio' && revision < '2025-03-26') return text(`(A sound stands here; revision ${revision} has no audio.)`)
  if (block.type === 'resource_link' && revision < '2025-06-18')
    return text(`(A link to ${String(block.uri)} stands here; revision ${revision} has no links.)`)
  return block
}

/** What `revision` knows of a definition: it must not be shown fields from its future. */
export function fitDefinition(definition: Params, revision: string): Params {
  const later: [string, string[]][] = [
    ['2025-03-26', ['annotations']],
    ['2025-06-18', ['title', 'outputSchema']],
    ['2025-11-25', ['icons']],
  ]
  const unknown = later.flatMap(([since, names]) => (revision < since ? names : []))
  return Object.fromEntries(Object.entries(definition).filter(([name]) => !unknown.includes(name)))
}

/** Cuts a list into pages; a cursor is the place where the next one begins. */
export function page(items: Json[], cursor: Json | undefined, size: number): { items: Json[]; next: Params } | undefined {
  const from = cursor === undefined ? 0 : typeof cursor === 'string' && /^from-\d+$/.test(cursor) ? Number(cursor.slice(5)) : -1
  if (from < 0 || from > items.length) return undefined
  const end = from + size
  return { items: items.slice(from, end), next: end < items.length ? { nextCursor: `from-${end}` } : {} }
}
