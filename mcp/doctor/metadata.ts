// Where a server that wants to know who asks says that one may log in: the metadata of the resource (RFC 9728), looked for where
// the challenge says and at the two places that are agreed on. Only the server's own origin is asked: it names the addresses.
import { isObject, parseJson, type Json } from '../json.ts'
import type { FetchHandler } from '../fetch-handler.ts'

const LARGEST = 64 * 1024
const WELL_KNOWN = '/.well-known/oauth-protected-resource'

export interface Metadata {
  /** A line for each address that was asked, or was not. */
  evidence: string[]
  found: boolean
  todo: string[]
}

/** The `resource_metadata` of a challenge, absolute; undefined when it has none that is an address. */
export function metadataIn(challenge: string | null, url: string): string | undefined {
  const named = /\bresource_metadata=(?:"([^"]*)"|([^\s,]+))/i.exec(challenge ?? '')
  const address = named?.[1] ?? named?.[2]
  return address !== undefined && URL.canParse(address, url) ? new URL(address, url).href : undefined
}

/** Never rejects. */
export async function findMetadata(url: string, challenge: string | null, fetch: FetchHandler, signal: AbortSignal): Promise<Metadata> {
  const { origin, pathname } = new URL(url)
  const named = metadataIn(challenge, url)
  const path = pathname === '/' ? '' : pathname
  const places = [...new Set([...(named === undefined ? [] : [named]), `${origin}${WELL_KNOWN}${path}`, `${origin}${WELL_KNOWN}`])]
  const evidence: string[] = []
  for (const place of places) {
    if (new URL(place).origin !== origin) {
      evidence.push(`${place}: not asked, since it is not of this server`)
      continue
    }
    const { says, value } = await ask(place, fetch, signal)
    evidence.push(`${place}: ${says}`)
    if (value !== undefined) return { evidence, found: true, todo: faultsOf(value, url) }
  }
  return {
    evidence,
    found: false,
    todo: ['No metadata of the resource was found, so clients cannot know where to log in: serve it, and name it in WWW-Authenticate.'],
  }
}

async function ask(place: string, fetch: FetchHandler, signal: AbortSignal): Promise<{ says: string; value?: { [member: string]: Json } }> {
  try {
    const response = await fetch(
      new Request(place, { headers: { Accept: 'application/json' }, credentials: 'omit', redirect: 'manual', signal }),
    )
    const text = await textOf(response)
    if (response.status !== 200) return { says: `HTTP ${response.status}` }
    const value = parseJson(text)
    if (!isObject(value)) return { says: 'no JSON object' }
    const servers = Array.isArray(value.authorization_servers) ? value.authorization_servers.filter((one) => typeof one === 'string') : []
    return { says: servers.length === 0 ? 'found, without authorization_servers' : `found: ${servers.join(', ')}`, value }
  } catch (error) {
    return { says: error instanceof Error ? error.message : String(error) }
  }
}

/** The body as far as it is of a size that makes sense. @throws Error when it is larger */
async function textOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true, value: undefined }
    text += decoder.decode(value, { stream: !done })
    if (done) return text
    if (text.length > LARGEST) {
      await reader?.cancel()
      throw new Error(`more than ${LARGEST / 1024} kB`)
    }
  }
}

function faultsOf(value: { [member: string]: Json }, url: string): string[] {
  const faults: string[] = []
  if (!Array.isArray(value.authorization_servers) || value.authorization_servers.length === 0)
    faults.push('The metadata must name at least one of authorization_servers.')
  const { resource } = value
  const same = typeof resource === 'string' && URL.canParse(resource) && sameResource(resource, url)
  if (!same) faults.push(`The metadata is of the resource ${JSON.stringify(resource ?? null)}, and not of ${url}: clients must not use it.`)
  return faults
}

/** A trailing slash, the case of the host and a resource that lies above are all the same here. */
function sameResource(resource: string, url: string): boolean {
  const [one, other] = [new URL(resource), new URL(url)]
  const path = one.pathname.replace(/\/$/, '')
  return one.origin === other.origin && (other.pathname === path || other.pathname.startsWith(`${path}/`))
}
