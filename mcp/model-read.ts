// Reads lists of definitions as servers send them. Never throws: one broken entry is noted beside itself and
// takes no neighbour with it. Content blocks have their own file, content-read.ts.
import { paramHeaders } from './dialect/param-headers.ts'
import { heldAt } from './held.ts'
import { isObject, type Json } from './json.ts'
import type { Annotations, Icon, Implementation, Oddity, Prompt, PromptArgument, Resource, ResourceTemplate, Tool } from './model.ts'

/** One page of a list. `oddities` are about the page itself; each item carries its own. */
export interface ListPage<T> {
  items: T[]
  /** As served; an empty string is a cursor too (older servers mean "the end" by it: follow it once). */
  nextCursor?: string
  oddities: Oddity[]
}

/** Reads a `tools/list` result. `start`: which place in the whole list its first tool has. */
export function readTools(result: Json, start = 0): ListPage<Tool> {
  return readPage(result, 'tools', (raw, index) => {
    const from = definition(raw, start + index)
    const { value, oddities } = from
    const tool: Tool = {
      ...from.base,
      inputSchema: inputSchema(value, oddities),
      annotations: toolAnnotations(value.annotations, oddities),
    }
    if (value.outputSchema !== undefined) {
      if (isTooDeep(value.outputSchema)) note(oddities, '/outputSchema', 'The output schema lies too deep; results are not checked')
      else if (isObject(value.outputSchema)) {
        tool.outputSchema = value.outputSchema
        if (value.outputSchema.type !== 'object')
          note(oddities, '/outputSchema/type', 'Before 2026-07-28 an output schema must have "type": "object"')
      } else note(oddities, '/outputSchema', `The output schema is ${kindOf(value.outputSchema)}, not an object; results are not checked`)
    }
    const travelling = paramHeaders(tool.inputSchema)
    if (travelling.kind === 'fault') tool.leftOut = { at: `/inputSchema${travelling.at}`, says: travelling.why }
    if (travelling.kind === 'fault')
      note(oddities, `/inputSchema${travelling.at}`, `From 2026-07-28 on, clients must leave this tool out over HTTP: ${travelling.why}`)
    if (!tool.title && tool.annotations.title) tool.title = tool.annotations.title
    return tool
  })
}

/** Reads a `resources/list` result. */
export function readResources(result: Json): ListPage<Resource> {
  return readPage(result, 'resources', (raw, index) => {
    const from = definition(raw, index)
    const { value, oddities } = from
    const resource: Resource = {
      ...from.base,
      uri: required(value, 'uri', oddities),
      annotations: readAnnotations(value.annotations, oddities),
    }
    const mimeType = text(value, 'mimeType', oddities)
    if (mimeType !== undefined) resource.mimeType = mimeType
    const size = value.size
    if (typeof size === 'number' || typeof size === 'bigint') resource.size = Number(size)
    else if (size !== undefined) note(oddities, '/size', `"size" is ${kindOf(size)}, not a number`)
    return resource
  })
}

/** Reads a `resources/templates/list` result. */
export function readTemplates(result: Json): ListPage<ResourceTemplate> {
  return readPage(result, 'resourceTemplates', (raw, index) => {
    const from = definition(raw, index)
    const { value, oddities } = from
    const template: ResourceTemplate = {
      ...from.base,
      uriTemplate: required(value, 'uriTemplate', oddities),
      annotations: readAnnotations(value.annotations, oddities),
    }
    const mimeType = text(value, 'mimeType', oddities)
    if (mimeType !== undefined) template.mimeType = mimeType
    return template
  })
}

/** Reads a `prompts/list` result. */
export function readPrompts(result: Json): ListPage<Prompt> {
  return readPage(result, 'prompts', (raw, index) => {
    const from = definition(raw, index)
    return { ...from.base, arguments: promptArguments(from.value.arguments, from.oddities) }
  })
}

/** Reads `serverInfo` or the like; undefined when it is no object. */
export function readImplementation(raw: Json | undefined): Implementation | undefined {
  if (!isObject(raw)) return undefined
  const unheard: Oddity[] = []
  const read: Implementation = { name: text(raw, 'name', unheard) ?? '', version: text(raw, 'version', unheard) ?? '' }
  for (const key of ['title', 'description', 'websiteUrl'] as const) {
    const value = text(raw, key, unheard)
    if (value !== undefined) read[key] = value
  }
  const icons = readIcons(raw.icons, unheard)
  if (icons.length > 0) read.icons = icons
  return read
}

/** Reads the annotations of a resource, a template or a block of content. */
export function readAnnotations(raw: Json | undefined, oddities: Oddity[]): Annotations {
  const read: Annotations = {}
  if (raw === undefined) return read
  if (!isObject(raw)) {
    note(oddities, '/annotations', `"annotations" is ${kindOf(raw)}, not an object`)
    return read
  }
  const { audience, priority, lastModified } = raw
  if (Array.isArray(audience)) {
    read.audience = audience.filter((who) => typeof who === 'string')
    if (read.audience.length < audience.length) note(oddities, '/annotations/audience', '"audience" holds something that is not a string')
  } else if (audience !== undefined) note(oddities, '/annotations/audience', `"audience" is ${kindOf(audience)}, not a list`)
  if (typeof priority === 'number') {
    read.priority = priority
    if (priority < 0 || priority > 1) note(oddities, '/annotations/priority', '"priority" should be between 0 and 1')
  } else if (priority !== undefined) note(oddities, '/annotations/priority', `"priority" is ${kindOf(priority)}, not a number`)
  if (typeof lastModified === 'string') read.lastModified = lastModified
  else if (lastModified !== undefined)
    note(oddities, '/annotations/lastModified', `"lastModified" is ${kindOf(lastModified)}, not a string`)
  return read
}

function readPage<T>(result: Json, member: string, readItem: (raw: Json, index: number) => T): ListPage<T> {
  const page: ListPage<T> = { items: [], oddities: [] }
  if (!isObject(result)) {
    note(page.oddities, '', `The result is ${kindOf(result)}, not an object`)
    return page
  }
  const list = result[member]
  if (Array.isArray(list)) page.items = list.map(readItem)
  else
    note(page.oddities, `/${member}`, list === undefined ? `The result has no "${member}"` : `"${member}" is ${kindOf(list)}, not a list`)
  const { nextCursor } = result
  if (typeof nextCursor === 'string') {
    page.nextCursor = nextCursor
    if (nextCursor === '') note(page.oddities, '/nextCursor', 'An empty "nextCursor": the last page should leave it out')
  } else if (nextCursor !== undefined) note(page.oddities, '/nextCursor', `"nextCursor" is ${kindOf(nextCursor)}, not a string`)
  return page
}

interface Base {
  index: number
  name: string
  title?: string
  description?: string
  icons: Icon[]
  raw: Json
  oddities: Oddity[]
}

function definition(raw: Json, index: number): { base: Base; value: { [key: string]: Json }; oddities: Oddity[] } {
  const oddities: Oddity[] = []
  const value = isObject(raw) ? raw : {}
  if (!isObject(raw)) note(oddities, '', `The entry is ${kindOf(raw)}, not an object`)
  const base: Base = {
    index,
    name: isObject(raw) ? required(value, 'name', oddities) : '',
    icons: readIcons(value.icons, oddities),
    raw,
    oddities,
  }
  const title = text(value, 'title', oddities)
  if (title !== undefined) base.title = title
  const description = text(value, 'description', oddities)
  if (description !== undefined) base.description = description
  return { base, value, oddities }
}

/** It stayed behind as a whole, so that what is here says nothing of it. */
function isTooDeep(schema: Json | undefined): boolean {
  return (heldAt(schema)?.length ?? 0) > 0
}

function inputSchema(value: { [key: string]: Json }, oddities: Oddity[]): { [key: string]: Json } {
  const schema = value.inputSchema
  if (isTooDeep(schema)) {
    note(oddities, '/inputSchema', 'The input schema lies too deep to be read as a form: any arguments can be written as JSON')
    return { type: 'object' }
  }
  if (schema === undefined) note(oddities, '/inputSchema', 'A tool must have an input schema; taken as { "type": "object" }')
  else if (!isObject(schema))
    note(oddities, '/inputSchema', `The input schema is ${kindOf(schema)}, not an object; taken as { "type": "object" }`)
  else {
    if (schema.type === undefined) note(oddities, '/inputSchema/type', 'An input schema must have "type": "object"')
    else if (schema.type !== 'object') note(oddities, '/inputSchema/type', `The type must be "object"; it is ${show(schema.type)}`)
    return schema
  }
  return { type: 'object' }
}

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'] as const

function toolAnnotations(raw: Json | undefined, oddities: Oddity[]): Tool['annotations'] {
  const read: Tool['annotations'] = {}
  if (raw === undefined) return read
  if (!isObject(raw)) {
    note(oddities, '/annotations', `"annotations" is ${kindOf(raw)}, not an object`)
    return read
  }
  if (typeof raw.title === 'string') read.title = raw.title
  else if (raw.title !== undefined) note(oddities, '/annotations/title', `"title" is ${kindOf(raw.title)}, not a string`)
  for (const hint of HINTS) {
    const value = raw[hint]
    if (typeof value === 'boolean') read[hint] = value
    else if (value !== undefined) note(oddities, `/annotations/${hint}`, `"${hint}" is ${kindOf(value)}, not a boolean`)
  }
  return read
}

function promptArguments(raw: Json | undefined, oddities: Oddity[]): PromptArgument[] {
  if (raw === undefined) return []
  if (!Array.isArray(raw)) {
    note(oddities, '/arguments', `"arguments" is ${kindOf(raw)}, not a list`)
    return []
  }
  const read: PromptArgument[] = []
  raw.forEach((entry, index) => {
    const at = `/arguments/${index}`
    if (!isObject(entry) || typeof entry.name !== 'string') {
      note(oddities, at, 'An argument without a "name" is left out')
      return
    }
    const argument: PromptArgument = { name: entry.name, required: entry.required === true }
    const title = text(entry, 'title', oddities, at)
    if (title !== undefined) argument.title = title
    const description = text(entry, 'description', oddities, at)
    if (description !== undefined) argument.description = description
    if (entry.required !== undefined && typeof entry.required !== 'boolean')
      note(oddities, `${at}/required`, `"required" is ${kindOf(entry.required)}, not a boolean`)
    read.push(argument)
  })
  return read
}

/** Reads a list of icons; those without an address are left out, and noted. */
export function readIcons(raw: Json | undefined, oddities: Oddity[]): Icon[] {
  if (raw === undefined) return []
  if (!Array.isArray(raw)) {
    note(oddities, '/icons', `"icons" is ${kindOf(raw)}, not a list`)
    return []
  }
  const icons: Icon[] = []
  raw.forEach((entry, index) => {
    if (!isObject(entry) || typeof entry.src !== 'string') {
      note(oddities, `/icons/${index}`, 'An icon without a "src" is left out')
      return
    }
    const icon: Icon = { src: entry.src }
    if (typeof entry.mimeType === 'string') icon.mimeType = entry.mimeType
    if (Array.isArray(entry.sizes)) icon.sizes = entry.sizes.filter((size) => typeof size === 'string')
    icons.push(icon)
  })
  return icons
}

function required(value: { [key: string]: Json }, key: string, oddities: Oddity[]): string {
  const found = text(value, key, oddities)
  if (found === undefined && value[key] === undefined) note(oddities, `/${key}`, `"${key}" is missing`)
  else if (found === '') note(oddities, `/${key}`, `"${key}" is empty`)
  return found ?? ''
}

/** A string member; null is taken for "not there", since several languages write it so, and noted. */
function text(value: { [key: string]: Json }, key: string, oddities: Oddity[], at = ''): string | undefined {
  const found = value[key]
  if (typeof found === 'string' || found === undefined) return found
  note(oddities, `${at}/${key}`, `"${key}" is ${kindOf(found)}, not a string`)
  return undefined
}

function note(oddities: Oddity[], at: string, says: string): void {
  oddities.push({ at, says })
}

/** A value in words: "a list", "null". */
export function kindOf(value: Json | undefined): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'object') return 'an object'
  return value === undefined ? 'missing' : `a ${typeof value === 'bigint' ? 'number' : typeof value}`
}

function show(value: Json): string {
  return Array.isArray(value) || isObject(value) ? kindOf(value) : String(typeof value === 'string' ? `"${value}"` : value)
}
