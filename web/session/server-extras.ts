// What a person wants sent along to one server: `_meta` with every request, and who we say that we are. Kept by the
// server's name, as drafts are; given to the engine and shown in previews from here alone.
import { isObject, parseJson, type Json } from '#mcp/json.ts'
import { spelledLike } from '#mcp/spelling.ts'

export type Meta = { [name: string]: Json }
export type ClientInfo = { name: string; version: string; title?: string }

/** Under this name the JSON text of a server's `_meta` is remembered. */
export function metaKey(server: string): string {
  return `meta/${server}`
}

/** Under this name the client info for a server is remembered. */
export function clientInfoKey(server: string): string {
  return `client-info/${server}`
}

/** Reads `_meta` as it was typed: nothing when it is blank, a sentence when it cannot be sent. */
export function readMeta(text: string | undefined): { meta?: Meta; fault?: string } {
  if (text === undefined || text.trim() === '') return {}
  try {
    const meta = parseJson(text)
    return isObject(meta) ? { meta } : { fault: '_meta is an object: { … }.' }
  } catch (error) {
    return { fault: `_meta is not JSON yet: ${(error as Error).message}` }
  }
}

/** Params with `_meta` beneath what they hold themselves. */
export function withMeta(params: Json | undefined, meta: Meta | undefined): Json | undefined {
  if (meta === undefined || (params !== undefined && !isObject(params))) return params
  const own = isObject(params?._meta) ? params._meta : {}
  return spelledLike(params, { ...params, _meta: spelledLike(own, spelledLike(meta, { ...meta, ...own })) })
}
