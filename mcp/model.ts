// The nouns of MCP that we draw, each with the good part typed and all else kept as it came.
// What a server sends is hostile and often a little wrong: a reader never throws, it notes the oddity.
import type { HeldRef } from './held.ts'
import type { Json } from './json.ts'

export interface Implementation {
  name: string
  version: string
  title?: string
  description?: string
  websiteUrl?: string
  icons?: Icon[]
}

export interface Icon {
  src: string
  mimeType?: string
  sizes?: string[]
}

/** Something a definition has that it should not have, or lacks: shown beside the thing, never instead of it. */
export interface Oddity {
  /** JSON Pointer into the definition. */
  at: string
  says: string
}

interface Definition {
  /** Place in the list as served: names and URIs may repeat. */
  index: number
  name: string
  title?: string
  description?: string
  icons: Icon[]
  /** The definition as it came. */
  raw: Json
  oddities: Oddity[]
}

export interface Tool extends Definition {
  /** As it came when it is an object, else `{ type: 'object' }` with an oddity. */
  inputSchema: { [key: string]: Json }
  outputSchema?: { [key: string]: Json }
  /** Why clients must leave it out over HTTP from 2026-07-28 on: its "x-mcp-header" breaks a rule. */
  leftOut?: Oddity
  annotations: { title?: string; readOnlyHint?: boolean; destructiveHint?: boolean; idempotentHint?: boolean; openWorldHint?: boolean }
}

export interface Resource extends Definition {
  uri: string
  mimeType?: string
  /** Bytes, as announced. */
  size?: number
  annotations: Annotations
}

export interface ResourceTemplate extends Definition {
  uriTemplate: string
  mimeType?: string
  annotations: Annotations
}

export interface Prompt extends Definition {
  arguments: PromptArgument[]
}

export interface PromptArgument {
  name: string
  title?: string
  description?: string
  required: boolean
}

export interface Annotations {
  audience?: string[]
  priority?: number
  lastModified?: string
}

export interface ResourceContents {
  uri: string
  mimeType?: string
  /** One of `text` and `blob` (base64); a broken one has neither. */
  text?: string
  blob?: string
  /** What breaks the protocol in it though it can be drawn. */
  flaws?: string[]
  raw: Json
}

/** A block of content, wherever it stands: tool results, prompt messages, sampling. */
export type ContentBlock = {
  raw: Json
  annotations: Annotations
  /** What breaks the protocol in it though it can be drawn. */
  flaws?: string[]
} &
  /** `held`: the way to the rest of a bare text, of which only the beginning is here. */
  (
    | { kind: 'text'; text: string; held?: HeldRef }
    | { kind: 'image' | 'audio'; data: string; mimeType: string }
    | { kind: 'resource'; resource: ResourceContents }
    | {
        kind: 'resource_link'
        uri: string
        name: string
        title?: string
        description?: string
        mimeType?: string
        size?: number
        icons: Icon[]
      }
    | { kind: 'tool_use'; id: string; name: string; input: Json }
    | { kind: 'tool_result'; toolUseId: string; content: ContentBlock[]; structuredContent?: Json; isError: boolean }
    /** A type we do not know, or one that lacks what it needs: `why` says which. */
    | { kind: 'unknown'; type: string; why: string }
  )

export interface ToolResult {
  content: ContentBlock[]
  /** `content` was there at all. */
  hasContent: boolean
  /** What `content` is where it is no list. */
  contentFlaw?: string
  structuredContent?: Json
  isError: boolean
  raw: Json
}

export interface PromptMessage {
  role: string
  content: ContentBlock[]
}

/** `ref` of completion/complete. */
export type CompletionRef = { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string }
