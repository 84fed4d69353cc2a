// Files that an app wants saved (`ui/download-file`): each with its bytes, or with the resource of its server that has them.
import { decodeBase64 } from '../content/base64.ts'
import { fileName } from '../content/sniff.ts'
import { readContents } from '../content-read.ts'
import { isObject, type Json } from '../json.ts'

export interface AppFile {
  uri: string
  /** Without any folder. */
  name: string
  mimeType: string
  /** Left out: they are read from the server. */
  bytes?: Uint8Array<ArrayBuffer>
}

const MOST = 20

/** Never throws. */
export function filesOf(params: { [name: string]: Json }): { files: AppFile[] } | { fault: string } {
  const { contents } = params
  if (!Array.isArray(contents) || contents.length === 0)
    return { fault: 'ui/download-file needs “contents”: a list of resources, or of links to them.' }
  if (contents.length > MOST) return { fault: `It wants ${contents.length} files saved at once; ${MOST} are the most.` }
  const files: AppFile[] = []
  for (const [at, one] of contents.entries()) {
    const file = readFile(one)
    if (typeof file === 'string') return { fault: `contents[${at}] ${file}` }
    files.push(file)
  }
  return { files }
}

/** The file of a link, with the bytes that `resources/read` brought; or why there are none. */
export function withRead(file: AppFile, result: Json): AppFile | string {
  const [one] = readContents(result)
  if (one === undefined) return `${file.uri} has no contents.`
  const read = readFile({ type: 'resource', resource: { ...(isObject(one.raw) ? one.raw : {}), uri: file.uri } })
  return typeof read === 'string' ? `${file.uri} ${read}` : { ...read, name: file.name, mimeType: file.mimeType || read.mimeType }
}

function readFile(one: Json): AppFile | string {
  if (!isObject(one)) return 'is no object.'
  if (one.type === 'resource_link') {
    if (typeof one.uri !== 'string') return 'has no “uri”.'
    const mimeType = typeof one.mimeType === 'string' ? one.mimeType : ''
    return { uri: one.uri, name: fileName(one.uri, mimeType), mimeType }
  }
  const { resource } = one
  if (one.type !== 'resource' || !isObject(resource)) return 'is neither a resource nor a link to one.'
  if (typeof resource.uri !== 'string') return 'has no “uri”.'
  const mimeType = typeof resource.mimeType === 'string' ? resource.mimeType : ''
  const file = { uri: resource.uri, name: fileName(resource.uri, mimeType), mimeType }
  if (typeof resource.text === 'string') return { ...file, bytes: new TextEncoder().encode(resource.text) }
  if (typeof resource.blob !== 'string') return 'has neither “text” nor “blob”.'
  const decoded = decodeBase64(resource.blob)
  return decoded.kind === 'bytes' ? { ...file, bytes: decoded.bytes } : 'has a “blob” that is not base64.'
}
