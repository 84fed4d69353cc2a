// A message as a command or as code. Secrets are masked unless asked for.
import { isObject, parseJson, writeJson, type Json } from '#mcp/json.ts'
import type { ExchangeDetail } from '#mcp/traffic-row.ts'
import { requestCommand } from '#mcp/traffic/request-command.ts'
import { maskUrl } from '#mcp/traffic/secret-names.ts'
import type { Target } from '#mcp/transport/target.ts'
import { withoutEnvelope } from './again.ts'
import { curlOf, maskHeaders } from './secrets.ts'

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
  return requestCommand(target, message.method, withoutEnvelope(message.params), secrets)
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
