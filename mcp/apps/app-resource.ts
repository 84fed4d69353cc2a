// An app's document as `resources/read` gave it: judged before anything of it is drawn, with a reason for each refusal.
import { isObject, type Json } from '../json.ts'
import { readContents } from '../content-read.ts'
import { readCsp, type DeclaredCsp } from './csp.ts'
import { APP_MIME_TYPE } from './names.ts'

export const PERMISSIONS = ['camera', 'microphone', 'geolocation', 'clipboardWrite'] as const
export type Permission = (typeof PERMISSIONS)[number]

export interface AppResource {
  uri: string
  html: string
  csp: DeclaredCsp
  /** Abilities of the browser that it asks for. */
  permissions: Permission[]
  /** An origin of its own that it asks for; no host must give one. */
  domain?: string
  prefersBorder?: boolean
  /** What is odd about it, for people. */
  notes: string[]
}

/** Reads a `resources/read` result whose texts are whole. Never throws: what is no app says why. */
export function readAppResource(result: Json, uri: string): { resource: AppResource } | { fault: string } {
  const all = readContents(result)
  const fitting = all.filter((one) => one.uri === uri)
  const [one] = fitting.length > 0 ? fitting : all
  if (one === undefined) return { fault: `resources/read answered with no contents, and ${uri} must have one.` }
  const notes: string[] = []
  if (all.length > 1) notes.push(`The answer holds ${all.length} contents; an app is one.`)
  if (one.uri !== uri) notes.push(`The contents are named ${JSON.stringify(one.uri)}, and ${JSON.stringify(uri)} was asked for.`)
  if (normal(one.mimeType) !== APP_MIME_TYPE)
    return { fault: `Its MIME type is ${JSON.stringify(one.mimeType ?? '')}, and an app's must be "${APP_MIME_TYPE}".` }
  if (isObject(one.raw) && typeof one.raw.text === 'string' && typeof one.raw.blob === 'string')
    return { fault: 'It has both “text” and “blob”: exactly one of them must be there.' }
  if (one.text === undefined && one.blob === undefined)
    return { fault: 'It has neither “text” nor “blob”: exactly one of them must be there.' }
  const html = one.text ?? decode(one.blob!)
  if (html === undefined) return { fault: 'Its “blob” is not base64 of UTF-8 text.' }
  if (html.trim() === '') return { fault: 'Its document is empty.' }
  if (!/^\s*(?:<!--[\s\S]*?-->\s*)*<(?:!doctype html|html\b)/i.test(html)) notes.push('The document does not begin with <!doctype html>.')
  const meta = isObject(one.raw) && isObject(one.raw._meta) ? one.raw._meta : {}
  const ui = isObject(meta.ui) ? meta.ui : {}
  if (meta.ui !== undefined && !isObject(meta.ui)) notes.push('_meta.ui is not an object, so it is not heeded.')
  const { csp, notes: aboutCsp } = readCsp(ui.csp)
  const { permissions, notes: aboutPermissions } = readPermissions(ui.permissions)
  const resource: AppResource = { uri: one.uri, html, csp, permissions, notes: [...notes, ...aboutCsp, ...aboutPermissions] }
  if (typeof ui.domain === 'string') resource.domain = ui.domain
  if (typeof ui.prefersBorder === 'boolean') resource.prefersBorder = ui.prefersBorder
  return { resource }
}

function normal(mimeType: string | undefined): string | undefined {
  return mimeType
    ?.toLowerCase()
    .replace(/\s*;\s*/g, ';')
    .replace(/profile="mcp-app"/, 'profile=mcp-app')
    .trim()
}

function readPermissions(asked: Json | undefined): { permissions: Permission[]; notes: string[] } {
  if (asked === undefined) return { permissions: [], notes: [] }
  if (!isObject(asked)) return { permissions: [], notes: ['_meta.ui.permissions is not an object, so it is not heeded.'] }
  const permissions = PERMISSIONS.filter((name) => asked[name] !== undefined && asked[name] !== false && asked[name] !== null)
  const unknown = Object.keys(asked).filter((name) => !(PERMISSIONS as readonly string[]).includes(name))
  return { permissions, notes: unknown.map((name) => `It asks for the permission ${JSON.stringify(name)}, which does not exist.`) }
}

function decode(base64: string): string | undefined {
  try {
    const bytes = Uint8Array.from(atob(base64.replace(/\s/g, '').replaceAll('-', '+').replaceAll('_', '/')), (letter) =>
      letter.charCodeAt(0),
    )
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
