// Replies of a pipe that answers HTTP itself, and the token by which progress finds its request.
import { isObject, writeJson, type Json } from '../json.ts'
import { idKey, type Id } from '../jsonrpc.ts'
import { HEADER_MISMATCH } from './modern-http.ts'

/** The key of the token that progress of a request will name; none when it has none. */
export function tokenOf(params: Json | undefined): string[] {
  const meta = isObject(params) ? params._meta : undefined
  const token = isObject(meta) ? meta.progressToken : undefined
  return isId(token) ? [idKey(token)] : []
}

export function isId(value: unknown): value is Id {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
}

export function refusal(id: Id, message: string): Response {
  const text = writeJson({ jsonrpc: '2.0', id, error: { code: HEADER_MISMATCH, message } })
  return new Response(text, { status: 400, headers: { 'content-type': 'application/json' } })
}

export function plain(status: number, text: string): Response {
  return new Response(text, { status, headers: { 'content-type': 'text/plain; charset=utf-8' } })
}
