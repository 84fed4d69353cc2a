// Takes secrets out of what a person sees of authorization: headers, forms, JSON. What stays tells two values apart, and no more.
import { isObject, parseJson, writeJson, type Json } from '../json.ts'
import type { HeaderList } from '../wire-event.ts'

const SECRET =
  /^(?:code|code_verifier|client_secret|client_assertion|assertion|subject_token|actor_token|refresh_token|access_token|id_token|token|registration_access_token|device_code|password|initial_access_token)$/

/** 'eyJh…3kQ (812 characters)'; of a short one nothing but its length. */
export function masked(secret: string): string {
  if (secret === '') return ''
  const some = secret.length >= 24 ? `${secret.slice(0, 4)}…${secret.slice(-3)}` : '…'
  return `${some} (${secret.length} characters)`
}

export function maskHeaders(headers: HeaderList): HeaderList {
  return headers.map(([name, value]) => {
    if (!/^(?:authorization|proxy-authorization|cookie|set-cookie|dpop)$/i.test(name)) return [name, value]
    const [, scheme = '', rest = value] = /^(\S+ )?(.*)$/s.exec(value) ?? []
    return [name, scheme + masked(rest)]
  })
}

/** A form, a JSON document, or any other text, which stays as it is. */
export function maskBody(text: string): string {
  if (/^[\w.~+%-]+=/.test(text)) return maskForm(text)
  try {
    const value = parseJson(text)
    return isObject(value) ? writeJson(maskJson(value), 2) : text
  } catch {
    return text
  }
}

export function maskUrl(url: string): string {
  const at = url.indexOf('?')
  return at < 0 ? url : `${url.slice(0, at)}?${maskForm(url.slice(at + 1))}`
}

function maskForm(text: string): string {
  return text
    .split('&')
    .map((pair) => {
      const [name = '', value = ''] = pair.split('=', 2)
      return SECRET.test(name) && value !== '' ? `${name}=${masked(decoded(value))}` : pair
    })
    .join('&')
}

export function maskJson(value: Json): Json {
  if (Array.isArray(value)) return value.map(maskJson)
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, typeof one === 'string' && SECRET.test(name) ? masked(one) : maskJson(one)]),
  )
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}
