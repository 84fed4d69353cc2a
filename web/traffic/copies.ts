// A message as a command or as code. Secrets are masked unless asked for.
import { isObject, parseJson, writeJson, type Json } from '#mcp/json.ts'
import type { ExchangeDetail } from '#mcp/traffic-row.ts'
import { isSecretHeader } from '#mcp/traffic/secret-names.ts'
import type { Target } from '#mcp/transport/target.ts'
import { withoutEnvelope } from './again.ts'
import { maskHeaders, maskUrl } from './secrets.ts'

/** Headers that a browser writes by itself. */
const NOT_FOR_FETCH = /^(host|content-length|connection|accept-encoding|origin|referer|sec-.*|user-agent|cookie)$/i

/** JavaScript that sends the same request. */
export function fetchOf(http: ExchangeDetail, secrets: boolean): string {
  const headers = (secrets ? http.requestHeaders : maskHeaders(http.requestHeaders)).filter(([name]) => !NOT_FOR_FETCH.test(name))
  const options: { [name: string]: Json } = { method: http.method, headers: headers.map(([name, value]) => [name, value]) }
  if (http.requestBody !== undefined) options.body = http.requestBody
  return `await fetch(${JSON.stringify(secrets ? http.url : maskUrl(http.url))}, ${writeJson(options, 2)})`
}

/** `loupe request …` for a request; undefined when the text is none. */
export function requestOf(target: Target, text: string): string | undefined {
  let message: Json
  try {
    message = parseJson(text)
  } catch {
    return undefined
  }
  if (!isObject(message) || typeof message.method !== 'string' || message.id === undefined) return undefined
  const params = withoutEnvelope(message.params)
  const words = [message.method, ...(params === undefined ? [] : [writeJson(params)])].map(quote)
  if (target.kind === 'stdio') {
    const flags = target.env.flatMap(({ name }) => ['-e', quote(`${name}=••••`)])
    if (target.cwd !== undefined && target.cwd !== '') flags.push('--cwd', quote(target.cwd))
    return ['loupe request', ...flags, ...words, '--', ...[target.command, ...target.args].map(quote)].join(' ')
  }
  const headers = target.headers.map(({ name, value }) => `${name}: ${isSecretHeader(name) ? '••••' : value}`)
  if ((target.bearer ?? '') !== '') headers.unshift('Authorization: Bearer ••••')
  const flags = headers.flatMap((header) => ['-H', quote(header)])
  if (target.transport !== undefined) flags.push('--transport', target.transport)
  return ['loupe request', ...flags, quote(maskUrl(target.url)), ...words].join(' ')
}

/** For a POSIX shell; words that need no quotes get none. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
