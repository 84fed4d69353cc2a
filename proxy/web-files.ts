// Serves the built page from its folder: compressed by the build (or once, here) and kept, hashed files for ever, the page itself always asked
// for. The published package holds the compressed files alone.
import { createHash } from 'node:crypto'
import type { Stats } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { IncomingMessage, ServerResponse } from 'node:http'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
}
const PACKED = new Set(['.html', '.js', '.css', '.json', '.webmanifest', '.svg', '.txt'])

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Loupe</title>
<h1>Loupe runs, but its page has not been built</h1><p>Run <code>npm run build</code> and load this page again.</p></html>`

interface Stored {
  /** Changes when the file does: a rebuild is seen without a restart. */
  stamp: string
  etag: string
  plain: Buffer | undefined
  packed?: Buffer
}

/** Answers true when it has answered; false when there is no such file. */
export type FileServer = (request: IncomingMessage, response: ServerResponse) => Promise<boolean>

export function serveFolder(folder: string): FileServer {
  const stored = new Map<string, Stored>()
  return async (request, response) => {
    const name = fileName(request.url ?? '/')
    if (name === undefined) return false
    const entry = await load(folder, name, stored)
    if (entry === undefined) {
      if (name !== 'index.html') return false
      response.writeHead(200, { 'Content-Type': TYPES['.html'], 'Cache-Control': 'no-store' }).end(NOT_BUILT)
      return true
    }
    const headers: Record<string, string | number> = {
      'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
      'Cache-Control': /^assets\/.+-[\w-]{8,}\.\w+$/.test(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      ETag: entry.etag,
      Vary: 'Accept-Encoding',
    }
    if (request.headers['if-none-match']?.includes(entry.etag)) {
      response.writeHead(304, headers).end()
      return true
    }
    const packs = entry.packed !== undefined && /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
    const body = packs ? entry.packed! : (entry.plain ??= await promisify(gunzip)(entry.packed!))
    if (packs) headers['Content-Encoding'] = 'gzip'
    headers['Content-Length'] = body.length
    response.writeHead(200, headers).end(request.method === 'HEAD' ? undefined : body)
    return true
  }
}

/** The file that a URL names, relative to the folder; undefined for one that would leave it. */
function fileName(url: string): string | undefined {
  let path: string
  try {
    path = decodeURIComponent(url.split('?', 1)[0]!)
  } catch {
    return undefined
  }
  if (path === '/') return 'index.html'
  const parts = path.split('/').slice(1)
  return parts.every((part) => /^[\w-][\w.-]*$/.test(part)) ? parts.join('/') : undefined
}

async function load(folder: string, name: string, stored: Map<string, Stored>): Promise<Stored | undefined> {
  const file = join(folder, name.replaceAll('/', sep))
  const plainFacts = await factsOf(file)
  const packs = PACKED.has(extname(name))
  const packedFacts = packs ? await factsOf(`${file}.gz`) : undefined
  const facts = plainFacts ?? packedFacts
  if (facts === undefined) {
    stored.delete(name)
    return undefined
  }
  const stamp = `${facts.mtimeMs} ${facts.size}`
  const known = stored.get(name)
  if (known?.stamp === stamp) return known
  const plain = plainFacts && (await readFile(file))
  // What the build packed, unless the file was changed since.
  const packedByBuild = packedFacts !== undefined && packedFacts.mtimeMs >= (plainFacts?.mtimeMs ?? 0)
  const packed = packedByBuild
    ? await readFile(`${file}.gz`)
    : packs && plain !== undefined
      ? await promisify(gzip)(plain, { level: 9 })
      : undefined
  const etag = `"${createHash('sha256')
    .update((plain ?? packed)!)
    .digest('base64url')
    .slice(0, 22)}"`
  const entry: Stored = { stamp, etag, plain, ...(packed === undefined ? {} : { packed }) }
  stored.set(name, entry)
  return entry
}

/** Undefined when there is no such file. */
async function factsOf(file: string): Promise<Stats | undefined> {
  try {
    const facts = await stat(file)
    return facts.isFile() ? facts : undefined
  } catch {
    return undefined
  }
}
