// A message as a command or as code. Secrets are masked unless asked for.
import { isObject, parseJson, writeJson, type Json } from '#mcp/json.ts'
import type { ExchangeDetail } from '#mcp/traffic-row.ts'
import { isSecretRequestHeader } from '#mcp/traffic/secret-headers.ts'
import { MASK, maskArgs, maskUrl } from '#mcp/traffic/secret-names.ts'
import type { Target } from '#mcp/transport/target.ts'
import { withoutEnvelope } from './again.ts'
import { curlOf, maskHeaders, maskValue } from './secrets.ts'

/** Headers that a browser writes by itself. */
const NOT_FOR_FETCH = /^(host|content-length|connection|accept-encoding|origin|referer|sec-.*|user-agent|cookie)$/i

/** JavaScript that sends the same request. */
export function fetchOf(http: ExchangeDetail, secrets: boolean): string {
  const headers = (secrets ? http.requestHeaders : maskHeaders(http.requestHeaders, 'request')).filter(
    ([name]) => !NOT_FOR_FETCH.test(name),
  )
  const options: { [name: string]: Json } = { method: http.method, headers: headers.map(([name, value]) => [name, value]) }
  if (http.requestBody !== undefined) options.body = http.requestBody
  return `await fetch(${JSON.stringify(secrets ? http.url : maskUrl(http.url))}, ${writeJson(options, 2)})`
}

/** `loupe request …` for a request; undefined when the text is none. `secrets`: with them, where this page has them. */
export function requestOf(target: Target, text: string, secrets: boolean): string | undefined {
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
    const flags = target.env.flatMap(({ name, value }) => ['-e', quote(`${name}=${secrets ? value : MASK}`)])
    if (target.cwd !== undefined && target.cwd !== '') flags.push('--cwd', quote(target.cwd))
    return [
      'loupe request',
      ...flags,
      ...words,
      '--',
      ...[target.command, ...(secrets ? target.args : maskArgs(target.args))].map(quote),
    ].join(' ')
  }
  const headers = target.headers.map(
    ({ name, value }) => `${name}: ${!secrets && isSecretRequestHeader(name) ? maskValue(name, value) : value}`,
  )
  if ((target.bearer ?? '') !== '') headers.unshift(`Authorization: Bearer ${secrets ? target.bearer : MASK}`)
  const flags = headers.flatMap((header) => ['-H', quote(header)])
  if (target.transport !== undefined) flags.push('--transport', target.transport)
  return ['loupe request', ...flags, quote(secrets ? target.url : maskUrl(target.url)), ...words].join(' ')
}

export interface Copy {
  id: string
  title: string
  masked: boolean
  text: () => string
}

/** The ways to send a message again from elsewhere: without its secrets, and with them where there are any. */
export function runnable(http: ExchangeDetail | undefined, command: (secrets: boolean) => string | undefined): Copy[] {
  const ways: { id: string; title: string; text: (secrets: boolean) => string }[] = []
  if (http !== undefined && http.method !== 'STDIN' && http.method !== 'WS')
    ways.push(
      { id: 'curl', title: 'curl', text: (secrets) => curlOf(http, secrets) },
      { id: 'fetch', title: 'fetch', text: (secrets) => fetchOf(http, secrets) },
    )
  if (command(false) !== undefined) ways.push({ id: 'request', title: 'loupe request', text: (secrets) => command(secrets)! })
  return ways.flatMap(({ id, title, text }) => {
    const masked = text(false) !== text(true)
    const plain = { id, title, masked, text: () => text(false) }
    return masked ? [plain, { id: `${id}-whole`, title: `${title}, with secrets`, masked: false, text: () => text(true) }] : [plain]
  })
}

/** For a POSIX shell; words that need no quotes get none. */
function quote(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`
}
