// What stands on the screen in the place of secrets until they are asked for.
import { isSecretHeader, isSecretRequestHeader, maskValue } from '#mcp/traffic/secret-headers.ts'
import { maskUrl } from '#mcp/traffic/secret-names.ts'
import type { ExchangeDetail } from '#mcp/traffic-row.ts'

type Headers = ReadonlyArray<readonly [string, string]>

/** `of`: whose headers; in a request any of a name that is not known may be a key. */
export function maskHeaders(headers: Headers, of: 'request' | 'response'): Headers {
  return headers.map(([name, value]) => [name, isSecret(name, of) ? maskValue(name, value) : value])
}

function isSecret(name: string, of: 'request' | 'response'): boolean {
  return of === 'request' ? isSecretRequestHeader(name) : isSecretHeader(name)
}

export function holdsSecrets(http: ExchangeDetail): boolean {
  return (
    http.requestHeaders.some(([name]) => isSecret(name, 'request')) ||
    (http.responseHeaders ?? []).some(([name]) => isSecret(name, 'response')) ||
    maskUrl(http.url) !== http.url
  )
}

/** Headers that curl writes by itself, and those that only a browser may set. */
const NOT_FOR_CURL = /^(host|content-length|connection|accept-encoding|origin|referer|sec-.*|user-agent)$/i

/** The request as a shell command. Secrets are masked unless asked for. */
export function curlOf(http: ExchangeDetail, secrets: boolean): string {
  const url = secrets ? http.url : maskUrl(http.url)
  const headers = (secrets ? http.requestHeaders : maskHeaders(http.requestHeaders, 'request')).filter(([name]) => !NOT_FOR_CURL.test(name))
  const parts = [`curl -N${http.method === 'POST' && http.requestBody !== undefined ? '' : ` -X ${http.method}`} ${quote(url)}`]
  for (const [name, value] of headers) parts.push(`-H ${quote(`${name}: ${value}`)}`)
  if (http.requestBody !== undefined) parts.push(`--data-raw ${quote(http.requestBody)}`)
  return parts.join(' \\\n  ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
