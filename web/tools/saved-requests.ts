// Requests that a person saved under a name, all of a server together, and the file that carries them elsewhere.
import { isObject, parseJson, writeJson, type Json } from '#mcp/json.ts'

/** As it is stored: JSON texts, so that big integers stay exact. */
export interface StoredRequest {
  arguments: string
  meta?: string
}

export interface SavedRequest extends StoredRequest {
  name: string
  tool: string
}

export const NO_SAVED: SavedRequest[] = []

export function savedKey(server: string): string {
  return `saved/${server}`
}

/** A name stands once for each tool: saving it again replaces what it stood for. */
export function withSaved(before: readonly SavedRequest[], ...more: SavedRequest[]): SavedRequest[] {
  const rest = before.filter((one) => !more.some(({ name, tool }) => one.name === name && one.tool === tool))
  return [...more, ...rest]
}

const FORMAT = 'loupe-requests'

/** The text of the file: plain JSON, made to be read and edited. */
export function exportText(requests: readonly SavedRequest[]): string {
  const list = requests.map(({ name, tool, arguments: args, meta }) => ({
    name,
    tool,
    arguments: parseJson(args),
    ...(meta === undefined ? {} : { _meta: parseJson(meta) }),
  }))
  return `${writeJson({ format: FORMAT, version: 1, requests: list }, 2)}\n`
}

/** Reads such a file. @throws Error with a sentence for a person. */
export function importText(text: string): SavedRequest[] {
  let file: Json
  try {
    file = parseJson(text)
  } catch (error) {
    throw new Error(`The file is not JSON: ${(error as Error).message}`, { cause: error })
  }
  if (!isObject(file) || file.format !== FORMAT || !Array.isArray(file.requests))
    throw new Error(`The file holds no saved requests: it should say "format": "${FORMAT}" and list "requests".`)
  return file.requests.map((one, index) => {
    if (!isObject(one) || typeof one.name !== 'string' || typeof one.tool !== 'string' || one.arguments === undefined)
      throw new Error(`Request ${index + 1} of the file lacks its name, its tool or its arguments.`)
    const meta = one._meta === undefined ? {} : { meta: writeJson(one._meta, 2) }
    return { name: one.name, tool: one.tool, arguments: writeJson(one.arguments), ...meta }
  })
}
