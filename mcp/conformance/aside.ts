// What is fetched beside a conversation: metadata, tokens, icons.
import { mediaType } from '../traffic/line.ts'
import type { WireEvent } from '../wire-event.ts'

const ELSEWHERE = /\/\.well-known\//

/** `endpoint`: the address of the server. Metadata, tokens, icons: what is fetched beside the conversation. */
export function isAside({ method, url, headers, body, aside }: Extract<WireEvent, { kind: 'sent' }>, endpoint: string): boolean {
  if (aside !== undefined) return true
  if (method === 'STDIN' || method === 'WS') return false
  if (ELSEWHERE.test(url)) return true
  if (method === 'POST') {
    const type = mediaType(headers)
    return (
      type === 'application/x-www-form-urlencoded' ||
      (body !== undefined && body.includes('"redirect_uris"') && !body.includes('"jsonrpc"'))
    )
  }
  const accept = headers.find(([name]) => name.toLowerCase() === 'accept')?.[1] ?? ''
  if ((method !== 'GET' && method !== 'HEAD') || endpoint === '' || accept.includes('text/event-stream')) return false
  return bare(url) !== bare(endpoint) && !samePath(url, endpoint)
}

const bare = (url: string): string => url.replace(/[?#].*$/, '')
/** The same endpoint by another name of its host. */
const samePath = (one: string, other: string): boolean =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).pathname === new URL(other).pathname && new URL(one).port === new URL(other).port
