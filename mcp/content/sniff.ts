// What bytes are, by looking at them, beside what they were announced as; and how to show them.

export type ViewKind = 'image' | 'audio' | 'video' | 'pdf' | 'text' | 'hex'

export interface Look {
  kind: ViewKind
  /** The media type to go by: the announced one unless the bytes say otherwise. */
  mimeType: string
  /** What was missing or wrong about the announced type. */
  notes: string[]
  /** The text, when the bytes are UTF-8. */
  text?: string
}

const MAGIC: [mimeType: string, offset: number, bytes: string][] = [
  ['image/png', 0, '\x89PNG'],
  ['image/jpeg', 0, '\xff\xd8\xff'],
  ['image/gif', 0, 'GIF8'],
  ['image/webp', 8, 'WEBP'],
  ['image/bmp', 0, 'BM'],
  ['image/tiff', 0, 'II*\0'],
  ['image/tiff', 0, 'MM\0*'],
  ['image/x-icon', 0, '\0\0\x01\0'],
  ['audio/wav', 8, 'WAVE'],
  ['video/x-msvideo', 8, 'AVI '],
  ['audio/mpeg', 0, 'ID3'],
  ['audio/mpeg', 0, '\xff\xfb'],
  ['audio/flac', 0, 'fLaC'],
  ['audio/ogg', 0, 'OggS'],
  ['video/webm', 0, '\x1aE\xdf\xa3'],
  ['application/pdf', 0, '%PDF-'],
  ['application/zip', 0, 'PK\x03\x04'],
  ['application/gzip', 0, '\x1f\x8b'],
  ['application/zstd', 0, '(\xb5/\xfd'],
  ['application/x-7z-compressed', 0, '7z\xbc\xaf'],
  ['application/x-bzip2', 0, 'BZh'],
  ['application/x-xz', 0, '\xfd7zXZ\0'],
  ['application/vnd.rar', 0, 'Rar!\x1a\x07'],
  ['application/x-tar', 257, 'ustar'],
  ['application/wasm', 0, '\0asm'],
  ['font/woff2', 0, 'wOF2'],
  ['font/woff', 0, 'wOFF'],
  ['application/vnd.sqlite3', 0, 'SQLite format 3'],
  ['application/x-executable', 0, '\x7fELF'],
]

/** The media type that the first bytes show; undefined when they show none. */
export function sniff(bytes: Uint8Array): string | undefined {
  const is = (offset: number, text: string) => {
    if (bytes.length < offset + text.length) return false
    for (let i = 0; i < text.length; i += 1) if (bytes[offset + i] !== text.charCodeAt(i)) return false
    return true
  }
  if (is(4, 'ftyp')) {
    const brand = String.fromCharCode(...bytes.subarray(8, 12))
    // The first brand may be a general one: what else the file fits says which codec it is of.
    const end = Math.min(bytes.length, 64, new DataView(bytes.buffer, bytes.byteOffset).getUint32(0))
    const brands = String.fromCharCode(...bytes.subarray(8, Math.max(12, end)))
    if (/^(avi|mif|msf)/.test(brand) && /avi[fs]/.test(brands)) return 'image/avif'
    if (/^(hei|hev|mif|msf)/.test(brand)) return 'image/heic'
    return brand.startsWith('M4A') ? 'audio/mp4' : 'video/mp4'
  }
  for (const [mimeType, offset, text] of MAGIC) {
    if (mimeType === 'image/bmp' && bytes.length < 26) continue
    if ((mimeType === 'image/webp' || mimeType === 'audio/wav' || mimeType === 'video/x-msvideo') && !is(0, 'RIFF')) continue
    if (is(offset, text)) return mimeType
  }
  return undefined
}

/** `text/html; charset=utf-8` → `text/html` */
export function essence(mimeType: string): string {
  return (mimeType.split(';')[0] ?? '').trim().toLowerCase()
}

/** Decides how to show bytes that were announced as `announced` ('' when they were not). */
export function look(bytes: Uint8Array<ArrayBuffer>, announced: string): Look {
  const said = essence(announced)
  const found = sniff(bytes)
  const notes: string[] = []
  if (found !== undefined) {
    if (said === '') notes.push(`No mimeType was sent; the bytes are ${found}.`)
    else if (!agrees(said, found)) notes.push(`Announced as ${said}, but the bytes are ${found}.`)
    const mimeType = said !== '' && agrees(said, found) ? said : found
    if (isCut(bytes, found)) notes.push('The file ends before its end: it is cut short.')
    return { kind: kindOf(mimeType), mimeType, notes }
  }
  if (bytes.length === 0) {
    const isText = said === '' || isTextType(said) || kindOf(said) === 'hex'
    const words = isText ? 'There are no bytes.' : `Announced as ${said}, but there are no bytes.`
    return { kind: 'text', mimeType: isText ? said || 'text/plain' : 'text/plain', notes: [words], text: '' }
  }
  const text = utf8(bytes)
  if (text === undefined) {
    const charset = isTextType(said) ? decodeIn(bytes, charsetOf(announced)) : undefined
    if (charset !== undefined)
      return { kind: 'text', mimeType: said, notes: [`Read as ${charset.name}, as announced.`], text: charset.text }
    const at = firstBroken(bytes)
    if (isTextType(said)) notes.push(`Announced as ${said}, but byte ${at + 1} (0x${hex(bytes[at] ?? 0)}) is not UTF-8.`)
    else if (said === '') notes.push('No mimeType was sent, and the bytes show none.')
    else if (['image', 'audio', 'video'].includes(kindOf(said)) || said === 'application/pdf') {
      if (said.startsWith('audio/') || said.startsWith('video/')) return { kind: kindOf(said), mimeType: said, notes }
      notes.push(`Announced as ${said}, but the bytes do not begin as such a file does.`)
    }
    return { kind: 'hex', mimeType: said || 'application/octet-stream', notes }
  }
  const svg = /^\s*(<\?xml[^>]*>\s*)?(<!--[^]*?-->\s*|<!doctype svg[^>]*>\s*)*<svg[\s>]/i.test(text.slice(0, 2000))
  if (svg) {
    if (said === '') notes.push('No mimeType was sent; it is an SVG image.')
    return { kind: said === '' || said === 'image/svg+xml' ? 'image' : 'text', mimeType: said || 'image/svg+xml', notes, text }
  }
  if (said !== '' && kindOf(said) !== 'text' && kindOf(said) !== 'hex') {
    notes.push(`Announced as ${said}, but the bytes are text.`)
    return { kind: 'text', mimeType: 'text/plain', notes, text }
  }
  if (said === '') notes.push('No mimeType was sent; the bytes are UTF-8 text.')
  return { kind: 'text', mimeType: said || 'text/plain', notes, text }
}

/** `text/plain; charset="latin1"` → `latin1` */
function charsetOf(mimeType: string): string | undefined {
  return /;\s*charset\s*=\s*"?([^\s";]+)/i.exec(mimeType)?.[1]
}

/** Bytes in an encoding that was named and is known, where all of them are of it. */
function decodeIn(bytes: Uint8Array<ArrayBuffer>, name: string | undefined): { name: string; text: string } | undefined {
  if (name === undefined || /^utf-?8$/i.test(name)) return undefined
  try {
    return { name, text: new TextDecoder(name, { fatal: true }).decode(bytes) }
  } catch {
    return undefined
  }
}

/** Whether an image lacks the mark that ends it: a browser draws what there is, and says nothing. */
function isCut(bytes: Uint8Array, found: string): boolean {
  switch (found) {
    case 'image/png':
      return !hasEndChunk(bytes)
    case 'image/jpeg':
      return !hasPair(bytes, 0xff, 0xd9)
    case 'image/gif':
      return bytes.lastIndexOf(0x3b) < 0
    case 'image/webp':
      return bytes.length < new DataView(bytes.buffer, bytes.byteOffset).getUint32(4, true) + 8
    default:
      return false
  }
}

/** A PNG is a row of chunks, each with its length first; IEND is the last. */
function hasEndChunk(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length)
  for (let at = 8; at + 12 <= bytes.length; at += view.getUint32(at) + 12) if (view.getUint32(at + 4) === 0x49454e44) return true
  return false
}

function hasPair(bytes: Uint8Array, first: number, second: number): boolean {
  for (let at = bytes.lastIndexOf(second); at > 0; at = bytes.lastIndexOf(second, at - 1)) if (bytes[at - 1] === first) return true
  return false
}

export function isTextType(mimeType: string): boolean {
  return /^text\/|[/+](json|xml|yaml|x-yaml|javascript|toml|sql|x-sh)$|^image\/svg/.test(mimeType)
}

/** Reads bytes as text in a named encoding; characters that cannot be read become U+FFFD. */
export function decodeAs(bytes: Uint8Array<ArrayBuffer>, encoding: string): string {
  return new TextDecoder(encoding).decode(bytes)
}

const ENDINGS: { [mimeType: string]: string } = {
  'image/jpeg': 'jpg',
  'image/svg+xml': 'svg',
  'image/x-icon': 'ico',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'm4a',
  'text/plain': 'txt',
  'text/markdown': 'md',
  'text/javascript': 'js',
  'application/gzip': 'gz',
  'application/octet-stream': 'bin',
  'application/x-yaml': 'yaml',
}

/** A file name from the last part of a URI, or `stem`, with the ending that fits. Holds no path and no control characters. */
export function fileName(uri: string, mimeType: string, stem = 'content'): string {
  const last =
    uri
      .split(/[?#]/)[0]!
      .split(/[/\\]/)
      .findLast((part) => part !== '' && !part.endsWith(':')) ?? ''
  const name = (last === '' ? '' : harmless(last)) || stem
  if (/\.[a-z0-9]{1,8}$/i.test(name)) return name
  const type = essence(mimeType)
  const ending = ENDINGS[type] ?? /^[^/]+\/(?:x-)?(?:[^+]*\+)?([a-z0-9]{1,8})$/.exec(type)?.[1] ?? 'bin'
  return `${name}.${ending}`
}

function harmless(part: string): string {
  let name = part
  try {
    name = decodeURIComponent(part)
  } catch {
    // Not encoded: taken as it is.
  }
  return name
    .replace(/[\p{Cc}\p{Cf}<>:"/\\|?*]/gu, '_')
    .replace(/^\.+/, '')
    .slice(-100)
}

function kindOf(mimeType: string): ViewKind {
  if (mimeType.startsWith('image/')) return mimeType === 'image/tiff' || mimeType === 'image/heic' ? 'hex' : 'image'
  if (mimeType.startsWith('audio/')) return 'audio'
  if (mimeType.startsWith('video/')) return 'video'
  if (mimeType === 'application/pdf') return 'pdf'
  return isTextType(mimeType) ? 'text' : 'hex'
}

/** Whether an announced type is right, or at least a fair name, for bytes that show `found`. */
function agrees(said: string, found: string): boolean {
  if (said === found || said === 'application/octet-stream') return said === found || kindOf(found) === 'hex'
  const plain = (type: string) =>
    type
      .replace(/^(audio|video)\//, 'media/')
      .replace('/x-', '/')
      .replace('vnd.wave', 'wav')
      .replace('/jpg', '/jpeg')
      .replace('/mp3', '/mpeg')
  if (plain(said) === plain(found)) return true
  if (found === 'application/zip') return !isTextType(said) && kindOf(said) === 'hex'
  if (found === 'image/x-icon') return said === 'image/vnd.microsoft.icon'
  return found === 'application/gzip' && /gzip|tar/.test(said)
}

function utf8(bytes: Uint8Array<ArrayBuffer>): string | undefined {
  if (bytes.subarray(0, 4096).includes(0)) return undefined
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** Index of the first byte that is not UTF-8 (or is NUL). */
function firstBroken(bytes: Uint8Array<ArrayBuffer>): number {
  const zero = bytes.indexOf(0)
  let low = 0
  let high = bytes.length
  // The longest prefix that decodes, up to a sequence left open at its end.
  while (low < high) {
    const middle = (low + high + 1) >> 1
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(bytes.subarray(0, middle), { stream: true })
      low = middle
    } catch {
      high = middle - 1
    }
  }
  return zero >= 0 && zero < low ? zero : Math.min(low, bytes.length - 1)
}

function hex(byte: number): string {
  return byte.toString(16).toUpperCase().padStart(2, '0')
}
