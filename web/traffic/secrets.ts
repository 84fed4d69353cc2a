// What stands on the screen in the place of secrets until they are asked for.
import { isSecretHeader, isSecretMember } from '#mcp/traffic/secret-names.ts'
import type { ExchangeDetail } from '#mcp/traffic-row.ts'

type Headers = ReadonlyArray<readonly [string, string]>

/** `Bearer ••••`: the scheme stays, since a wrong one is what people look for. */
export function maskValue(name: string, value: string): string {
  const scheme = /^authorization$/i.test(name) ? (/^[A-Za-z]+ /.exec(value)?.[0] ?? '') : ''
  return `${scheme}••••`
}

export function maskHeaders(headers: Headers): Headers {
  return headers.map(([name, value]) => [name, isSecretHeader(name) ? maskValue(name, value) : value])
}

/** The URL without user, password and the values of telling query members. */
export function maskUrl(url: string): string {
  try {
    const parsed = new URL(url)
    if (parsed.username === '' && parsed.password === '' && parsed.search === '') return url
    const query = parsed.search
      .slice(1)
      .split('&')
      .map((pair) => (isSecretMember(decode(pair.split('=')[0]!)) && pair.includes('=') ? `${pair.split('=')[0]}=••••` : pair))
      .join('&')
    const user = parsed.username === '' && parsed.password === '' ? '' : '••••@'
    return `${parsed.protocol}//${user}${parsed.host}${parsed.pathname}${query === '' ? '' : `?${query}`}${parsed.hash}`
  } catch {
    return url
  }
}

export function holdsSecrets(http: ExchangeDetail): boolean {
  return [...http.requestHeaders, ...(http.responseHeaders ?? [])].some(([name]) => isSecretHeader(name)) || maskUrl(http.url) !== http.url
}

/** Headers that curl writes by itself, and those that only a browser may set. */
const NOT_FOR_CURL = /^(host|content-length|connection|accept-encoding|origin|referer|sec-.*|user-agent)$/i

/** The request as a shell command. Secrets are masked unless asked for. */
export function curlOf(http: ExchangeDetail, secrets: boolean): string {
  const url = secrets ? http.url : maskUrl(http.url)
  const headers = (secrets ? http.requestHeaders : maskHeaders(http.requestHeaders)).filter(([name]) => !NOT_FOR_CURL.test(name))
  const parts = [`curl -N${http.method === 'POST' && http.requestBody !== undefined ? '' : ` -X ${http.method}`} ${quote(url)}`]
  for (const [name, value] of headers) parts.push(`-H ${quote(`${name}: ${value}`)}`)
  if (http.requestBody !== undefined) parts.push(`--data-raw ${quote(http.requestBody)}`)
  return parts.join(' \\\n  ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
